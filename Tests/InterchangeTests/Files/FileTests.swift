import Encodings
import Glibc
import Interchange
import TestSupport
import Testing

@Suite("Files are written whole or not at all")
struct FileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test
  func `a file takes its name when it is finished, and keeps its rights`() throws {
    let path = folder.file("a.json")
    try folder.write("old", to: "a.json")
    chmod(path, 0o640)
    let file = try OutputFile(path)
    put("new", into: file)
    #expect(try folder.text(of: "a.json") == "old")
    try file.finish()
    #expect(try folder.text(of: "a.json") == "new" && folder.names == ["a.json"])
    var status = stat()
    stat(path, &status)
    #expect(status.st_mode & 0o777 == 0o640)
  }

  @Test
  func `a file that is given up leaves the old one and nothing beside it`() throws {
    let path = folder.file("a.json")
    try folder.write("old", to: "a.json")
    do {
      let file = try OutputFile(path)
      put("new", into: file)
      try file.check()
    }
    #expect(try folder.text(of: "a.json") == "old" && folder.names == ["a.json"])
  }

  @Test
  func `a link keeps leading to the file`() throws {
    let link = folder.file("b.json")
    try folder.write("old", to: "a.json")
    symlink("a.json", link)
    let file = try OutputFile(link)
    put("new", into: file)
    try file.finish()
    #expect(try folder.text(of: "a.json") == "new")
    var status = stat()
    lstat(link, &status)
    #expect(status.st_mode & S_IFMT == S_IFLNK)
  }

  @Test func `a link to a file that is not there yet keeps leading to it`() throws {
    symlink("a.json", folder.file("b.json"))
    let file = try OutputFile(folder.file("b.json"))
    put("new", into: file)
    try file.finish()
    #expect(try folder.text(of: "a.json") == "new" && OutputTarget(folder.file("a.json")) != .special)
    var status = stat()
    lstat(folder.file("b.json"), &status)
    #expect(status.st_mode & S_IFMT == S_IFLNK)
  }

  @Test func `what the program has open is written to by that way, over links too`() throws {
    try folder.write("old ", to: "a.json")
    let descriptor = open(folder.file("a.json"), O_WRONLY | O_APPEND | O_CLOEXEC)
    defer { close(descriptor) }
    symlink("/dev/fd/\(descriptor)", folder.file("link"))
    for path in ["/dev/fd/\(descriptor)", "/proc/self/fd/\(descriptor)", folder.file("link")] {
      #expect(try OutputTarget(path) == .open(descriptor))
      let file = try OutputFile(path)
      put("new ", into: file)
      try file.finish()
    }
    #expect(try folder.text(of: "a.json") == "old new new new ")
  }

  @Test
  func `what is no plain file is written to as it is`() throws {
    let file = try OutputFile("/dev/null")
    put("new", into: file)
    try file.finish()
    let full = try OutputFile("/dev/full")
    put("new", into: full)
    #expect(words { try full.finish() } == "cannot write '/dev/full': no space left on device")
  }

  @Test
  func `what cannot be opened says why`() {
    #expect(words { _ = try ByteInput(path: "/none.csv") } == "cannot open '/none.csv': no such file or directory")
    #expect(words { _ = try ByteInput(path: "/tmp") } == "'/tmp' is a folder: a file is needed")
    #expect(words { _ = try OutputFile("/tmp") } == "'/tmp' is a folder: a file is needed")
    #expect(
      words { _ = try OutputFile("/none/a.csv") } == "cannot write '/none/a.csv': no such file or directory")
  }

  @Test
  func `what must be read whole has a largest size`() throws {
    try folder.write(String(repeating: "x", count: 700_000), to: "a.bplist")
    let path = folder.file("a.bplist")
    let refused = "it has more than 0 MiB, and must be read whole: plist, json and jsonl are read piece by piece"
    #expect(words { _ = try ByteInput(path: path).everything(limit: 699_999) } == refused)
    #expect(words { _ = try ByteInput("abc".utf8).everything(limit: 2) } == refused)
    #expect(try ByteInput(path: path).everything(limit: 700_000).count == 700_000)
  }

  @Test
  func `files longer than the window are read row by row`() throws {
    let path = folder.file("a.csv")
    let long = String(repeating: "é,\n", count: 200_000)
    try folder.write(
      "id,text\n" + (0..<60_000).map { "\($0),\"x\($0)\n\"\n" }.joined() + "60000,\"\(long)\"", to: "a.csv")
    guard case .rows(let reader) = try FileFormat.csv.reader(ByteInput(path: path)) else { return }
    for number in 0..<60_000 {
      try #require(try reader.next())
      let cells = (reader.cells[0], reader.cells[1])
      try #require(String(decoding: cells.0.bytes, as: UTF8.self) == "\(number)")
      try #require(String(decoding: cells.1.bytes, as: UTF8.self) == "x\(number)\n")
      try #require(reader.line == 2 + 2 * number)
    }
    try #require(try reader.next())
    #expect(String(decoding: reader.cells[1].bytes, as: UTF8.self) == long)
    #expect(try !reader.next())
  }

  @Test(arguments: ["json", "jsonl", "plist"])
  func `documents in long files are read one by one`(name: String) throws {
    let format = try #require(FileFormat.named(name))
    let documents = (0..<20_000).map { DocumentValue.map(["id": .integer($0), "name": .text("é\($0)")]) }
    let path = folder.file("a." + name)
    try folder.write(try written(documents, format), to: "a." + name)
    guard case .documents(let reader) = try format.reader(ByteInput(path: path)) else { return }
    for document in documents { try #require(try reader.next() == document) }
    #expect(try reader.next() == nil)
  }

  @Test
  func `a format is known by its name and by the ending of a file`() {
    #expect(FileFormat.of(path: "a/b.c/Players.JSON")?.name == "json")
    #expect(FileFormat.of(path: "a.b/json") == nil && FileFormat.of(path: "x.ndjson")?.name == "jsonl")
    #expect(FileFormat.all.map(\.name) == ["csv", "tsv", "json", "jsonl", "plist", "bplist"])
    #expect(FileFormat.all.allSatisfy { !$0.summary.isEmpty && FileFormat.named($0.name) != nil })
  }

  private func words(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "no error"
    } catch {
      return "\(error)"
    }
  }

  private func put(_ text: String, into file: OutputFile) { Array(text.utf8).withUnsafeBytes { file.write($0) } }
}
