extension SwiftSupport {
  /// How values are coded that Swift codes otherwise, in these structs and nowhere else.
  static let coding = """
    /// How values stand in JSON, in property lists and in columns.
    private enum MoonshellCoding {
      static func value<Value: Decodable, Key: CodingKey>(
        _ container: MoonshellContainer<Key>, _ key: Key, _ read: (String) -> Value?
      ) throws -> Value {
        // Property lists have dates and numbers of their own.
        guard let text = try? container.decode(String.self, forKey: key) else {
          return try container.decode(Value.self, forKey: key)
        }
        if let value = read(text) { return value }
        throw DecodingError.dataCorruptedError(
          forKey: key, in: container.members, debugDescription: "unexpected: \\(text)")
      }

      static func optional<Value: Decodable, Key: CodingKey>(
        _ container: MoonshellContainer<Key>, _ key: Key, _ read: (String) -> Value?
      ) throws -> Value? {
        guard container.contains(key), try !container.decodeNil(forKey: key) else { return nil }
        return try value(container, key, read)
      }

      static func read<Value>(_ text: String, _ read: (String) -> Value?) throws -> Value {
        if let value = read(text) { return value }
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "unexpected: \\(text)"))
      }

      static func decimal(_ text: String) -> Decimal? {
        Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
      }

      static func text(_ value: Decimal) -> String { "\\(value)" }
      static func text(_ value: UUID) -> String { value.uuidString.lowercased() }
      static func text(_ value: URL) -> String { value.absoluteString }
      static func text(_ value: Data) -> String { value.base64EncodedString() }
      static func bytes(_ text: String) -> Data? { Data(base64Encoded: text) }
      static func url(_ text: String) -> URL? { URL(string: text) }

      /// `2026-01-31`, `2026-01-31T12:00:00Z`, `2026-01-31T12:00:00.250Z`
      static func date(_ text: String) -> Date? {
        let parts = text.split(separator: ".", maxSplits: 1)
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = text.count == 10 ? [.withFullDate] : [.withInternetDateTime]
        guard parts.count == 2 else { return formatter.date(from: text) }
        let fraction = Double("0." + parts[1].filter(\\.isNumber)) ?? 0
        return formatter.date(from: parts[0] + "Z")?.addingTimeInterval(fraction)
      }

      static func day(_ date: Date) -> String { String(moment(date).prefix(10)) }

      static func moment(_ date: Date) -> String {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime]
        return formatter.string(from: Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down)))
      }

      /// The same with so many digits of a second.
      static func moment(_ digits: Int) -> (Date) -> String {
        { date in
          let unit = (0..<digits).reduce(1.0) { unit, _ in unit * 10 }
          let ticks = (date.timeIntervalSince1970 * unit).rounded()
          let seconds = (ticks / unit).rounded(.down)
          let fraction = String(Int(unit + ticks - seconds * unit)).dropFirst()
          return String(moment(Date(timeIntervalSince1970: seconds)).dropLast()) + "." + String(fraction) + "Z"
        }
      }

      /// `PT1H30M` → 5400
      static func seconds(_ text: String) -> Int64? {
        var (total, number, isNegative): (Int64, Int64?, Bool) = (0, nil, false)
        let units: [Character: Int64] = ["W": 604_800, "D": 86_400, "H": 3_600, "M": 60, "S": 1]
        for letter in text {
          if let digit = letter.wholeNumberValue {
            number = (number ?? 0) * 10 + Int64(digit)
          } else if let unit = units[letter], let count = number {
            total += count * unit
            number = nil
          } else if letter == "-" {
            isNegative = true
          } else if letter != "P", letter != "T" {
            return nil
          }
        }
        return number == nil ? (isNegative ? -total : total) : nil
      }

      /// Columns have the number.
      static func encode<Key: CodingKey>(
        seconds: Int64?, _ container: inout KeyedEncodingContainer<Key>, _ key: Key, _ encoder: any Encoder,
        keepsNull: Bool = false
      ) throws {
        guard let seconds else { return try keepsNull ? container.encodeNil(forKey: key) : () }
        if MoonshellColumn.isTarget(of: encoder) {
          try container.encode(seconds, forKey: key)
        } else {
          try container.encode(duration(seconds), forKey: key)
        }
      }

      static func duration(_ seconds: Int64) -> String {
        let size = seconds.magnitude
        let parts = [(size / 3_600, "H"), (size / 60 % 60, "M"), (size % 60, "S")].filter { $0.0 > 0 }
        return (seconds < 0 ? "-PT" : "PT") + (parts.isEmpty ? "0S" : parts.map { "\\($0.0)\\($0.1)" }.joined())
      }
    }
    """

  /// What is thrown of rules, and what they are made of.
  static let rules = """
    /// The rules of a schema that a value breaks.
    struct ValidationError: Error, CustomStringConvertible {
      struct Failure: Hashable, CustomStringConvertible {
        let field: String
        let message: String

        init(_ field: String, _ message: String) {
          self.field = field
          self.message = message
        }

        var description: String { field.isEmpty ? message : "\\(field) \\(message)" }
      }

      let failures: [Failure]

      var description: String { failures.map(\\.description).joined(separator: "; ") }

      /// Texts as the database compares them: by their scalars.
      fileprivate enum Rules {
        static func equal(_ left: String, _ right: String) -> Bool {
          left.unicodeScalars.elementsEqual(right.unicodeScalars)
        }

        static func less(_ left: String, _ right: String) -> Bool {
          left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars)
        }

        static func isNotBlank(_ text: String) -> Bool {
          text.utf8.contains { $0 != 32 && !(9...13).contains($0) }
        }

        static func begins(_ text: String, _ part: String, ignoringCase: Bool = false) -> Bool {
          let (text, part) = ignoringCase ? (text.lowercased(), part.lowercased()) : (text, part)
          return text.unicodeScalars.starts(with: part.unicodeScalars)
        }

        static func ends(_ text: String, _ part: String, ignoringCase: Bool = false) -> Bool {
          let (text, part) = ignoringCase ? (text.lowercased(), part.lowercased()) : (text, part)
          return text.unicodeScalars.reversed().starts(with: part.unicodeScalars.reversed())
        }

        static func contains(_ text: String, _ part: String, ignoringCase: Bool = false) -> Bool {
          let (text, part) = ignoringCase ? (text.lowercased(), part.lowercased()) : (text, part)
          return part.isEmpty || text.range(of: part, options: .literal) != nil
        }

        static func matches(_ text: String, _ pattern: String, ignoringCase: Bool = false) -> Bool {
          let options: String.CompareOptions = ignoringCase ? [.regularExpression, .caseInsensitive] : .regularExpression
          return text.range(of: pattern, options: options) != nil
        }

        /// Of a text that begins with a day.
        static func isWorkday(_ text: String) -> Bool {
          let formatter = ISO8601DateFormatter()
          formatter.formatOptions = [.withFullDate]
          guard let day = formatter.date(from: String(text.prefix(10))) else { return false }
          // 1970-01-01 was a Thursday.
          let number = Int((day.timeIntervalSince1970 / 86_400).rounded(.down))
          return ((number + 3) % 7 + 7) % 7 < 5
        }
      }
    }
    """
}
