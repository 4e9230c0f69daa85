import COpenSSL

/// OpenSSL's algorithms without the keys that TLS as this program speaks it has no use of.
///
/// Whenever OpenSSL 3.0 reads a public key, that of a caller's certificate say, it makes a list of every decoder and every kind
/// of key that there is, some eighty, and tries them. Here it is the same provider with those of Ed25519 and X25519 alone; what
/// else it has is passed on as it is (provider-base(7)).
enum TLSAlgorithms {
  /// A library context (`OSSL_LIB_CTX`) for TLS alone; nil, which is to OpenSSL the ordinary one, where it cannot be made.
  ///
  /// Never freed.
  // SAFETY: made once; what OpenSSL changes in it, it guards with locks of its own.
  nonisolated(unsafe) static let library: OpaquePointer? = {
    OpenSSL.isReady
    defer { ERR_clear_error() }
    guard whole != nil, let library = OSSL_LIB_CTX_new() else { return nil }
    guard OSSL_PROVIDER_add_builtin(library, name, beginProvider) == 1, OSSL_PROVIDER_load(library, name) != nil else {
      OSSL_LIB_CTX_free(library)
      return nil
    }
    return library
  }()

  private static let name = "socketplay"
  private static let kept = ["ED25519", "X25519"]

  // SAFETY: these are made once, never changed and never freed.

  /// The provider that has all of them, in the ordinary context.
  nonisolated(unsafe) fileprivate static let whole = OSSL_PROVIDER_load(nil, "default")
  nonisolated(unsafe) fileprivate static let keys = few(OSSL_OP_KEYMGMT)
  nonisolated(unsafe) fileprivate static let decoders = few(OSSL_OP_DECODER)
  nonisolated(unsafe) fileprivate static let ciphers: UnsafePointer<OSSL_ALGORITHM> = {
    var ciphers = all(OSSL_OP_CIPHER)
    for index in ciphers.indices where firstName(ciphers[index]) == TLSCipher.name {
      let own = list(ciphers[index].implementation) { $0.function_id == 0 }
      if let functions = TLSCipher.functions(beside: own) {
        ciphers[index].implementation = forGood(functions + [OSSL_DISPATCH()])
      }
    }
    return forGood(ciphers + [OSSL_ALGORITHM()])
  }()

  /// What the provider can be asked, as the whole one answers it, but for its algorithms; and this one's end is not its end.
  nonisolated(unsafe) fileprivate static let functions: UnsafePointer<OSSL_DISPATCH> = {
    let ours:
      @convention(c) (UnsafeMutableRawPointer?, Int32, UnsafeMutablePointer<Int32>?) -> UnsafePointer<
        OSSL_ALGORITHM
      >? = queryOperation
    var functions = list(OSSL_PROVIDER_get0_dispatch(whole)) { $0.function_id == 0 }
    functions.removeAll {
      [OSSL_FUNC_PROVIDER_TEARDOWN, OSSL_FUNC_PROVIDER_UNQUERY_OPERATION].contains($0.function_id)
    }
    for index in functions.indices where functions[index].function_id == OSSL_FUNC_PROVIDER_QUERY_OPERATION {
      functions[index].function = unsafeBitCast(ours, to: (@convention(c) () -> Void).self)
    }
    return forGood(functions + [OSSL_DISPATCH()])
  }()

  /// The whole provider's algorithms of that kind that are kept.
  private static func few(_ operation: Int32) -> UnsafePointer<OSSL_ALGORITHM> {
    let few = all(operation).filter { firstName($0).map(kept.contains) == true }
    return forGood(few + [OSSL_ALGORITHM()])
  }

  private static func all(_ operation: Int32) -> [OSSL_ALGORITHM] {
    var isVolatile: Int32 = 0
    return list(OSSL_PROVIDER_query_operation(whole, operation, &isVolatile)) { $0.algorithm_names == nil }
  }

  /// The first of an algorithm's names, between which there are colons.
  private static func firstName(_ algorithm: OSSL_ALGORITHM) -> String? {
    algorithm.algorithm_names.map { String(String(cString: $0).prefix { $0 != ":" }) }
  }

  /// The entries before the one that ends a table.
  private static func list<Entry>(_ table: UnsafePointer<Entry>?, isEnd: (Entry) -> Bool) -> [Entry] {
    guard var entry = table else { return [] }
    var entries: [Entry] = []
    while !isEnd(entry.pointee) {
      entries.append(entry.pointee)
      entry += 1
    }
    return entries
  }

  private static func forGood<Entry>(_ entries: [Entry]) -> UnsafePointer<Entry> {
    let memory = UnsafeMutablePointer<Entry>.allocate(capacity: entries.count)
    memory.initialize(from: entries, count: entries.count)
    return UnsafePointer(memory)
  }
}

/// Called by OpenSSL to begin the provider: the functions it has, and the context that they are called with.
private func beginProvider(
  _: OpaquePointer?, _: UnsafePointer<OSSL_DISPATCH>?,
  _ functions: UnsafeMutablePointer<UnsafePointer<OSSL_DISPATCH>?>?,
  _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> Int32 {
  functions?.pointee = TLSAlgorithms.functions
  context?.pointee = OSSL_PROVIDER_get0_provider_ctx(TLSAlgorithms.whole)
  return 1
}

/// Called by OpenSSL for the algorithms of one kind.
private func queryOperation(
  _: UnsafeMutableRawPointer?, _ operation: Int32, _ isVolatile: UnsafeMutablePointer<Int32>?
) -> UnsafePointer<OSSL_ALGORITHM>? {
  switch operation {
  case OSSL_OP_KEYMGMT: TLSAlgorithms.keys
  case OSSL_OP_DECODER: TLSAlgorithms.decoders
  case OSSL_OP_CIPHER: TLSAlgorithms.ciphers
  default: OSSL_PROVIDER_query_operation(TLSAlgorithms.whole, operation, isVolatile)
  }
}
