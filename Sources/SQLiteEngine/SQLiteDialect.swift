import Encodings
import Query
import SQLText
import Schema

/// SQL as SQLite says it.
///
///     SQLiteDialect().quoted("my \"table\"")   // "my ""table"""
package struct SQLiteDialect: Dialect {
  /// Whether texts are stored in UTF-16: SQLite compares the bytes of that, and casts a text to them.
  let hasWideTexts: Bool
  /// Whether it is for statements that stay in the schema, where other programs are to understand them.
  let isOfSchema: Bool

  package init(hasWideTexts: Bool = false) {
    self.init(hasWideTexts: hasWideTexts, isOfSchema: false)
  }

  private init(hasWideTexts: Bool, isOfSchema: Bool) {
    (self.hasWideTexts, self.isOfSchema) = (hasWideTexts, isOfSchema)
  }

  package func quoted(_ name: String) -> String { Escaping.sqlName(name) }

  /// Numbered where people read them; SQLite looks a number up among all before it, so that thousands take their time:
  /// a bare `?` is the next one without looking.
  package func placeholder(_ position: Int) -> String { position < 100 ? "?\(position)" : "?" }

  package func typeName(_ storage: Storage) -> String {
    switch storage {
    case .integer: "INTEGER"
    case .real: "REAL"
    case .text: "TEXT"
    case .data: "BLOB"
    case .any: "ANY"
    }
  }

  package func clause(for collation: Collation) -> String? { " COLLATE \(collation.rawValue)" }

  /// An explicit COLLATE holds for all that is made of its value, up to a comparison around that.
  package func clause(ofWhole collation: Collation) -> SQL {
    collation.joinsTexts ? .written(" COLLATE \(collation.rawValue)") : byBytes
  }

  package var ofSchema: any Dialect { SQLiteDialect(hasWideTexts: false, isOfSchema: true) }

  package var orderOfBytes: SQL { hasWideTexts ? byBytes : SQL() }

  private var byBytes: SQL { hasWideTexts ? " COLLATE moonshell_bytes" : " COLLATE BINARY" }

  private func bytes(of text: SQL) -> SQL { hasWideTexts ? "lua_bytes(\(text))" : "CAST(\(text) AS BLOB)" }

  /// What is bytes as text, where SQLite would not take it for UTF-8.
  package func joined(_ operand: SQL) -> SQL { hasWideTexts ? "lua_text(\(operand))" : operand }

  package func ownFunction(in sql: String) -> String? {
    let tokens = SQLToken.all(in: sql).filter { $0.kind != .comment }
    let names = zip(tokens, tokens.dropFirst()).filter { $1.text == "(" }.map(\.0)
      .filter { $0.kind == .word || $0.kind == .name }.map(\.normal)
    return names.first { name in
      ["casefold", "regexp"].contains(name) || name.hasPrefix("moonshell_") || name.hasPrefix("lua_")
    } ?? tokens.first { $0.isWord("REGEXP") }?.text
  }

  package var tableSuffix: String { " STRICT" }

  /// Calls a function; SQLite's text functions stop at a NUL character, and `lower` knows ASCII only.
  package func call(_ function: Expression.Function, _ arguments: [SQL]) -> SQL {
    let list = arguments.joined(by: ", ")
    switch function {
    case .position:
      // On bytes: neither a collation nor a NUL character plays a part.
      return "instr(\(arguments.map(bytes(of:)).joined(by: ", ")))"
    case .prefix:
      return "substr(\(SQL(arguments.prefix(1))), 1, \(SQL(arguments.dropFirst())))"
    case .suffix:
      // The count must be more than 0: substr(x, -0) is the whole text.
      return "substr(\(SQL(arguments.prefix(1))), -(\(SQL(arguments.dropFirst()))))"
    case .lowercase:
      return "lower(\(joined(list)))"
    case .uppercase:
      return "upper(\(joined(list)))"
    case .round:
      // The engine's own (`NumberFunctions`): SQLite's stops at what a real number is written as.
      return "moonshell_round(\(list))"
    case .settle:
      return "moonshell_settle(\(list))"
    case .roundWhole:
      return "moonshell_round(\(list))"
    case .dateText:
      return Self.day(SQL(arguments.prefix(1)))
    case let function where function.part != nil:
      return Self.part(function.part ?? .year, of: SQL(arguments.prefix(1)))
    case .trim:
      // Space, tab, line feed, vertical tab, form feed, carriage return.
      return "trim(\(joined(list)), char(32, 9, 10, 11, 12, 13))"
    case .divide:
      return "CAST(\(SQL(arguments.prefix(1))) AS REAL) / \(SQL(arguments.dropFirst()))"
    // SQLite's own `/` and `%` cut towards zero, and `%` knows integers only.
    case .floorDivide:
      return "moonshell_floor_divide(\(list))"
    case .modulo:
      return "moonshell_modulo(\(list))"
    case .foldCase:
      // The engine's own (`TextFunctions`).
      return "casefold(\(list))"
    case .search:
      // Also the engine's own. SQLite's operator for it, `x REGEXP y`, means `regexp(y, x)`.
      return "regexp(\(arguments.reversed().joined(by: ", ")))"
    case .caseKey:
      return "moonshell_case_key(\(list))"
    case .digitKey:
      return "moonshell_digit_key(\(list))"
    case .numberJSON:
      return "moonshell_number_json(\(list))"
    case .numberKey:
      return "moonshell_number_key(\(list))"
    case .textJSON:
      return "moonshell_text_json(\(list))"
    // Other programs have no other text of a number than the database's own.
    case .word:
      return isOfSchema ? list : "lua_word(\(list))"
    case .weekday:
      return "CAST(strftime('%w', \(Self.day(list))) AS INTEGER)"
    // What has no form of its own here is known by its own name.
    default:
      return "\(.written(function.name))(\(list))"
    }
  }

  /// The day with which a text begins, or NULL: only a day of the calendar is its own text.
  private static func day(_ value: SQL) -> SQL {
    let day: SQL = "substr(\(value), 1, 10)"
    return "CASE date(\(day), '+0 days') WHEN \(day) THEN \(day) END"
  }

  private static func part(_ part: DatePart, of value: SQL) -> SQL {
    let digits: SQL = "\(.written(String(part.start + 1))), \(.written(String(part.length)))"
    if !part.isOfTime { return "CAST(substr(\(day(value)), \(digits)) AS INTEGER)" }
    let given: SQL = "substr(\(value), 12, 8)"
    let time: SQL = "(\(given) || substr('00:00:00', length(\(given)) + 1))"
    return
      "CASE WHEN \(day(value)) IS NOT NULL AND time(\(time)) = \(time) THEN CAST(substr(\(time), \(digits)) AS INTEGER) END"
  }

  /// Real numbers add up to almost the sum: the engine's own adds the decimals that they stand for.
  package func decimalSum(_ value: SQL, scale: Int, isCompared: Bool) -> SQL {
    let sum: SQL = "moonshell_decimal_sum(\(value))"
    return isCompared ? "CAST(\(sum) AS NUMERIC)" : sum
  }

  package func shown(decimalSum sum: SQL) -> SQL { "moonshell_decimal_number(\(sum))" }

  package func numberAlone(_ value: SQL) -> SQL {
    "CASE WHEN typeof(\(value)) IN ('integer', 'real') THEN \(value) END"
  }

  /// Of the exact sum; SQLite would count a text as a 0.
  ///
  /// Numbers are less than all texts, and decimals less than those that are none.
  package func decimalMean(_ value: SQL, _ distinct: SQL) -> SQL {
    let byValue = clause(ofWhole: .decimal)
    let tail = distinct.isEmpty ? SQL() : byValue
    let numbers: SQL = "\(distinct)CASE WHEN \(value)\(byValue) < '' THEN \(value) END\(tail)"
    return "(CAST(moonshell_decimal_sum(\(numbers)) AS REAL) / count(\(numbers)))"
  }

  package func fold(_ fold: Aggregation.Fold, _ value: SQL) -> SQL? {
    switch fold {
    case .sum: "lua_sum(\(value))"
    case .realSum: "lua_real_sum(\(value))"
    case .most: "lua_most(\(value))"
    case .least: "lua_least(\(value))"
    case .first: value
    }
  }

  /// What may cut a character: a text of UTF-16 holds no part of one.
  private static let cutting: Set<Kernel> = [.slice, .reverse, .match, .substitute]

  /// JSON that others wrote differs in blanks, in the order of names, in escapes.
  package func key(ofDocument value: SQL) -> SQL? { isOfSchema ? nil : "moonshell_json(\(value))" }

  package func decimalText(_ value: SQL) -> SQL { "moonshell_decimal_of(\(value))" }

  /// The kernels; `lua_…` are functions of the connection (`csqlite_add_functions`, `TextFunctions`).
  package func call(_ kernel: Kernel, _ arguments: [SQL]) -> SQL? {
    if hasWideTexts, Self.cutting.contains(kernel) { return nil }
    let list = arguments.joined(by: ", ")
    let (first, second) = (SQL(arguments.prefix(1)), SQL(arguments.dropFirst().prefix(1)))
    switch kernel {
    case .isInteger: return "typeof(\(first)) = 'integer'"
    case .isReal: return "typeof(\(first)) = 'real'"
    case .isText: return "typeof(\(first)) = 'text'"
    case .isData: return "typeof(\(first)) = 'blob'"
    case .plain: return "+\(first)"
    case .binary: return "\(first)\(byBytes)"
    case .nocase: return "\(first) COLLATE NOCASE"
    case .rtrim: return "\(first) COLLATE RTRIM"
    case .trimEnd: return "CASE typeof(\(first)) WHEN 'text' THEN rtrim(\(first), ' ') ELSE \(first) END"
    // A text is larger than all numbers, unless it becomes one.
    case .keyNumber:
      return
        "CASE WHEN typeof(\(first)) = 'text' AND NOT (CAST(9e999 AS NUMERIC) < +\(first)) THEN CAST(\(first) AS NUMERIC) ELSE \(first) END"
    case .keyText:
      return
        "CASE WHEN typeof(\(first)) IN ('integer', 'real') THEN CAST(\(first) AS TEXT) ELSE \(first) END"
    case .bytes: return bytes(of: list)
    case .byteLength: return "lua_len(\(list))"
    case .slice: return "lua_sub(\(list))"
    case .upper: return "lua_upper(\(list))"
    case .lower: return "lua_lower(\(list))"
    case .integerText: return "CAST(\(list) AS TEXT)"
    case .bitAnd: return "\(first) & \(second)"
    case .bitOr: return "\(first) | \(second)"
    case .shiftLeft: return "lua_shl(\(list))"
    case .shiftRight: return "lua_shr(\(list))"
    case .power: return "lua_pow(\(list))"
    case .characterCount: return "lua_utf8len(\(list))"
    case .repeated: return "lua_rep(\(list))"
    case .squareRoot: return "lua_sqrt(\(list))"
    case .date: return "strftime(\(list), 'unixepoch')"
    case .floor: return "lua_floor(\(list))"
    case .find: return "lua_find(\(list))"
    case .match: return "lua_match(\(list))"
    case .number: return "lua_tonumber(\(list))"
    case .coefficient: return "moonshell_coefficient(\(list))"
    case .reverse: return "lua_reverse(\(list))"
    case .byte: return "lua_byte(\(list))"
    case .substitute: return "lua_gsub(\(list))"
    case .substitutions: return "lua_gsub_count(\(list))"
    case .numberText: return "lua_tostring(\(list))"
    case .formatted: return "lua_format(\(list))"
    case .part, .partText, .partNumber, .partTruth: return "moonshell_part(\(list))"
    case .partType: return "moonshell_part_type(\(list))"
    case .partLength: return "moonshell_part_length(\(list))"
    case .isOfShape: return "moonshell_is_of_shape(\(list))"
    }
  }
}

