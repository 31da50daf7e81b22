import CPostgreSQL
import SQLText
import Schema
import Store

/// An INSERT of many rows as one statement, whose values are lists: one for each column.
///
///     INSERT INTO "t" ("a") VALUES ($1)
///     // INSERT INTO "t" ("a") SELECT r.c1 FROM unnest($1) WITH ORDINALITY AS r (c1, place) ORDER BY place
///
/// That is several times as fast as a statement for each row, and as a COPY where keys are asked for.
struct BulkInsert {
  let text: String
  /// The types of the lists, and of what is in them.
  let types: [ServerType]
  private let elements: [ServerType]

  /// - Parameters:
  ///   - text: the statement for one row, with the server's marks.
  ///   - elements: the types of its values.
  ///   - key: the column that it answers.
  /// - Returns: nil for a statement that is not of this form.
  init?(_ text: String, _ elements: [ServerType], key: String?) {
    let tokens = SQLToken.all(in: text, syntax: .postgreSQL).filter { $0.kind != .comment && $0.text != ";" }
    guard let values = tokens.firstIndex(where: { $0.isWord("VALUES") }), values + 2 < tokens.count,
      tokens[values + 1].text == "(", tokens.last?.text == ")", Self.isOneList(tokens[(values + 1)...])
    else { return nil }
    let lists = elements.map { Self.lists[$0.number] }
    let marks = tokens.filter { $0.kind == .parameter }
    guard !elements.isEmpty, !lists.contains(nil), marks.count == elements.count,
      Set(marks.map(\.text)).count == marks.count,
      marks.allSatisfy({ $0.place.lowerBound > tokens[values].place.lowerBound })
    else { return nil }
    let bytes = Array(text.utf8)
    func part(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    var rewritten = part(0..<tokens[values].place.lowerBound) + "SELECT "
    var start = tokens[values + 1].place.upperBound
    for mark in marks {
      rewritten += part(start..<mark.place.lowerBound) + "r.c" + mark.text.dropFirst()
      start = mark.place.upperBound
    }
    rewritten += part(start..<(tokens.last?.place.lowerBound ?? start))
    let numbers = elements.indices.map { $0 + 1 }
    let parameters = numbers.map { "$\($0)" }.joined(separator: ", ")
    let names = numbers.map { "c\($0)" }.joined(separator: ", ")
    rewritten += " FROM unnest(\(parameters)) WITH ORDINALITY AS r (\(names), place) ORDER BY r.place"
    self.text = rewritten + (key.map { "\nRETURNING " + $0 } ?? "")
    self.elements = elements
    types = lists.compactMap { $0.map { ServerType(number: $0) } }
  }

  /// Whether there is one list of values and nothing behind it.
  private static func isOneList(_ tokens: ArraySlice<SQLToken>) -> Bool {
    var depth = 0
    for (place, token) in zip(tokens.indices, tokens) {
      if token.text == "(" { depth += 1 }
      if token.text == ")" { depth -= 1 }
      if depth == 0 { return place == tokens.endIndex - 1 }
    }
    return false
  }

  /// The types of lists by those of their elements, as `pg_type` has them; the numbers are the same everywhere.
  private static let lists: [UInt32: UInt32] = [
    16: 1000, 17: 1001, 20: 1016, 21: 1005, 23: 1007, 25: 1009, 114: 199, 700: 1021, 701: 1022, 1043: 1015, 1082: 1182,
    1114: 1115, 1184: 1185, 1700: 1231, 2950: 2951, 3802: 3807,
  ]

  /// The lists of some rows; nil where a value is of another type than its column, or is a text with a NUL in it.
  func parameters(_ rows: RowBuffer, _ places: Range<Int>) -> Parameters? {
    var result = Parameters()
    for column in elements.indices {
      var list: [UInt8] = [UInt8(ascii: "{")]
      for place in places {
        if place > places.lowerBound { list.append(UInt8(ascii: ",")) }
        guard Self.append(rows[place, column], elements[column], to: &list) else { return nil }
      }
      list.append(UInt8(ascii: "}"))
      result.append(text: list)
    }
    return result
  }

  private static func append(_ cell: Cell, _ type: ServerType, to list: inout [UInt8]) -> Bool {
    switch cell.kind {
    case .null: list.append(contentsOf: "NULL".utf8)
    case .integer:
      guard Parameters.class(of: .integer, cell.integer, for: type) == .open else { return false }
      list.append(contentsOf: String(cell.integer).utf8)
    case .real:
      guard Parameters.class(of: .real, 0, for: type) == .open else { return false }
      // As one value is sent: what is no number is NULL, and zero has no sign.
      list.append(contentsOf: (cell.real.isNaN ? "NULL" : cell.real == 0 ? "0" : "\(cell.real)").utf8)
    case .text:
      guard Parameters.class(of: .text, 0, for: type) == .open, !(type.isJSON && cell.bytes.writesZero) else {
        return false
      }
      list.append(UInt8(ascii: "\""))
      guard append(cell.bytes, to: &list) else { return false }
      list.append(UInt8(ascii: "\""))
    case .data:
      guard type == .bytea else { return false }
      list.append(contentsOf: "\"\\\\x".utf8)
      for byte in cell.bytes {
        list.append(digits[Int(byte >> 4)])
        list.append(digits[Int(byte & 15)])
      }
      list.append(UInt8(ascii: "\""))
    }
    return true
  }

  /// Adds the bytes of a text within quotes; false where a NUL is among them.
  private static func append(_ bytes: UnsafeRawBufferPointer, to list: inout [UInt8]) -> Bool {
    let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
    guard bytes.contains(where: { $0 == 0 || $0 == quote || $0 == backslash }) else {
      list.append(contentsOf: bytes)
      return true
    }
    for byte in bytes {
      if byte == 0 { return false }
      if byte == quote || byte == backslash { list.append(backslash) }
      list.append(byte)
    }
    return true
  }

  private static let digits = Array("0123456789abcdef".utf8)
}

extension PostgreSQLStatement {
  /// How this statement inserts many rows at once; nil where it cannot.
  private var bulkInsert: (insert: BulkInsert, name: String)? {
    get throws(StoreError) {
      if let known = bulk { return known.value }
      var found: (insert: BulkInsert, name: String)?
      // What a trigger or a rule makes of the rows is only told row by row.
      if shape.insertedColumns != nil, let types = prepared[""]?.parameterTypes,
        try engine.facts().target(of: shape)?.isPlain == true,
        let insert = BulkInsert(numbered.text, types, key: answeredKey.map { engine.dialect.quoted($0) })
      {
        let made = try prepared(insert.text, insert.types)
        prepared["bulk"] = made
        found = (insert, made.name)
      }
      bulk = .init(value: found)
      return found
    }
  }

