/// Reads CSV after RFC 4180; an unquoted empty field is nil.
func readCSV(_ text: [UInt8]) -> [[[UInt8]?]] { readFields(text, separator: UInt8(ascii: ",")) }

private func readFields(_ text: [UInt8], separator: UInt8) -> [[[UInt8]?]] {
  var lines: [[[UInt8]?]] = []
  var line: [[UInt8]?] = []
  var rest = text[...]
  while !rest.isEmpty {
    line.append(readField(&rest, separator))
    if rest.popFirst() == separator { continue }
    lines.append(line)
    line = []
  }
  return lines
}

private func readField(_ rest: inout ArraySlice<UInt8>, _ separator: UInt8) -> [UInt8]? {
  let quote = UInt8(ascii: "\"")
  guard rest.first == quote else {
    let field = rest.prefix { $0 != separator && $0 != 0x0A }
    rest = rest.dropFirst(field.count)
    return field.isEmpty ? nil : Array(field)
  }
  rest.removeFirst()
  var field: [UInt8] = []
  while let byte = rest.popFirst() {
    if byte == quote {
      guard rest.first == quote else { break }
      rest.removeFirst()
    }
    field.append(byte)
  }
  return field
}

/// Reads TSV as spreadsheets write it; an unquoted empty field is nil.
func readTSV(_ text: [UInt8]) -> [[[UInt8]?]] { readFields(text, separator: 0x09) }

/// Reads base64; nil when it is none.
func readBase64(_ text: some Collection<UInt8>) -> [UInt8]? {
  guard text.count % 4 == 0 else { return nil }
  let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var result: [UInt8] = []
  var bits = 0
  for (index, letter) in text.enumerated() {
    bits = bits << 6 | (alphabet.firstIndex(of: letter) ?? 0)
    guard index % 4 == 3 else { continue }
    result += [UInt8(bits >> 16 & 255), UInt8(bits >> 8 & 255), UInt8(bits & 255)]
  }
  return result.dropLast(text.suffix(2).count { $0 == UInt8(ascii: "=") })
}
