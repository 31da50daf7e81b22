import Glibc

/// A file that holds the input under work, which is still there when the process is not.
final class LastInput {
  let path: String
  private let descriptor: Int32

  init(path: String) throws {
    self.path = path
    descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    if descriptor < 0 { throw Finding("cannot write \(path)") }
  }

  deinit { close(descriptor) }

  func note(_ input: [UInt8]) throws {
    guard ftruncate(descriptor, off_t(input.count)) == 0, pwrite(descriptor, input, input.count, 0) == input.count
    else {
      throw Finding("cannot write \(path)")
    }
  }

  /// All bytes of a file.
  static func bytes(of path: String) throws -> [UInt8] {
    guard let stream = fopen(path, "r") else { throw Finding("cannot read \(path)") }
    defer { fclose(stream) }
    var result: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&piece, 1, piece.count, stream), count > 0 { result += piece.prefix(count) }
    return result
  }
}
