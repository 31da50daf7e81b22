/// The functions of SQL that statements of a migration may call, and that SQLite does not have by itself.
///
/// Decimals are stored without their point: where their scale changes, or texts become decimals, what would not be the
/// same number must fail, which no expression of SQLite says.
package enum MigratorFunctions {
  private static let names = ["moonshell_decimal", "moonshell_decimal_text"]

  static func areCalled(by statements: [String]) -> Bool { !called(by: statements).isEmpty }

  private static func called(by statements: [String]) -> [String] {
    names.filter { name in statements.contains { !$0.hasPrefix("--") && $0.contains(name + "(") } }
  }

  /// What a text of these statements says at its beginning: nothing where SQLite understands them all.
  package static func doubts(on statements: [String]) -> [String] {
    let called = called(by: statements)
    if called.isEmpty { return [] }
    return ["calls \(called.joined(separator: " and ")), which Moonshell has: other programs must define the same"]
  }

  /// The same functions for GRDB.
  static let swift = ##"""
    /// What the statements of migrations call where decimals, which are stored without their point, change.
    ///
    /// What would not be the same number is an error.
    enum MoonshellDecimals {
      static func add(to db: Database) {
        db.add(
          function: DatabaseFunction("moonshell_decimal", argumentCount: 2, pure: true) { values in
            guard let text = try shown(values[0]) else { return nil }
            let scale = try scale(values[1])
            if let number = stored(text, scale: scale) { return number }
            throw DatabaseError(message: "'\(text)' is no decimal of at most \(scale) digits behind the point")
          })
        db.add(
          function: DatabaseFunction("moonshell_decimal_text", argumentCount: 2, pure: true) { values in
            switch values[0].storage {
            case .null: return nil
            case .int64(let number): return text(number, scale: try scale(values[1]))
            default: throw DatabaseError(message: "a stored decimal is no integer")
            }
          })
      }

      /// `12.5` of scale 2 → 1250; nil where it would be another number.
      static func stored(_ text: String, scale: Int) -> Int64? {
        var digits = Substring(text)
        let isNegative = digits.hasPrefix("-")
        if isNegative || digits.hasPrefix("+") { digits = digits.dropFirst() }
        let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        for part in parts where part.isEmpty || !part.utf8.allSatisfy({ (48...57).contains($0) }) { return nil }
        var fraction = parts.count == 2 ? parts[1] : ""
        while fraction.count > scale, fraction.last == "0" { fraction.removeLast() }
        if fraction.count > scale { return nil }
        let zeros = String(repeating: "0", count: scale - fraction.count)
        return Int64((isNegative ? "-" : "") + parts[0] + fraction + zeros)
      }

      /// 1250 of scale 2 → `12.50`
      static func text(_ number: Int64, scale: Int) -> String {
        if scale <= 0 { return String(number) }
        let digits = String(number.magnitude)
        let padded = String(repeating: "0", count: max(0, scale + 1 - digits.count)) + digits
        return (number < 0 ? "-" : "") + padded.dropLast(scale) + "." + padded.suffix(scale)
      }

      private static func shown(_ value: DatabaseValue) throws -> String? {
        switch value.storage {
        case .null: return nil
        case .int64(let number): return String(number)
        case .double(let number): return Int64(exactly: number).map { String($0) } ?? "\(number)"
        case .string(let text): return text
        case .blob: throw DatabaseError(message: "bytes are no decimal")
        }
      }

      private static func scale(_ value: DatabaseValue) throws -> Int {
        if case .int64(let scale) = value.storage { return Int(scale) }
        throw DatabaseError(message: "the digits behind the point are an integer")
      }
    }

    """##
}
