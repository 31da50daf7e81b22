import Glibc
import Testing

/// A directory of one test's own, removed with the databases in it.
final class TemporaryFolder {
  let path: String
  private var files: [String] = []
  private var folders: [String] = []

  init() {
    var template = Array("/tmp/moonshell-XXXXXX".utf8CString)
    path = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) } ?? "/tmp"
    }
  }

  deinit {
    for file in files { for suffix in ["", "-wal", "-shm", "-journal"] { unlink(file + suffix) } }
    for folder in folders.reversed() { rmdir(folder) }
    rmdir(path)
  }

  func file(_ name: String) -> String {
    files.append(path + "/" + name)
    return path + "/" + name
  }

  /// Writes a file, in folders that are made where they are not there.
  func write(_ text: String, to name: String) throws {
    var folder = path
    for part in name.split(separator: "/").dropLast() {
      folder += "/" + part
      if mkdir(folder, 0o700) == 0 { folders.append(folder) }
    }
    let stream = try #require(fopen(file(name), "w"))
    fputs(text, stream)
    fclose(stream)
  }
}
