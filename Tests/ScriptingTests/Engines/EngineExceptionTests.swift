import Glibc
import Store
import Testing

/// The tests that ask SQLite alone are a list, which names what there is.
@Suite struct EngineExceptionTests {
  @Test func `each test that asks SQLite alone is one of this target`() throws {
    let folder = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    var files: [String: String] = [:]
    for path in Self.paths(below: "/" + folder) {
      let name = path.split(separator: "/").last.map(String.init) ?? ""
      files[name] = Self.text(of: path)
    }
    #expect(files.count > 100)
    for exception in EngineException.all {
      let text = files[exception.suite + ".swift"] ?? ""
      #expect(text.contains("func `\(exception.test)`"), "\(exception.suite): \(exception.test)")
    }
  }

  @Test func `what keeps a test from an engine is a capability where it is one`() {
    for reason in EngineException.Reason.allCases {
      guard let capability = reason.capability else { continue }
      #expect(Capabilities.Capability(rawValue: capability) != nil, "\(reason)")
    }
    #expect(Set(EngineException.Reason.allCases) == Set(EngineException.all.map(\.reason)))
  }

  private static func paths(below folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var result: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasPrefix(".") { continue }
      let path = folder + "/" + name
      result += name.hasSuffix(".swift") ? [path] : paths(below: path)
    }
    return result
  }

  private static func text(of path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