extension SQLiteDialect {
  /// As SQLite is built unless something else is wanted: an expression is at most 1000 deep (`SQLITE_MAX_EXPR_DEPTH`),
  /// its parser has room for 100 symbols (`YYSTACKDEPTH`; from 3.46 on for more), a statement for 32,766 values.
  ///
  /// What stands around the expression, and that a condition may be said twice, takes its part of each.
  package var limits: StatementLimits { StatementLimits(height: 900, openSymbols: 70, values: 8000) }
  package func truth(_ value: Bool) -> String { value ? "1" : "0" }

  /// OFFSET needs a LIMIT; -1 is none.
  package func limit(_ limit: Int?, offset: Int) -> SQL {
    let cut: SQL = " LIMIT \(.integer(limit.map(Int64.init) ?? -1))"
    return offset > 0 ? "\(cut) OFFSET \(.integer(Int64(offset)))" : cut
  }

  /// Without statistics a range counts for nothing against rows that need no sorting.
  package var prefersKeyOrder: Bool { true }

  package func stored(_ value: Value, in storage: Storage) -> Value { Affinity(typeName(storage)).stored(value) }

  /// SQLite adds no keys, and nothing required unless a constant fills it.
  package func canAddColumn(_ column: TableDescription.Column, isUnique: Bool) -> Bool {
    if isUnique || column.keyPosition != nil || column.isGenerated { return false }
    guard let value = column.defaultSQL else { return !column.isRequired }
    // A constant: one token, and a sign before it.
    let tokens = SQLToken.all(in: value)
    let isConstant = tokens.count == 1 || tokens.count == 2 && ["-", "+"].contains(tokens[0].text)
    return isConstant && !value.uppercased().hasPrefix("CURRENT_")
  }

