import COpenSSL

/// `WideGCM` as OpenSSL takes a cipher from a provider (provider-cipher(7)), with what its own AES-128-GCM tells of itself.
///
/// It does what TLS 1.3 asks of one: a key once, then for each record a nonce, what is authenticated only, the record and its
/// tag. It cannot be copied (`EVP_CIPHER_CTX_copy`).
enum TLSCipher {
  /// The first of the names by which OpenSSL knows it.
  static let name = "AES-128-GCM"

  /// Its functions, beside those of OpenSSL's own that tell what it is; nil where `WideGCM` cannot be had.
  static func functions(beside own: [OSSL_DISPATCH]) -> [OSSL_DISPATCH]? {
    guard WideGCM() != nil else { return nil }
    let described = own.filter {
      [OSSL_FUNC_CIPHER_GET_PARAMS, OSSL_FUNC_CIPHER_GETTABLE_PARAMS].contains($0.function_id)
    }
    return described + [
      function(OSSL_FUNC_CIPHER_NEWCTX, newContext as New), function(OSSL_FUNC_CIPHER_FREECTX, freeContext as Free),
      function(OSSL_FUNC_CIPHER_ENCRYPT_INIT, beginEncrypting as Begin),
      function(OSSL_FUNC_CIPHER_DECRYPT_INIT, beginDecrypting as Begin),
      function(OSSL_FUNC_CIPHER_UPDATE, update as Update), function(OSSL_FUNC_CIPHER_FINAL, finish as Finish),
      function(OSSL_FUNC_CIPHER_GET_CTX_PARAMS, getParameters as Parameters),
      function(OSSL_FUNC_CIPHER_SET_CTX_PARAMS, setParameters as Parameters),
    ]
  }

  private static func function<Function>(_ id: Int32, _ function: Function) -> OSSL_DISPATCH {
    OSSL_DISPATCH(function_id: id, function: unsafeBitCast(function, to: (@convention(c) () -> Void).self))
  }

  private typealias New = @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
  private typealias Free = @convention(c) (UnsafeMutableRawPointer?) -> Void
  private typealias Begin =
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, Int, UnsafePointer<UInt8>?, Int, UnsafePointer<OSSL_PARAM>?
    ) -> Int32
  private typealias Update =
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int>?, Int, UnsafePointer<UInt8>?,
      Int
    ) -> Int32
  private typealias Finish =
    @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int>?, Int) -> Int32
  private typealias Parameters = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<OSSL_PARAM>?) -> Int32
}

/// The cipher that a context of OpenSSL's is, which lives from `newContext` to `freeContext`.
private func cipher(_ context: UnsafeMutableRawPointer?) -> WideGCM? {
  context.map { Unmanaged<WideGCM>.fromOpaque($0).takeUnretainedValue() }
}

private func newContext(_: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  WideGCM().map { Unmanaged.passRetained($0).toOpaque() }
}

private func freeContext(_ context: UnsafeMutableRawPointer?) {
  if let context { Unmanaged<WideGCM>.fromOpaque(context).release() }
}

private func beginEncrypting(
  _ context: UnsafeMutableRawPointer?, _ key: UnsafePointer<UInt8>?, _ keySize: Int, _ nonce: UnsafePointer<UInt8>?,
  _ nonceSize: Int, _ parameters: UnsafePointer<OSSL_PARAM>?
) -> Int32 {
  begin(
    context, true, UnsafeRawBufferPointer(start: key, count: keySize), .init(start: nonce, count: nonceSize), parameters
  )
}

private func beginDecrypting(
  _ context: UnsafeMutableRawPointer?, _ key: UnsafePointer<UInt8>?, _ keySize: Int, _ nonce: UnsafePointer<UInt8>?,
  _ nonceSize: Int, _ parameters: UnsafePointer<OSSL_PARAM>?
) -> Int32 {
  begin(
    context, false, UnsafeRawBufferPointer(start: key, count: keySize), .init(start: nonce, count: nonceSize),
    parameters)
}

