import Schema
import Testing

@Suite struct EmailTests {
  private func isEmail(_ text: String) throws -> Bool? {
    let matches = Schema.Test.kind(.email, []).matcher()
    return try Value.text(text).withCell { (cell) throws(SchemaError) in try matches(cell) }
  }

  @Test(arguments: [
    "a@b.de", "ann.lee+tag@mail.example.org", "x_y-z'q@a-b.co", "jürgen@bücher.example", "用户@例子.广告", "a@1.2.3.com",
  ])
  func `an address passes`(text: String) throws {
    #expect(try isEmail(text) == true)
  }

  @Test(arguments: [
    "", "a", "@", "a@", "@b.de", "a@b", "a b@c.de", "a@b c.de", "a@@b.de", "a@b..de", ".a@b.de", "a.@b.de", "a..b@c.de",
    "a@-b.de", "a@b-.de", "a@b.de.", "a@b.de\n", " a@b.de", "a,b@c.de", "<a@b.de>", "a\0@b.de",
    String(repeating: "x", count: 65) + "@b.de", "a@" + String(repeating: "x", count: 64) + ".de",
  ])
  func `anything else fails`(text: String) throws {
    #expect(try isEmail(text) == false)
  }
}
