import Dispatch
import Sys

/// Looks at a folder, and tells when something happens there under one name, and when the folder is gone.
final class FileWatch: Sendable {
  // SAFETY: libdispatch's objects may be used from any thread; its Swift form does not say so.
  private nonisolated(unsafe) let source: any DispatchSourceRead

  /// `changed` is called on `queue`, as long as this lives; nothing need be at `path` yet, but its folder.
  ///
  /// Once the folder was moved or removed, `ended` is called there, and nothing is told any more.
  init(
    _ path: String, queue: DispatchQueue, changed: @escaping @Sendable () -> Void,
    ended: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    let (folder, name) = Path.split(path)
    let box = WatchBox(try FolderWatch(path: folder))
    let source = DispatchSource.makeReadSource(fileDescriptor: box.watch.descriptor.rawValue, queue: queue)
    self.source = source
    source.setEventHandler {
      let news = try? box.watch.take()
      if news?.isOver ?? true {
        source.cancel()
        return ended()
      }
      // Where events were dropped, it may have been this one.
      if news?.names?.contains(name) ?? true { changed() }
    }
    // The source holds the descriptor until it has let go of it.
    source.setCancelHandler { withExtendedLifetime(box) {} }
    source.resume()
  }

  deinit { source.cancel() }
}

/// A watch that a source's handlers share.
private final class WatchBox: Sendable {
  let watch: FolderWatch
  init(_ watch: consuming FolderWatch) { self.watch = watch }
}