/// Takes a key, a nonce, both or neither.
private func begin(
  _ context: UnsafeMutableRawPointer?, _ isEncrypting: Bool, _ key: UnsafeRawBufferPointer,
  _ nonce: UnsafeRawBufferPointer,
  _ parameters: UnsafePointer<OSSL_PARAM>?
) -> Int32 {
  guard let cipher = cipher(context) else { return 0 }
  cipher.setDirection(isEncrypting: isEncrypting)
  if key.baseAddress != nil, !cipher.setKey(key) { return 0 }
  if nonce.baseAddress != nil, !cipher.begin(nonce) { return 0 }
  return parameters.map { setParameters(context, UnsafeMutablePointer(mutating: $0)) } ?? 1
}

/// Takes bytes that are authenticated only, which have no output, or encrypts or decrypts them.
private func update(
  _ context: UnsafeMutableRawPointer?, _ output: UnsafeMutablePointer<UInt8>?,
  _ outputCount: UnsafeMutablePointer<Int>?,
  _ outputSize: Int, _ input: UnsafePointer<UInt8>?, _ count: Int
) -> Int32 {
  guard let cipher = cipher(context), input != nil || count == 0 else { return 0 }
  let bytes = UnsafeRawBufferPointer(start: input, count: count)
  if let output {
    guard bytes.count <= outputSize, cipher.work(bytes, into: output) else { return 0 }
  } else {
    guard cipher.authenticate(bytes) else { return 0 }
  }
  outputCount?.pointee = bytes.count
  return 1
}

private func finish(
  _ context: UnsafeMutableRawPointer?, _: UnsafeMutablePointer<UInt8>?, _ outputCount: UnsafeMutablePointer<Int>?,
  _: Int
) -> Int32 {
  guard cipher(context)?.end() == true else { return 0 }
  outputCount?.pointee = 0
  return 1
}

private func getParameters(_ context: UnsafeMutableRawPointer?, _ parameters: UnsafeMutablePointer<OSSL_PARAM>?)
  -> Int32
{
  guard let cipher = cipher(context) else { return 0 }
  let sizes = [
    (OSSL_CIPHER_PARAM_KEYLEN, WideGCM.keySize), (OSSL_CIPHER_PARAM_IVLEN, WideGCM.nonceSize),
    (OSSL_CIPHER_PARAM_AEAD_TAGLEN, WideGCM.tagSize),
  ]
  for (name, size) in sizes {
    if let asked = OSSL_PARAM_locate(parameters, name), OSSL_PARAM_set_size_t(asked, size) != 1 { return 0 }
  }
  guard let asked = OSSL_PARAM_locate(parameters, OSSL_CIPHER_PARAM_AEAD_TAG) else { return 1 }
  guard let tag = cipher.madeTag, asked.pointee.data_size <= tag.count else { return 0 }
  return OSSL_PARAM_set_octet_string(asked, tag.baseAddress, asked.pointee.data_size)
}

/// Takes the tag that is expected; sizes may be told, but there is one of each.
private func setParameters(_ context: UnsafeMutableRawPointer?, _ parameters: UnsafeMutablePointer<OSSL_PARAM>?)
  -> Int32
{
  guard let cipher = cipher(context) else { return 0 }
  for (name, size) in [(OSSL_CIPHER_PARAM_KEYLEN, WideGCM.keySize), (OSSL_CIPHER_PARAM_IVLEN, WideGCM.nonceSize)] {
    var told = 0
    guard let parameter = OSSL_PARAM_locate_const(parameters, name) else { continue }
    guard OSSL_PARAM_get_size_t(parameter, &told) == 1, told == size else { return 0 }
  }
  guard let tag = OSSL_PARAM_locate_const(parameters, OSSL_CIPHER_PARAM_AEAD_TAG) else { return 1 }
  // Without bytes it would tell the size of the tag alone.
  guard let bytes = tag.pointee.data else { return 0 }
  return cipher.expect(UnsafeRawBufferPointer(start: bytes, count: tag.pointee.data_size)) ? 1 : 0
}
