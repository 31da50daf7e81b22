import Glibc

/// A directory of one test's own, removed with the databases in it.
final class TemporaryFolder {
  let path: String
  private var files: [String] = []

  init() {
    var template = Array("/tmp/moonshell-XXXXXX".utf8CString)
    path = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) } ?? "/tmp"
    }
  }

  deinit {
    for file in files { for suffix in ["", "-wal", "-shm", "-journal"] { unlink(file + suffix) } }
    rmdir(path)
  }

  func file(_ name: String) -> String {
    files.append(path + "/" + name)
    return path + "/" + name
  }
}
