import Platform

/// A file that is open for reading.
///
///     let file = try InputFile("players.csv")
///     let input = try ByteInput(file)
final class InputFile {
  let path: String
  private let descriptor: Int32

  init(_ path: String) throws(InterchangeError) {
    self.path = path
    // A script's file may be a pipe without a writer: that waits, and a signal ends it.
    let descriptor = openForReading(path)
    if descriptor < 0 { throw InterchangeError(.file(.open, path: path, code: errno)) }
    self.descriptor = descriptor
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      throw InterchangeError(.isDirectory(path: path))
    }
  }

  deinit { close(descriptor) }

  /// Reads some bytes; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(InterchangeError) -> Int {
    while true {
      let count = Platform.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      if errno != EINTR { throw InterchangeError(.file(.read, path: path, code: errno)) }
    }
  }

  /// How many bytes it has, where that is known.
  var size: Int? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }
}