  /// Inserts rows by one statement, and answers their keys; nil where that cannot be: then nothing has happened.
  func insertTogether(_ rows: RowBuffer, _ places: Range<Int>) throws(StoreError) -> [Int64]? {
    guard places.count > 1, let bulk = try bulkInsert, let parameters = bulk.insert.parameters(rows, places) else {
      return nil
    }
    var keys: [Int64] = []
    do throws(StoreError) {
      try link.run(guarded: .around) { handle in
        parameters.withAddresses {
          cpq_send_prepared(handle, bulk.name, Int32(parameters.count), $0, $1, $2, 0) == 1
        }
      } read: { (link) throws(StoreError) in
        while let result = try link.nextResult() {
          defer { cpq_clear(result) }
          if let error = link.error(of: result) { throw error }
          for row in 0..<cpq_row_count(result) {
            if let text = cpq_value(result, row, 0) { keys.append(Int64(String(cString: text)) ?? 0) }
          }
        }
      }
    } catch {
      // Which row it was is found by one after the other.
      if error.isAboutRows { return nil }
      throw error
    }
    if answeredKey == nil { return Array(repeating: engine.lastInsertedKey, count: places.count) }
    if let last = keys.last, let highest = keys.max() { try noteKeys(last: last, highest: highest) }
    return keys
  }
}
