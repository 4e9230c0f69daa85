import Glibc

extension Descriptor where Self: ~Copyable {
  /// Reads what is there, up to the buffer's size (`read`): 0 at the end, nil where nothing is there yet (nonblocking).
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int? {
    try checkedUnlessBusy("read", on: rawValue) { Glibc.read(rawValue, buffer.baseAddress, buffer.count) }
  }

  /// Writes some of the bytes (`write`) and tells how many; nil where none can go yet (nonblocking).
  public func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int? {
    try checkedUnlessBusy("write", on: rawValue) { Glibc.write(rawValue, bytes.baseAddress, bytes.count) }
  }

  /// Reads at an offset without moving the file's position (`pread`): 0 at the end, else at least one byte.
  public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(SystemError) -> Int {
    try checked("pread") { pread(rawValue, buffer.baseAddress, buffer.count, off_t(offset)) }
  }

  /// Writes some of the bytes at an offset without moving the file's position (`pwrite`) and tells how many.
  public func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(SystemError) -> Int {
    try checked("pwrite") { pwrite(rawValue, bytes.baseAddress, bytes.count, off_t(offset)) }
  }

  /// Reads at an offset until the buffer is full or the file ends, and tells how many bytes came.
  ///
  /// Blocks.
  public func readAll(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(SystemError) -> Int {
    var done = 0
    while done < buffer.count {
      let count = try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[done...]), at: offset + Int64(done))
      if count == 0 { break }
      done += count
    }
    return done
  }

  /// Writes all the bytes at an offset.
  ///
  /// Blocks.
  public func writeAll(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      done += try write(UnsafeRawBufferPointer(rebasing: bytes[done...]), at: offset + Int64(done))
    }
  }

  /// Writes all the bytes at the file's position, waiting where the other end is slow.
  ///
  /// Blocks the thread.
  public func writeAll(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      if let count = try write(UnsafeRawBufferPointer(rebasing: bytes[done...])) {
        done += count
      } else {
        _ = try waitWritable(milliseconds: -1)
      }
    }
  }

  /// Writes all the bytes at the file's position, waiting where the other end is slow.
  ///
  /// Blocks the thread.
  public func writeAll(_ bytes: [UInt8]) throws(SystemError) {
    try bytes.span.withUnsafeBytes { (buffer) throws(SystemError) in try writeAll(buffer) }
  }

  /// Writes some of up to three pieces, in order, in one call (`writev`) and tells how many bytes; nil where none can go.
  ///
  /// For sockets use `send(_:_:_:)`, which cannot raise SIGPIPE.
  public func write(
    _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer, _ third: UnsafeRawBufferPointer
  ) throws(SystemError) -> Int? {
    var pieces = (vector(first), vector(second), vector(third))
    return try checkedUnlessBusy("writev") {
      withUnsafeMutableBytes(of: &pieces) { writev(rawValue, $0.assumingMemoryBound(to: iovec.self).baseAddress, 3) }
    }
  }
}

/// A piece of memory as the kernel takes it; for writing, the kernel only reads it.
func vector(_ bytes: UnsafeRawBufferPointer) -> iovec {
  iovec(iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
}
