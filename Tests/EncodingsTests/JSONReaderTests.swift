import TestSupport
import Testing

@testable import Encodings

@Suite struct JSONReaderTests {
  @Test(arguments: JSONCases.accepted)
  func `what the standard takes is read`(text: String) throws {
    #expect(throws: Never.self) { try DocumentValue(json: text.utf8) }
    #expect(copy(text) != nil)
  }

  @Test(arguments: JSONCases.refused)
  func `what the standard does not take is refused, with its place`(text: String) {
    let error = #expect(throws: InterchangeError.self) { try DocumentValue(json: text.utf8) }
    #expect(error?.description.hasPrefix("line ") == true)
  }

  @Test(arguments: JSONCases.refusedBytes)
  func `bytes that are no UTF-8 are refused`(bytes: [UInt8]) {
    #expect(throws: InterchangeError.self) { try DocumentValue(json: bytes) }
  }

  @Test(arguments: [
    ("[1,\n  1e400]", "line 2, column 3: the number '1e400' is too large: no double holds it"),
    ("{\"é\":1,\n\"é\":2}", "line 2, column 1: the name 'é' stands twice in one object"),
    ("[\"é\\ud800\"]", "line 1, column 5: half a surrogate pair"),
    ("\n\n [\"a\\u00e9\\n", "line 3, column 3: the quote that begins here is never closed"),
  ])
  func `a mistake says where it is`(text: String, words: String) {
    #expect(mistake { try DocumentValue(json: text.utf8) } == words)
  }

  @Test func `values are what they say`() throws {
    #expect(
      try DocumentValue(json: "[-0,-0.0,0.10,9223372036854775808,\"\\u0000\\ud83d\\ude00\\/\"]".utf8)
        == .list([.integer(0), .number("-0.0"), .number("0.10"), .number("9223372036854775808"), .text("\0😀/")]))
  }

  @Test func `depth has a limit`() {
    func nested(_ depth: Int) -> [UInt8] { Array(repeating: 0x5B, count: depth) + Array(repeating: 0x5D, count: depth) }
    #expect(throws: Never.self) { try DocumentValue(json: nested(200)) }
    #expect(
      mistake { try DocumentValue(json: nested(201)) }
        == "line 1, column 201: more than 200 values stand one in another")
    #expect(
      mistake { try DocumentValue(json: nested(1_000_000)) }
        == "line 1, column 201: more than 200 values stand one in another")
  }

  @Test func `a long text can be interrupted`() throws {
    let text = "[" + String(repeating: "1,", count: 100_000) + "1]"
    let input = try ByteInput(text.utf8)
    var polls = 0
    input.isInterrupted = {
      polls += 1
      return polls == 3
    }
    var reader = JSONReader(input)
    #expect(mistake { try reader.document() } == "it was interrupted")
    #expect(polls == 3)
  }

  @Test func `a text that comes in pieces reads as the whole`() throws {
    let folder = try TemporaryFolder()
    let seed = Dice.seed()
    print("seed of the texts in pieces: \(seed)")
    var dice = Dice(seed: seed)
    var texts = JSONCases.accepted + JSONCases.refused
    for _ in 0..<200 { texts.append(dice.damaged(dice.json())) }
    // Characters of several bytes, cut at each of them.
    texts += (1...8).map { String(repeating: " ", count: $0) + "1😀" }
    for text in texts where !text.hasPrefix("\u{FEFF}") {
      try folder.write(text, to: "a.json")
      let window = Int.random(in: 4...40, using: &dice)
      let pieces = Result { () throws(InterchangeError) in
        var reader = JSONReader(try ByteInput(path: folder.file("a.json"), window: window))
        let value = try reader.document()
        try reader.finish()
        return value
      }
      let whole = Result { () throws(InterchangeError) in try DocumentValue(json: text.utf8) }
      #expect(pieces == whole, "\(text), window \(window)")
    }
  }

  @Test func `what is written is read back`() throws {
    let seed = Dice.seed()
    print("seed of the documents: \(seed)")
    var dice = Dice(seed: seed)
    for _ in 0..<500 {
      let document = dice.document()
      let text = try document.json()
      #expect(try DocumentValue(json: text.utf8) == document, "\(text)")
      #expect(copy(text) == text)
      #expect(copy(text.replacing(",", with: " , ")).map { $0.count <= text.replacing(",", with: " , ").count } == true)
    }
    for number in [Double.infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 0.1, -0.0, 1e21] {
      let text = try DocumentValue.real(number).json()
      guard case .number(let read) = try DocumentValue(json: text.utf8) else {
        Issue.record("\(text) is read as no number")
        continue
      }
      #expect(Double(read) == number)
    }
    #expect(throws: InterchangeError.self) { try DocumentValue.real(.nan).json() }
  }

  @Test func `a damaged text is taken or refused by all alike`() {
    let seed = Dice.seed()
    print("seed of the damaged texts: \(seed)")
    var dice = Dice(seed: seed)
    var taken = 0
    for _ in 0..<3000 {
      let text = dice.damaged(dice.json())
      switch Result(catching: { () throws(InterchangeError) in try DocumentValue(json: text.utf8) }) {
      case .success(let document):
        taken += 1
        let copied = copy(text)
        #expect(copied.flatMap { try? DocumentValue(json: $0.utf8) } == document, "\(text)")
      case .failure(let error):
        // A copy may hold a name twice: nothing is lost by it.
        if case .nameTwice = error.problem { continue }
        #expect(copy(text) == nil, "\(text): \(error)")
      }
    }
    #expect(taken > 100)
  }

  @Test(arguments: [
    (" { \"a\" : [ 1 , 2.50 , \"x \\u0041\" ] } ", "{\"a\":[1,2.50,\"x \\u0041\"]}"), ("[ ]", "[]"), ("{ }", "{}"),
    ("[[ ],{ }]", "[[],{}]"), ("\t1e5\n", "1e5"), ("{\"a\":1,\"a\":2}", "{\"a\":1,\"a\":2}"),
  ])
  func `a copy is the text without blanks`(text: String, copied: String) {
    #expect(copy(text) == copied)
  }

  // MARK: Support

  private func copy(_ text: String) -> String? {
    var text = text
    var isDocument = false
    let copied = text.withUTF8 { bytes in
      TextSink.text { isDocument = JSONCopy.write(UnsafeRawBufferPointer(bytes), to: $0) }
    }
    return isDocument ? copied : nil
  }

  private func mistake(_ body: () throws -> DocumentValue) -> String {
    do { return "no mistake, but \(try body())" } catch { return "\(error)" }
  }
}

