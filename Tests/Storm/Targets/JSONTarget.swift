import Encodings
import Interchange

extension FuzzTarget {
  private static let jsonWords = [
    "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u0000", "\\ud83d\\ude00", "\\ud800", "null", "true", "1e999", "-0",
    "0.1", "9223372036854775808", "-9223372036854775808", "1E+", "\u{FEFF}", "\"a\":", "[[[[[[[[", "é", " ", "\n",
  ]

  static let json = FuzzTarget(
    name: "json",
    corpus: [
      #"[{"name":"Zerator","age":31,"tags":["a","b"],"x":null},{"name":"é\n\u0041","age":-2.50,"ok":true}]"#,
      #"{"a":{"b":[1,2,3.5e-7,[]],"c":{}},"d":"\ud83d\ude00"}"#, "17", "\"x\"", "[]",
    ], words: jsonWords,
    feeder: {
      { input in
        try copy(input)
        return try FileFormat.json.feed(input, isExact: true)
      }
    })

  static let jsonLines = FuzzTarget(
    name: "jsonl", corpus: ["{\"a\":1}\n{\"a\":[2,\"x\"]}\n", "{}\r\n{\"b\":null}"], words: jsonWords,
    feeder: { { try FileFormat.jsonLines.feed($0, isExact: true) } })

  /// A copy without blanks says what the original says.
  private static func copy(_ input: [UInt8]) throws {
    var bytes: [UInt8] = []
    let sink = TextSink { bytes += $0 }
    guard input.withUnsafeBytes({ JSONCopy.write($0, to: sink) }) else { return }
    sink.flush()
    // A copy may hold a name twice, or be deeper: neither is read.
    guard let value = try? DocumentValue(json: input) else { return }
    if try DocumentValue(json: bytes) != value { throw Finding("the copy says something else") }
  }
}
