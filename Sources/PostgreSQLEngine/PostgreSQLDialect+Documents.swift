import Query
import Schema

extension PostgreSQLDialect {
  /// What stands in a document; NULL where nothing does, or where the text is no JSON.
  package func member(_ path: [String], of document: SQL, as member: DocumentMember) -> SQL {
    let (value, text) = Self.node(path, of: document)
    switch member {
    // A whole number that was written as 1.0 is an integer, as objects have it.
    case .plain(.integer):
      return
        "(CASE json_typeof(\(value)) WHEN 'number' THEN trim_scale(\(number(text))) WHEN 'boolean' THEN ((\(text))::bool)::int::int8 END)"
    case .plain(.real):
      let number: SQL = isOfSchema ? number(text) : "\(.written(Self.real))(\(number(text)))"
      return
        "(CASE json_typeof(\(value)) WHEN 'number' THEN \(number) WHEN 'boolean' THEN ((\(text))::bool)::int::int8 END)"
    case .plain: return "((\(text)) COLLATE \"C\")"
    case .json: return "(nullif((\(value))::text, 'null'))"
    case .decimal(let scale): return "\(.written(Self.memberDecimal))(\(value), \(.written(String(scale))))"
    case .data: return "decode(\(text), 'base64')"
    case .key:
      return """
        (CASE json_typeof(\(value)) WHEN 'null' THEN NULL WHEN 'number' THEN \(key(text)) \
        WHEN 'string' THEN to_json(\(text))::text ELSE (\(value))::text END)
        """
    case .part(let part): return self.part(part, value, text)
    }
  }

  /// The number that stands in a document; what stays in the database knows none of a session's own functions.
  private func number(_ text: SQL) -> SQL {
    isOfSchema ? "(\(text))::numeric" : "\(.written(Self.number))(\(text))"
  }

  private func key(_ text: SQL) -> SQL {
    isOfSchema ? "trim_scale((\(text))::numeric)::text" : "\(.written(Self.numberKey))(\(number(text)))"
  }

  /// A part of JSON of one class, NULL where it is of another.
  private func part(_ part: PartClass, _ value: SQL, _ text: SQL) -> SQL {
    switch part {
    case .truth: "(CASE json_typeof(\(value)) WHEN 'boolean' THEN ((\(text))::bool)::int::int8 END)"
    case .number: "(CASE json_typeof(\(value)) WHEN 'number' THEN \(number(text)) END)"
    case .word:
      """
      ((CASE json_typeof(\(value)) WHEN 'number' THEN \(call(.word, [number(text)])) WHEN 'boolean' THEN NULL \
      ELSE \(text) END) COLLATE "C")
      """
    case .text: "((CASE json_typeof(\(value)) WHEN 'string' THEN \(text) END) COLLATE \"C\")"
    case .ordered: "((CASE WHEN json_typeof(\(value)) <> 'boolean' THEN \(text) END) COLLATE \"C\")"
    case .table, .json, .key: "(CASE WHEN json_typeof(\(value)) IN ('array', 'object') THEN (\(value))::text END)"
    }
  }

  /// What functions of scripts ask of a part (`Kernel.part` and its like), at a path of names and places.
  func part(_ kernel: Kernel, _ arguments: [SQL]) -> SQL? {
    let steps = arguments.dropFirst().map { argument -> String in
      switch argument.parts.first {
      case .binding(.integer(let place)): "i\(place)"
      case .binding(.text(let name)): "s" + name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      default: ""
      }
    }
    let path = Value.text("{" + steps.map { "\"\($0)\"" }.joined(separator: ",") + "}")
    let place: SQL = "((\(arguments.first ?? "NULL"))::text, \(path)::text[]"
    let part = SQL.written(Self.part)
    switch kernel {
    case .partType: return "\(part)_type\(place))"
    case .partLength: return "\(part)_length\(place))"
    case .partText: return "(\(part)\(place), 'string') COLLATE \"C\")"
    case .partNumber: return number("\(part)\(place), 'number')")
    case .partTruth: return "(\(part)\(place), 'boolean')::bool)::int::int8"
    default: return nil
    }
  }

