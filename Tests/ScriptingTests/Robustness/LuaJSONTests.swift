import Encodings
import LuaRows
import LuaRuntime
import TestSupport
import Testing

@testable import Scripting

/// JSON that becomes values of Lua is just what becomes documents.
@Suite struct LuaJSONTests {
  @Test func `a text is taken as a value of Lua just where it is a document`() throws {
    let seed = Dice.seed()
    print("seed of the texts: \(seed)")
    var dice = Dice(seed: seed)
    let lua = try LuaState()
    let parts = [
      "[", "]", "{", "}", ",", ":", "\"a\"", "\"b\"", "\"\\u0061\"", "\"\\ud800\"", "1", "0", "-", ".", "e5", "e400",
      "9e999", "+",
      "null", "true", " ", "\n", "\"é\"", "\"", "\\", "01", ".5",
    ]
    var texts = [
      "[01]", "[+1]", "[.5]", "1e400", "[1e400]", "9e999", "[1.]", "{\"a\":1,\"a\":2}", "{\"a\":null,\"a\":null}",
      "\"\t\"",
      "", "null", "[null]", " 1 ", "-", "{\"a\":1}", "[1,2]",
    ]
    for _ in 0..<5000 { texts.append((0..<dice.roll(8)).map { _ in dice.pick(parts) }.joined()) }
    for _ in 0..<2000 {
      // Whole documents with one part changed.
      var pieces = ["{", "\"a\"", ":", "[", "1", ",", "0.5", ",", "\"b\"", "]", ",", "\"c\"", ":", "null", "}"]
      pieces[dice.roll(pieces.count)] = dice.pick(parts)
      texts.append(pieces.joined())
    }
    var taken = 0
    for text in texts {
      let isDocument = (try? DocumentValue(json: text.utf8)) != nil
      #expect(isPushed(text, lua) == isDocument, "\(text)")
      if isDocument { taken += 1 }
    }
    #expect(taken > 100)
  }

  @Test func `bytes that are no UTF-8 are no JSON`() throws {
    let lua = try LuaState()
    #expect(!isPushed([0x22, 0xFF, 0x22], lua))
    #expect(!isPushed([0x22, 0xED, 0xA0, 0x80, 0x22], lua))
    #expect(isPushed([0x22, 0xC3, 0xA9, 0x22], lua))
  }

  private func isPushed(_ text: String, _ lua: LuaState) -> Bool { isPushed(Array(text.utf8), lua) }

  private func isPushed(_ bytes: [UInt8], _ lua: LuaState) -> Bool {
    let stack = lua.stack
    let top = stack.top
    let isPushed = bytes.withUnsafeBytes { JSONReader.push($0, deepest: 100, null: .boolean(false), on: stack) }
    #expect(stack.top == top + (isPushed ? 1 : 0))
    stack.top = top
    return isPushed
  }
}
