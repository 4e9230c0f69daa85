import Glibc

/// The bytes of small music files, as the formats say they are.
enum SongFile {
  /// One frame of MPEG 1 layer III: 128 kbit/s, 44.1 kHz, 1152 samples, 417 bytes of silence.
  static let frame: [UInt8] = [0xff, 0xfb, 0x90, 0x64] + [UInt8](repeating: 0, count: 413)

  /// An mp3 of that many frames behind an ID3v2.3 tag.
  static func mp3(title: String, artist: String, album: String, frames: Int) -> [UInt8] {
    let tag = text("TIT2", title) + text("TPE1", artist) + text("TALB", album)
    let size = [21, 14, 7, 0].map { UInt8(truncatingIfNeeded: tag.count >> $0 & 0x7f) }
    return Array("ID3".utf8) + [3, 0, 0] + size + tag + (0..<frames).flatMap { _ in frame }
  }

  /// A WAV of that many seconds of silence: 8 kHz, one channel, one byte a sample, no tag.
  static func wav(seconds: Int) -> [UInt8] {
    let data = [UInt8](repeating: 0x80, count: seconds * 8000)
    let format =
      little(16, 4) + little(1, 2) + little(1, 2) + little(8000, 4) + little(8000, 4) + little(1, 2) + little(8, 2)
    let body = Array("WAVEfmt ".utf8) + format + Array("data".utf8) + little(data.count, 4) + data
    return Array("RIFF".utf8) + little(body.count, 4) + body
  }

  /// Runs `body` with a file of these bytes, of that suffix.
  static func with<R>(_ bytes: [UInt8], suffix: String, _ body: (String) throws -> R) throws -> R {
    var template = Array("/tmp/song-XXXXXX\(suffix)".utf8CString)
    let descriptor = mkstemps(&template, Int32(suffix.utf8.count))
    guard descriptor >= 0 else { throw Unwritable(code: errno) }
    defer { close(descriptor) }
    let path = template.withUnsafeBufferPointer { buffer in
      String(decoding: buffer.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    defer { unlink(path) }
    guard write(descriptor, bytes, bytes.count) == bytes.count else { throw Unwritable(code: errno) }
    return try body(path)
  }

  /// The file could not be written.
  struct Unwritable: Error { var code: Int32 }

  /// A text frame of ID3v2.3, in UTF-16.
  private static func text(_ name: String, _ value: String) -> [UInt8] {
    let body: [UInt8] = [1, 0xff, 0xfe] + value.utf16.flatMap { little(Int($0), 2) }
    return Array(name.utf8) + little(body.count, 4).reversed() + [0, 0] + body
  }

  private static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}
