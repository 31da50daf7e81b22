import Schema

/// SQL as a value: text and bindings apart until the last moment.
///
/// Interpolating a `Value` binds it, an `SQL` inserts it, a name is quoted by the dialect. Nothing else can be
/// interpolated, so no text from a script ever becomes SQL text.
///
///     let sql: SQL = "SELECT \(name: "age") FROM \(name: "player") WHERE \(name: "id") = \(.integer(1))"
///     sql.rendered(for: SQLiteDialect())
///     // text: SELECT "age" FROM "player" WHERE "id" = ?1      bindings: [1]
package struct SQL: Hashable, Sendable, ExpressibleByStringInterpolation {
  package enum Part: Hashable, Sendable {
    case text(String)
    case name(String)
    case binding(Value)
    case truth(Bool)
  }

  package private(set) var parts: [Part]

  package init(parts: [Part] = []) {
    self.parts = parts
  }

  package init(stringLiteral value: StaticString) {
    self.parts = [.text(value.description)]
  }

  package init(stringInterpolation: StringInterpolation) {
    self.parts = stringInterpolation.parts
  }

  package struct StringInterpolation: StringInterpolationProtocol {
    package typealias StringLiteralType = StaticString

    fileprivate var parts: [Part] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      parts.reserveCapacity(2 * interpolationCount + 1)
    }

    package mutating func appendLiteral(_ literal: StaticString) {
      let text = literal.description
      if !text.isEmpty { parts.append(.text(text)) }
    }

    package mutating func appendInterpolation(_ value: Value) { parts.append(.binding(value)) }
    package mutating func appendInterpolation(_ sql: SQL) { parts += sql.parts }
    package mutating func appendInterpolation(name: String) { parts.append(.name(name)) }
  }

  package var isEmpty: Bool { parts.isEmpty }

  package static func + (left: SQL, right: SQL) -> SQL { SQL(parts: left.parts + right.parts) }
  package static func += (left: inout SQL, right: SQL) { left.parts += right.parts }

  /// A statement that a person wrote, taken as it is.
  package static func written(_ text: String) -> SQL { SQL(parts: [.text(text)]) }

  /// A keyword or a number that the program itself made.
  static func keyword(_ text: String) -> SQL { SQL(parts: [.text(text)]) }

  package static func name(_ name: String) -> SQL { SQL(parts: [.name(name)]) }

  /// A condition that every row meets, or none.
  package static func truth(_ value: Bool) -> SQL { SQL(parts: [.truth(value)]) }

  /// A column of a table or alias: `"player"."age"`.
  package static func column(_ column: String, of table: String) -> SQL {
    SQL(parts: [.name(table), .text("."), .name(column)])
  }
}

extension Sequence where Element == SQL {
  /// The elements with a separator between them.
  package func joined(by separator: SQL) -> SQL {
    var result = SQL()
    for (index, element) in enumerated() {
      if index > 0 { result += separator }
      result += element
    }
    return result
  }
}

/// A statement as an engine takes it: text with placeholders, and the values for them in order.
package struct RenderedSQL: Hashable, Sendable {
  package var text: String
  package var bindings: [Value]

  package init(text: String, bindings: [Value] = []) {
    self.text = text
    self.bindings = bindings
  }
}

extension SQL {
  /// The statement's text, with quoted names and numbered placeholders, and its bindings.
  package func rendered(for dialect: any Dialect) -> RenderedSQL {
    var rendered = RenderedSQL(text: "")
    for part in parts {
      switch part {
      case .text(let text): rendered.text += text
      case .name(let name): rendered.text += dialect.quoted(name)
      case .truth(let value): rendered.text += dialect.truth(value)
      case .binding(let value):
        rendered.bindings.append(value)
        rendered.text += dialect.placeholder(rendered.bindings.count)
      }
    }
    return rendered
  }

  /// The statement with its values written into it, for DDL and for people to read.
  package func literal(for dialect: any Dialect) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .name(let name): dialect.quoted(name)
      case .truth(let value): dialect.truth(value)
      case .binding(let value): dialect.literal(value)
      }
    }.joined()
  }
}
