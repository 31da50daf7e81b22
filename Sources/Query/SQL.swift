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

  /// A part, or what was inserted as a whole: to copy its parts once more at each level of an expression would take time
  /// with the square of its depth.
  private enum Piece: Sendable {
    case part(Part)
    case whole([Piece])
  }

  private var pieces: [Piece]

  /// So many pieces are copied sooner than found behind a pointer.
  private static let fewPieces = 4

  package init(parts: [Part] = []) {
    pieces = parts.map { .part($0) }
  }

  package init(stringLiteral value: StaticString) {
    pieces = [.part(.text(value.description))]
  }

  package init(stringInterpolation: StringInterpolation) {
    self = stringInterpolation.sql
  }

  /// All parts in their order.
  package var parts: [Part] {
    var result: [Part] = []
    forEachPart { result.append($0) }
    return result
  }

  private func forEachPart(_ body: (Part) -> Void) { Self.forEachPart(of: pieces, body) }

  private static func forEachPart(of pieces: [Piece], _ body: (Part) -> Void) {
    for piece in pieces {
      switch piece {
      case .part(let part): body(part)
      case .whole(let inner): forEachPart(of: inner, body)
      }
    }
  }

  private mutating func append(_ part: Part) { pieces.append(.part(part)) }

  package static func == (left: SQL, right: SQL) -> Bool { left.parts == right.parts }
  package func hash(into hasher: inout Hasher) { hasher.combine(parts) }

  package struct StringInterpolation: StringInterpolationProtocol {
    package typealias StringLiteralType = StaticString

    fileprivate var sql = SQL()

    package init(literalCapacity: Int, interpolationCount: Int) {
      sql.pieces.reserveCapacity(2 * interpolationCount + 1)
    }

    package mutating func appendLiteral(_ literal: StaticString) {
      let text = literal.description
      if !text.isEmpty { sql.append(.text(text)) }
    }

    package mutating func appendInterpolation(_ value: Value) { sql.append(.binding(value)) }
    package mutating func appendInterpolation(_ part: SQL) { sql += part }
    package mutating func appendInterpolation(name: String) { sql.append(.name(name)) }
  }

  package var isEmpty: Bool { pieces.isEmpty }

  package static func + (left: SQL, right: SQL) -> SQL {
    var result = SQL()
    result += left
    result += right
    return result
  }

  package static func += (left: inout SQL, right: SQL) {
    if right.pieces.count > fewPieces { left.pieces.append(.whole(right.pieces)) } else { left.pieces += right.pieces }
  }

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
    forEachPart { part in
      switch part {
      case .text(let text): rendered.text += text
      case .name(let name): rendered.text += dialect.quoted(name)
      case .truth(let value): rendered.text += dialect.truth(value)
      case .binding(let value) where rendered.bindings.count >= dialect.parameters:
        rendered.text += dialect.literal(value)
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
