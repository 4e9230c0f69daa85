/// A dispatch source that several threads use.
struct SharedSource<Source>: Sendable {
  // SAFETY: libdispatch's objects may be used from any thread (dispatch_source_create(3)); its Swift form does not say so.
  nonisolated(unsafe) let source: Source

  init(_ source: Source) { self.source = source }
}