  /// The columns of a strict table convert what they can without loss and refuse the rest; decimals, which are stored
  /// without their point, go through the engine's own functions.
  package func converted(_ value: SQL, from: StoredType, to: StoredType) -> SQL {
    if let old = from.precision, let new = to.precision, old != new { return moment(value, digits: old, to: new) }
    guard from.scale != to.scale else {
      if from.declared == to.declared { return value }
      let good = guarded(value, to.declared)
      return to.declared == "REAL" ? Self.whole(value, else: good) : good
    }
    let plain: SQL = from.scale.map { "moonshell_decimal_text(\(value), \(.written(String($0))))" } ?? value
    if let scale = to.scale { return "moonshell_decimal(\(guarded(plain, "REAL")), \(.written(String(scale))))" }
    return to.declared == "INTEGER" ? "moonshell_decimal(\(plain), 0)" : plain
  }
}

extension SQLiteDialect {
  /// An integer that no real number is, such as 2^53 + 1, made a text that no column of numbers takes.
  private static func whole(_ value: SQL, else other: SQL) -> SQL {
    "CASE WHEN typeof(\(value)) = 'integer' AND CAST(CAST(\(value) AS REAL) AS INTEGER) <> \(value) THEN 'no real number: ' || \(value) ELSE \(other) END"
  }

  /// A text of digits that would read back as another text, such as 007, made one that no column of numbers takes.
  private func guarded(_ value: SQL, _ declared: String) -> SQL {
    let isOther: SQL
    switch declared {
    case "INTEGER": isOther = "CAST(CAST(\(value) AS INTEGER) AS TEXT) <> \(value)"
    case "REAL":
      isOther =
        "(\(value) GLOB '0[0-9]*' OR \(value) GLOB '-0[0-9]*' OR \(value) GLOB '+*' OR \(value) <> trim(\(value)))"
    default: return value
    }
    return "CASE WHEN typeof(\(value)) = 'text' AND \(isOther) THEN 'no number: ' || \(value) ELSE \(value) END"
  }
}

extension SQL {
  fileprivate init(_ parts: ArraySlice<SQL>) {
    self = parts.joined(by: ", ")
  }
}
