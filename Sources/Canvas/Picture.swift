import CCairo
import CTurboJPEG

/// A picture file, decoded.
struct Picture: ~Copyable {
  /// The pixels, as cairo takes them.
  let surface: OpaquePointer
  let width: Int
  let height: Int
  /// What the surface stands on, where cairo does not own it.
  private let pixels: UnsafeMutableRawBufferPointer?

  /// The widest and highest picture that is decoded, and the most pixels: 256 MiB.
  static let maximumSide = 16_384
  static let maximumPixels = 64 << 20

  /// Decodes a JPEG or PNG; nil for anything else, for what is damaged, and for what is too large.
  init?(_ file: [UInt8]) {
    if file.starts(with: [0xFF, 0xD8]) {
      guard let (surface, pixels, width, height) = Self.jpeg(file) else { return nil }
      self.surface = surface
      self.pixels = pixels
      self.width = width
      self.height = height
    } else {
      guard let (surface, width, height) = Self.png(file) else { return nil }
      self.surface = surface
      pixels = nil
      self.width = width
      self.height = height
    }
  }

  deinit {
    cairo_surface_destroy(surface)
    pixels?.deallocate()
  }

  private static func isWithinBounds(_ width: Int, _ height: Int) -> Bool {
    (1...maximumSide).contains(width) && (1...maximumSide).contains(height) && width * height <= maximumPixels
  }

  private static func jpeg(
    _ file: [UInt8]
  ) -> (OpaquePointer, UnsafeMutableRawBufferPointer, Int, Int)? {
    guard let decoder = tjInitDecompress() else { return nil }
    defer { tjDestroy(decoder) }
    var (width, height, sampling, colors): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    return file.withUnsafeBufferPointer { bytes in
      let size = UInt(bytes.count)
      guard
        tjDecompressHeader3(decoder, bytes.baseAddress, size, &width, &height, &sampling, &colors) == 0,
        isWithinBounds(Int(width), Int(height))
      else { return nil }
      let stride = cairo_format_stride_for_width(CAIRO_FORMAT_RGB24, width)
      let pixels = UnsafeMutableRawBufferPointer.allocate(byteCount: Int(stride) * Int(height), alignment: 16)
      let result = tjDecompress2(
        decoder, bytes.baseAddress, size, pixels.bindMemory(to: UInt8.self).baseAddress, width, stride, height,
        Int32(TJPF_BGRX.rawValue), 0)
      // A warning is a picture with a damaged part: shown as far as it goes.
      guard result == 0 || tjGetErrorCode(decoder) == TJERR_WARNING.rawValue,
        let surface = cairo_image_surface_create_for_data(
          pixels.bindMemory(to: UInt8.self).baseAddress, CAIRO_FORMAT_RGB24, width, height, stride)
      else {
        pixels.deallocate()
        return nil
      }
      return (surface, pixels, Int(width), Int(height))
    }
  }

  private static func png(_ file: [UInt8]) -> (OpaquePointer, Int, Int)? {
    guard file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), file.count >= 24 else { return nil }
    func integer(_ start: Int) -> Int { file[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    // Judged before libpng makes room for it.
    guard isWithinBounds(integer(16), integer(20)) else { return nil }
    let reader = ByteReader(file)
    guard
      let surface = cairo_image_surface_create_from_png_stream(
        readBytes, Unmanaged.passUnretained(reader).toOpaque())
    else { return nil }
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(surface)
      return nil
    }
    return (
      surface, Int(cairo_image_surface_get_width(surface)), Int(cairo_image_surface_get_height(surface))
    )
  }
}

/// Bytes that a C function reads.
private final class ByteReader {
  let bytes: [UInt8]
  var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }
}

/// Gives what cairo asks for (`cairo_read_func_t`).
private func readBytes(
  _ box: UnsafeMutableRawPointer?, _ data: UnsafeMutablePointer<UInt8>?, _ count: UInt32
) -> cairo_status_t {
  guard let box, let data else { return CAIRO_STATUS_READ_ERROR }
  let reader = Unmanaged<ByteReader>.fromOpaque(box).takeUnretainedValue()
  let end = reader.position + Int(count)
  guard end <= reader.bytes.count else { return CAIRO_STATUS_READ_ERROR }
  reader.bytes[reader.position..<end].withUnsafeBufferPointer { piece in
    guard let start = piece.baseAddress else { return }
    data.update(from: start, count: piece.count)
  }
  reader.position = end
  return CAIRO_STATUS_SUCCESS
}
