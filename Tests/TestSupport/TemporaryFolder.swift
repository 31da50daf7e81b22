import Glibc

/// A folder of one test's own, removed with all that is in it when the value goes away.
///
/// ```swift
/// let folder = TemporaryFolder()
/// try folder.write("a,b\n", to: "sub/a.csv")
/// folder.names                  // ["sub"]
/// ```
package final class TemporaryFolder {
  package let path: String

  /// A call of the system that did not do what it was asked.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  package init() throws {
    var template = Array("/tmp/moonshell-tests-XXXXXX".utf8CString)
    guard let made = template.withUnsafeMutableBufferPointer({ $0.baseAddress.flatMap { mkdtemp($0) } }) else {
      throw Failure(description: "mkdtemp: \(String(cString: strerror(errno)))")
    }
    path = String(cString: made)
  }

  deinit { Self.remove(path) }

  /// The path of a file in it, which need not be there.
  package func file(_ name: String) -> String { path + "/" + name }

  /// What is in it, in order.
  package var names: [String] { Self.names(in: path) }

  package func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

  /// Writes a file, in folders that are made where they are not there.
  package func write(_ bytes: [UInt8], to name: String) throws {
    var folder = path
    for part in name.split(separator: "/").dropLast() {
      folder += "/" + part
      mkdir(folder, 0o700)
    }
    guard let stream = fopen(file(name), "w") else { throw failure("cannot write", name) }
    defer { fclose(stream) }
    guard fwrite(bytes, 1, bytes.count, stream) == bytes.count else { throw failure("cannot write", name) }
  }

  package func text(of name: String) throws -> String { String(decoding: try bytes(of: name), as: UTF8.self) }

  package func bytes(of name: String) throws -> [UInt8] {
    guard let stream = fopen(file(name), "r") else { throw failure("cannot read", name) }
    defer { fclose(stream) }
    var result: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&piece, 1, piece.count, stream), count > 0 { result += piece.prefix(count) }
    return result
  }

  private func failure(_ words: String, _ name: String) -> Failure {
    Failure(description: "\(words) \(name): \(String(cString: strerror(errno)))")
  }

  private static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var result: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { result.append(name) }
    }
    return result.sorted()
  }

  private static func remove(_ folder: String) {
    for name in names(in: folder) {
      let child = folder + "/" + name
      if unlink(child) != 0 { remove(child) }
    }
    rmdir(folder)
  }
}