extension Dice {
  mutating func document(depth: Int = 0) -> DocumentValue {
    switch roll(depth > 4 ? 5 : 8) {
    case 0: return .null
    case 1: return .boolean(roll(2) == 0)
    case 2: return .integer(pick([0, -1, .max, .min, Int64(bitPattern: next())]))
    case 3: return .number(pick(["0.10", "1e5", "-2.5E-3", "18446744073709551616", "9e999", "-9e999", "-0.0"]))
    case 4: return .text(word())
    case 5, 6: return .list((0..<roll(5)).map { _ in document(depth: depth + 1) })
    default:
      var names: Set<String> = []
      let count = pick([0, 1, 3, 12])
      let members = (0..<count).compactMap { place in
        let name = word() + "\(place)"
        return names.insert(name).inserted ? DocumentValue.Member(name, document(depth: depth + 1)) : nil
      }
      return .map(members)
    }
  }

  private mutating func word() -> String {
    let parts = [
      "a", "\"", "\\", "/", "\n", "\u{0}", "\u{1F}", "é", "東", "😀", "\u{7F}", " ", ",", ":", "{", "]", "0123456789",
    ]
    return (0..<roll(9)).map { _ in pick(parts) }.joined()
  }

  /// A text of JSON, with blanks.
  mutating func json() -> String {
    let text = (try? document().json()) ?? ""
    return roll(2) == 0 ? text : text.replacing("[", with: "[ ").replacing(":", with: " :\n")
  }

  /// The text with a few bytes gone, changed or added; what is no UTF-8 then stays out.
  mutating func damaged(_ text: String) -> String {
    var bytes = Array(text.utf8)
    for _ in 0..<roll(3) where !bytes.isEmpty {
      let place = roll(bytes.count)
      switch roll(3) {
      case 0: bytes.remove(at: place)
      case 1: bytes[place] = pick(Array("[]{}:,\"\\0123.-+eE tn\n".utf8))
      default: bytes.insert(pick(Array("[]{}:,\"\\0123.-+eE tn\n".utf8)), at: place)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
