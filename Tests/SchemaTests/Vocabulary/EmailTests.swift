import Schema
import Testing

@Suite struct EmailTests {
  private func isEmail(_ text: String) throws -> Bool? {
    let matches = Schema.Test.kind(.email, []).matcher()
    return try Value.text(text).withCell { (cell) throws(SchemaError) in try matches(cell) }
  }

  @Test(arguments: [
    "a@b.de", "ann.lee+tag@mail.example.org", "x_y-z%q@a-b.co", "a@1.2.3.com", "TEST@EMAIL.COM", "test@e.co",
  ])
  func `an address passes`(text: String) throws {
    #expect(try isEmail(text) == true)
  }

  @Test(arguments: [
    "", "a", "@", "a@", "@b.de", "a@b", "a b@c.de", "a@b c.de", "a@@b.de", "a@b.de.", "a@b.de\n", " a@b.de", "a,b@c.de",
    "<a@b.de>", "a\0@b.de", "test@e.c", "test@example.c", "é@email.com", "a@bücher.example", "a@b.d1",
    "a@b." + String(repeating: "x", count: 65),
  ])
  func `anything else fails`(text: String) throws {
    #expect(try isEmail(text) == false)
  }
}
