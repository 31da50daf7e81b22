import TestSupport
import Testing

/// A script and a folder of its own, whose files it names by `dir .. "/a.csv"`.
final class FileScript {
  let script: Script
  private let files: TemporaryFolder

  init(schema: String) throws {
    files = try TemporaryFolder()
    script = try Script(schema: "dir = '\(files.path)'\n" + schema)
  }

  var folder: String { files.path }

  var names: [String] { files.names }

  func write(_ name: String, _ text: String) throws { try files.write(text, to: name) }

  func contents(_ name: String) throws -> String { try files.text(of: name) }

  /// What a script prints and returns, without the folder in it.
  func run(_ source: String) throws -> String { short(try script.run(source)) }

  func failure(_ source: String) -> String { short(script.failure(source)) }

  private func short(_ text: String) -> String {
    text.split(separator: folder + "/", omittingEmptySubsequences: false).joined()
  }
}

/// An entity with a field of every type.
let everyType = """
  Thing = entity "Thing" {
    t = text {}, i = integer { default = 7 }, small = integer { bits = 16 }, r = real {}, d = decimal { scale = 3 },
    b = boolean { default = true }, day = date {}, at = datetime {}, bytes = data {}, id2 = uuid {}, home = url {},
    j = json {}, rank = enum { { "pro", 1 }, { "amateur", 2 } }, word = enum { "a", "" },
    lap = duration {},
  }
  db:create_all()
  """
