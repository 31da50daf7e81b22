import Testing

/// What Swift code is named, and whom it touches.
@Suite struct SwiftNameTests {
  @Test func `cases of an enum are distinct, and letters stay letters`() throws {
    let script = try Script(
      schema: """
        entity "Größe" {
          code = text { primary_key = true }, price = decimal {},
          sign = enum { "+", "-", "<=", "", "a b", "a_b", default = "-" },
        }
        """)
    let swift = try script.run("print(generate 'swift')")
    for line in [
      "struct Größe: Codable, Hashable, Identifiable {", "case plus = \"+\"", "case minus = \"-\"",
      "case lessEqual = \"<=\"", "case empty = \"\"", "case aB = \"a b\"", "case aB_2 = \"a_b\"",
      "var sign: Sign? = .minus", "var id: String { self.code }",
      "extension Größe {", "self.price = try MoonshellCoding.optional(container, .price, MoonshellCoding.decimal)",
    ] {
      #expect(swift.contains(line), "\(line)")
    }
    #expect(!swift.contains("extension Keyed"))
  }
}