  /// A row of a class, a number and a text: rows compare column by column.
  package func order(of path: [String], in document: SQL, _ functions: [Expression.Function]) -> SQL? {
    let (value, text) = Self.node(path, of: document)
    let folded = folded(text, functions)
    return
      """
      (CASE json_typeof(\(value)) WHEN 'null' THEN NULL WHEN 'number' THEN ROW(0, \(number(text)), NULL::text) \
      WHEN 'boolean' THEN ROW(0, ((\(text))::bool)::int::numeric, NULL::text) \
      WHEN 'string' THEN ROW(1, NULL::numeric, \(folded) COLLATE "C") \
      WHEN 'object' THEN ROW(1, NULL::numeric, \(folded) COLLATE "C") \
      WHEN 'array' THEN ROW(1, NULL::numeric, \(folded) COLLATE "C") END)
      """
  }

  /// A text that went through functions, as a text again: the key of digits is bytes.
  private func folded(_ text: SQL, _ functions: [Expression.Function]) -> SQL {
    functions.reduce(functions.isEmpty ? text : "(\(text))") { text, function in
      let made = call(function, [text])
      return function == .digitKey ? "encode(\(made), 'hex')" : made
    }
  }

  /// No server before version 18 has the greatest of rows: the first in their order is it.
  package func extreme(_ name: String, ofParts value: SQL) -> SQL? {
    order(of: [], in: value, []).map { order in
      let direction: SQL = name == "max" ? " DESC" : SQL()
      return
        "(array_agg(\(value) ORDER BY \(order)\(direction)) FILTER (WHERE json_typeof((\(value))::json) <> 'boolean'))[1]"
    }
  }

  /// What stands at a path, as JSON and as text.
  private static func node(_ path: [String], of document: SQL) -> (value: SQL, text: SQL) {
    let (json, place): (SQL, Value) = ("(\(document))::json", Self.place(path[...]))
    let (value, text): (SQL, SQL) = ("\(json) #> \(place)::text[]", "\(json) #>> \(place)::text[]")
    // A name that is a number would be the place of an element in a list, and names do not lead into lists.
    let numbers = path.indices.filter { path[$0].contains(where: \.isNumber) && !path[$0].contains(where: \.isLetter) }
    let owners = numbers.map { end -> SQL in
      "json_typeof(\(json) #> \(Self.place(path[..<end]))::text[]) = 'object'"
    }
    guard !owners.isEmpty else { return (value, text) }
    let condition = owners.joined(by: " AND ")
    return ("(CASE WHEN \(condition) THEN \(value) END)", "(CASE WHEN \(condition) THEN \(text) END)")
  }

  /// Names hold neither quotes nor backslashes (`DocumentPath`).
  private static func place(_ path: ArraySlice<String>) -> Value {
    .text("{" + path.map { "\"\($0)\"" }.joined(separator: ",") + "}")
  }

  /// Numbers and truths compare as numbers, everything else as a text, and any number is less than any text.
  package func comparison(
    _ comparison: Expression.Comparison, of path: [String], in document: SQL, _ functions: [Expression.Function],
    with other: SQL, isText: Bool
  ) -> SQL? {
    let (value, text) = Self.node(path, of: document)
    let folded = folded(text, functions)
    let compared: SQL =
      "\(.written(comparison.rawValue)) \(isText && !functions.isEmpty ? "\(self.folded(other, functions)) COLLATE \"C\"" : other)"
    // What a value of the other kind gives, whatever it is.
    let isAbove: Set<Expression.Comparison> = [.greater, .atLeast, .notEqual]
    let isBelow: Set<Expression.Comparison> = [.less, .atMost, .notEqual]
    let fixed: SQL = .written(truth((isText ? isBelow : isAbove).contains(comparison)))
    let number: SQL = isText ? fixed : "\(number(text)) \(compared)"
    let truth: SQL = isText ? fixed : "((\(text))::bool)::int \(compared)"
    let rest: SQL = isText ? "\(folded) COLLATE \"C\" \(compared)" : fixed
    return
      """
      (CASE json_typeof(\(value)) WHEN 'number' THEN \(number) WHEN 'boolean' THEN \(truth) \
      WHEN 'null' THEN NULL WHEN 'string' THEN \(rest) WHEN 'object' THEN \(rest) WHEN 'array' THEN \(rest) END)
      """
  }
}
