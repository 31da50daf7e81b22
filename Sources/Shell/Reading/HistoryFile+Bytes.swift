import Platform

/// Reading and writing whole pieces of the file.
extension HistoryFile {
  static let newline = UInt8(ascii: "\n")

  func regularSize(of descriptor: Int32) throws(Failure) -> Int {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system() }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .noOrdinaryFile }
    return Int(status.st_size)
  }

  /// The end of the file, without the line that the limit cuts.
  func tail(of descriptor: Int32) throws(Failure) -> ArraySlice<UInt8> {
    let size = try regularSize(of: descriptor)
    let start = max(0, size - byteLimit)
    let bytes = try read(descriptor, from: start, count: size - start)[...]
    return start == 0 ? bytes : bytes.drop { $0 != HistoryFile.newline }
  }

  func isOurs(_ descriptor: Int32) -> Bool {
    let header = Array(HistoryLine.header.utf8) + [HistoryFile.newline]
    return (try? read(descriptor, from: 0, count: header.count)) == header
  }

  func lastByte(of descriptor: Int32, size: Int) -> UInt8? {
    (try? read(descriptor, from: size - 1, count: 1))?.first
  }

  func read(_ descriptor: Int32, from start: Int, count: Int) throws(Failure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let got = bytes.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress?.advanced(by: filled), count - filled, off_t(start + filled))
      }
      if got < 0 && errno == EINTR { continue }
      guard got >= 0 else { throw .system() }
      if got == 0 { break }
      filled += got
    }
    return Array(bytes.prefix(filled))
  }

  func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw .system() }
      rest = rest.dropFirst(count)
    }
  }
}
