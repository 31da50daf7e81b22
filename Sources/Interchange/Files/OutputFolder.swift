import Encodings
import Platform

/// A folder that files are written into; what else is there stays.
package struct OutputFolder {
  private let path: String

  package init(_ path: String) { self.path = path }

  /// Makes the folder where it is not there, and writes each file whole.
  package func write(_ files: [(name: String, text: String)]) throws(InterchangeError) {
    if mkdir(path, 0o777) != 0, errno != EEXIST { throw InterchangeError(.file(.write, path: path, code: errno)) }
    for file in files {
      let output = try OutputFile(path + "/" + file.name)
      var text = file.text
      text.withUTF8 { output.write(UnsafeRawBufferPointer($0)) }
      try output.finish()
    }
  }
}
