extension ColumnType {
  package static let url = ColumnType(
    name: "url", summary: "an address with its scheme, kept as it is written", example: "home = url {}", storage: .text,
    expected: "a URL such as https://example.org/a?b"
  ) { input, _ in
    guard case .text(let bytes) = input, isURL(bytes) else {
      return .refused(expected: "a URL such as https://example.org/a?b")
    }
    return .same
  }
}

/// Whether bytes are a URL with a scheme (RFC 3986): `scheme:` and something behind it, of the characters that may
/// stand in one, with an authority where `//` announces one.
///
/// Letters beyond ASCII are taken, as address bars do; blanks and quotes are not.
private func isURL(_ bytes: UnsafeRawBufferPointer) -> Bool {
  guard isStorableText(bytes), let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0,
    colon + 1 < bytes.count, isScheme(bytes[..<colon])
  else { return false }
  let rest = bytes[(colon + 1)...]
  let forbidden = Array(#" "<>\^`{|}"#.utf8)
  guard rest.allSatisfy({ $0 > 0x20 && $0 != 0x7F && !forbidden.contains($0) }) else { return false }
  guard rest.starts(with: "//".utf8) else { return true }
  // A file may be without a host: file:///tmp.
  let authority = rest.dropFirst(2).prefix {
    $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
  }
  return !authority.isEmpty || bytes[..<colon].elementsEqual("file".utf8)
}

private func isScheme(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
  for (place, byte) in bytes.enumerated() {
    let isLetter = (97...122).contains(byte | 0x20)
    let isOther = (48...57).contains(byte) || byte == 43 || byte == 45 || byte == 46
    if !(isLetter || place > 0 && isOther) { return false }
  }
  return true
}
