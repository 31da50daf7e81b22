import Platform

/// Writes files into a folder, which is made if it is not there.
package struct FolderWriter {
  /// A file that could not be written, and why.
  package struct Failure: Error, CustomStringConvertible {
    package let path: String
    package let code: Int32

    package var description: String { "cannot write \(path): \(String(cString: strerror(code)))" }
  }

  private let folder: String

  package init(_ folder: String) {
    self.folder = folder
  }

  /// Writes each file; a file that was there is replaced.
  package func write(_ files: [(name: String, text: String)]) throws(Failure) {
    for (name, text) in files {
      let path = folder + "/" + name
      try makeFolders(above: path)
      try write(text, to: path)
    }
  }

  private func makeFolders(above path: String) throws(Failure) {
    var index = path.startIndex
    while let slash = path[path.index(after: index)...].firstIndex(of: "/") {
      let part = String(path[..<slash])
      if mkdir(part, 0o777) != 0, errno != EEXIST { throw Failure(path: part, code: errno) }
      index = slash
    }
  }

  private func write(_ text: String, to path: String) throws(Failure) {
    guard let file = fopen(path, "we") else { throw Failure(path: path, code: errno) }
    let bytes = Array(text.utf8)
    let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count
    let code = errno
    guard fclose(file) == 0, isWritten else { throw Failure(path: path, code: isWritten ? errno : code) }
  }
}
