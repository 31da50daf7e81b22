/// Where a database is, as a person writes it: `postgres://ann:secret@host:5432/shop?sslmode=require`.
package struct ServerAddress: Hashable, Sendable {
  /// As it was written, password and all.
  let text: String

  /// Nil for what is no address of a server.
  package init?(_ text: String) {
    guard text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") else { return nil }
    self.text = text
  }

  /// The address without its password, for people to read.
  ///
  ///     postgres://ann:***@host:5432/shop
  package var masked: String {
    let rest = text.drop { $0 != "/" }.dropFirst(2)
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    var result = String(text[..<rest.startIndex])
    if let at = authority.lastIndex(of: "@") {
      let person = authority[..<at]
      result += person.firstIndex(of: ":").map { person[..<$0] + ":***" } ?? person
      result += authority[at...]
    } else {
      result += authority
    }
    return result + Self.maskedOptions(rest[authority.endIndex...])
  }

  /// `?password=secret` says it, too.
  private static func maskedOptions(_ rest: Substring) -> String {
    guard let mark = rest.firstIndex(of: "?") else { return String(rest) }
    let options = rest[rest.index(after: mark)...].split(separator: "&", omittingEmptySubsequences: false)
    let masked = options.map { option in
      let name = option.prefix { $0 != "=" }
      return name == "password" || name == "sslpassword" ? "\(name)=***" : String(option)
    }
    return rest[...mark] + masked.joined(separator: "&")
  }
}
