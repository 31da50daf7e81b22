import Glibc
import Testing

/// A script and a folder of its own, whose files it names by `dir .. "/a.csv"`.
final class FileScript {
  let script: Script
  let folder: String

  init(schema: String) throws {
    var template = Array("/tmp/moonshell-XXXXXX".utf8CString)
    folder = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) } ?? "/tmp"
    }
    script = try Script(schema: "dir = '\(folder)'\n" + schema)
  }

  deinit {
    for name in names { unlink(folder + "/" + name) }
    rmdir(folder)
  }

  func write(_ name: String, _ text: String) throws {
    let stream = try #require(fopen(folder + "/" + name, "w"))
    fputs(text, stream)
    fclose(stream)
  }

  func contents(_ name: String) throws -> String {
    let stream = try #require(fopen(folder + "/" + name, "r"))
    defer { fclose(stream) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = fread(&bytes, 1, bytes.count, stream)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  /// What a script prints and returns, without the folder in it.
  func run(_ source: String) throws -> String { short(try script.run(source)) }

  func failure(_ source: String) -> String { short(script.failure(source)) }

  private func short(_ text: String) -> String {
    text.split(separator: folder + "/", omittingEmptySubsequences: false).joined()
  }

  var names: [String] {
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
}

/// An entity with a field of every type.
let everyType = """
  Thing = entity "Thing" {
    t = text {}, i = integer { default = 7 }, small = integer { bits = 16 }, r = real {}, d = decimal { scale = 3 },
    b = boolean { default = true }, day = date {}, at = datetime {}, bytes = data {}, id2 = uuid {}, home = url {},
    j = json {}, rank = enum { { "pro", 1 }, { "amateur", 2 } }, word = enum { "a", "" },
  }
  db:create_all()
  """
