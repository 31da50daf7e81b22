import Encodings

/// Passwords that stand in addresses: `postgres://ann:secret@host/shop`.
extension String {
  /// Whether there is an address with a password in it.
  var holdsPassword: Bool { !passwords.isEmpty }

  /// The same with a star for each letter of a password, so that every place in it stays where it is.
  var hidingPasswords: String {
    var result = self
    for range in passwords.reversed() {
      result.replaceSubrange(range, with: String(repeating: "*", count: self[range].count))
    }
    return result
  }

  /// Where passwords stand.
  private var passwords: [Range<Index>] {
    var found: [Range<Index>] = []
    var rest = self[...]
    while let start = rest.firstRange(of: "://") {
      rest = rest[start.upperBound...]
      let address = rest.prefix { !$0.isWhitespace && $0 != "\"" && $0 != "'" }
      let host = address.prefix { $0 != "/" }
      defer { found += Self.options(of: address) }
      guard let end = host.lastIndex(of: "@"), let colon = host[..<end].firstIndex(of: ":") else { continue }
      let password = host.index(after: colon)
      if password < end { found.append(password..<end) }
    }
    return found
  }

  /// Those of `?password=secret`.
  private static func options(of address: Substring) -> [Range<Index>] {
    guard let mark = address.firstIndex(of: "?") else { return [] }
    return address[address.index(after: mark)...].split(separator: "&").compactMap { option in
      guard let sign = option.firstIndex(of: "="), ["password", "sslpassword"].contains(option[..<sign]) else {
        return nil
      }
      return option.index(after: sign)..<option.endIndex
    }
  }
}
