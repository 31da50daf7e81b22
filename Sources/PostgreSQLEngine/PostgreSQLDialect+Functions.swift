import Query
import Schema

extension PostgreSQLDialect {
  package func call(_ function: Expression.Function, _ arguments: [SQL]) -> SQL {
    let list = arguments.joined(by: ", ")
    let (first, second) = (arguments.first ?? "NULL", arguments.dropFirst().first ?? "NULL")
    switch function {
    case .length: return "char_length(\(list))::int8"
    // Counted in bytes: UTF-8 tells where a character begins. Where there is none it is 0, or NULL of a NULL.
    case .position:
      return
        "CASE WHEN strpos(\(list)) > 0 THEN octet_length(left(\(first), strpos(\(list)) - 1))::int8 + 1 ELSE strpos(\(list)) END"
    case .prefix: return "left(\(first), (\(second))::int)"
    case .suffix: return "right(\(first), (\(second))::int)"
    case .lowercase: return "lower((\(first)) COLLATE \"C\")"
    case .uppercase: return "upper((\(first)) COLLATE \"C\")"
    // What stays in the database rounds decimals alone, without their points.
    case .round where isOfSchema, .settle where isOfSchema: return "round((\(first))::numeric, (\(second))::int)"
    case .round, .settle, .roundWhole: return "\(.written(Self.round))(\(typed(arguments)))"
    case .dateText: return Self.day(first)
    case let function where function.part != nil: return Self.part(function.part ?? .year, of: first)
    case .trim: return "btrim(\(first), E' \\t\\n\\x0b\\f\\r')"
    case .divide: return "(\(first))::float8 / nullif((\(second))::float8, 0)"
    case .floorDivide: return "\(.written(Self.floorDivide))(\(typed(arguments)))"
    case .modulo: return "\(.written(Self.modulo))(\(typed(arguments)))"
    case .foldCase, .caseKey: return folded(first)
    case .search: return search(first, second)
    // The weekdays of a year are those of 400 years later, and the server has no year 0.
    case .weekday: return "extract(dow FROM regexp_replace(\(Self.day(first)), '^0000', '2000')::date)::int8"
    case .digitKey: return "\(.written(Self.digitKey))(\(first))"
    case .numberJSON: return "\(.written(Self.numberJSON))(\(typed(arguments)))"
    case .numberKey: return "\(.written(Self.numberKey))((\(first))::numeric)"
    case .word: return isOfSchema ? "(\(first))::text" : "\(.written(Self.word))(\(typed(arguments)))"
    case .textJSON: return "(to_json((\(first))::text)::text)"
    // What has no form of its own here is known by its own name.
    default: return "\(.written(function.name))(\(list))"
    }
  }

  /// Arguments of a function that there is for several types: of plain values alone the server would not know which.
  private func typed(_ arguments: [SQL]) -> SQL {
    arguments.map { argument -> SQL in
      guard case .binding(let value)? = argument.parts.first, argument.parts.count == 1 else { return argument }
      switch value {
      case .integer: return "(\(argument))::int8"
      case .real: return "(\(argument))::float8"
      default: return argument
      }
    }.joined(by: ", ")
  }

  /// What functions of texts are of bytes.
  package func callOnBytes(_ function: Expression.Function, _ arguments: [SQL]) -> SQL? {
    let (first, second) = (arguments.first ?? "NULL", arguments.dropFirst().first ?? "NULL")
    switch function {
    case .length: return "octet_length(\(first))::int8"
    case .position: return "position(\(second) IN \(first))::int8"
    case .prefix: return "substr(\(first), 1, (\(second))::int)"
    case .suffix: return "substr(\(first), greatest(octet_length(\(first)) - (\(second))::int, 0) + 1)"
    case .caseKey, .digitKey: return first
    default: return nil
    }
  }

  static let digitKey = "pg_temp.moonshell_digit_key"
  static let numberJSON = "pg_temp.moonshell_number_json"
  static let numberKey = "pg_temp.moonshell_number_key"
  static let momentKey = "pg_temp.moonshell_moment_key"
  static let number = "pg_temp.moonshell_number"
  static let real = "pg_temp.moonshell_real"
  static let part = "pg_temp.moonshell_part"
  static let word = "pg_temp.moonshell_word"
  static let memberDecimal = "pg_temp.moonshell_member_decimal"
  static let json = "pg_temp.moonshell_json"
  static let round = "pg_temp.moonshell_round"
  static let floorDivide = "pg_temp.moonshell_floor_divide"
  static let modulo = "pg_temp.moonshell_modulo"
  /// What stands where something is refused before it runs (`PostgreSQLEngine.provide`).
  static let refusedPattern = "moonshell_refused_pattern"

  /// A search for a regular expression that means the same there; others are refused.
  private func search(_ text: SQL, _ pattern: SQL) -> SQL {
    guard case .binding(.text(let source))? = pattern.parts.first, pattern.parts.count == 1 else {
      return "\(.written(Self.refusedPattern))(\(text), \(pattern))"
    }
    guard let exact = ExactPattern(source) else {
      // What is refused says in the statement itself why.
      let part = literal(.text(ExactPattern.part(refusedIn: source) ?? source))
      return "\(.written(Self.refusedPattern))(\(.written(part)), \(text))"
    }
    return "(\(text)) COLLATE \"C\" ~ \(.text(exact.text))"
  }

  /// The text in folded case, as `foldedCase` has it: characters whose simple folding is not their lower case go first.
  private func folded(_ text: SQL) -> SQL {
    "translate(lower(translate(\(text), \(.text(Self.unfolded)), \(.text(Self.foldings))) COLLATE \"C.utf8\"), \(.text(Self.mark)), \(.text("İ")))"
  }

  /// µ ſ and others, and the mark that keeps İ what it is.
  static let unfolded = "µſ\u{345}ςϐϑϕϖϰϱϵᲀᲁᲂᲃᲄᲅᲆᲇᲈẛ\u{1FBE}İ"
  static let foldings = "μsισβθφπκρεвдосттъѣꙋṡι" + mark

  /// What is no character, and so in no text.
  private static let mark = Unicode.Scalar(UInt16(0xFDD0)).map { String($0) } ?? ""

  package func call(_ kernel: Kernel, _ arguments: [SQL]) -> SQL? {
    let list = arguments.joined(by: ", ")
    let (first, second) = (arguments.first ?? "NULL", arguments.dropFirst().first ?? "NULL")
    switch kernel {
    case .part, .partText, .partNumber, .partTruth, .partType, .partLength: return part(kernel, arguments)
    case .coefficient: return Self.coefficient(first, second)
    case .numberText:
      let isReal = second.parts == [.binding(.integer(1))]
      return call(.word, [isReal ? "(\(first))::float8" : first])
    case .isInteger: return isOf(first, "('int8'::regtype, 'int4'::regtype, 'int2'::regtype, 'bool'::regtype)")
    case .isReal: return isOf(first, "('float8'::regtype, 'float4'::regtype)")
    case .isText: return isOf(first, "('text'::regtype, 'varchar'::regtype, 'bpchar'::regtype, 'unknown'::regtype)")
    case .isData: return isOf(first, "('bytea'::regtype)")
    case .plain: return first
    case .binary:
      // What a type of the server's reads as says so already.
      if case .text(let end)? = first.parts.last, end.hasSuffix(" COLLATE \"C\"") { return first }
      return "\(first) COLLATE \"C\""
    case .byteLength: return "octet_length(\(list))::int8"
    case .upper: return "upper((\(list)) COLLATE \"C\")"
    case .lower: return "lower((\(list)) COLLATE \"C\")"
    case .integerText: return "(\(list))::text"
    case .bitAnd: return "\(first) & \(second)"
    case .bitOr: return "\(first) | \(second)"
    // A column's values are all of its type, and it compares by its bytes.
    case .nocase, .rtrim, .trimEnd, .keyNumber, .keyText: return first
    case .bytes, .slice, .floor, .find, .match, .number, .reverse, .byte, .substitute, .shiftLeft, .shiftRight, .power,
      .squareRoot, .characterCount, .repeated, .date, .substitutions, .formatted, .isOfShape:
      return nil
    }
  }

  /// Of a number of up to 15 digits, by which real numbers are told apart, too.
  private static func coefficient(_ value: SQL, _ digits: SQL) -> SQL {
    let power: SQL = "power(10::numeric, (\(digits))::int)"
    let product: SQL = "((\(value))::numeric * \(power))"
    let fits: SQL = "\(value) = round((\(value))::numeric, (\(digits))::int) AND abs(\(product)) < 1e15"
    return "CASE WHEN \(fits) THEN \(product)::int8 END"
  }

  /// A column's values are all of its type.
  private func isOf(_ value: SQL, _ types: StaticString) -> SQL {
    "(\(value) IS NOT NULL AND pg_typeof(\(value)) IN \(SQL(stringLiteral: types)))"
  }

  // MARK: Migration

  /// A value of one stored type as another stores it: what has no exact counterpart fails.
  package func converted(_ value: SQL, from: StoredType, to: StoredType) -> SQL {
    if let old = from.precision, let new = to.precision, old != new { return moment(value, digits: old, to: new) }
    if from.scale == to.scale, from.declared == to.declared { return value }
    let isNumber = to.scale != nil || to.declared == "DOUBLE PRECISION"
    let good = from.declared.hasPrefix("TEXT") && isNumber ? Self.plainNumber(value) : value
    let plain: SQL = from.scale.map { "((\(value))::numeric / 1\(Self.zeros($0)))" } ?? good
    if let scale = to.scale { return Self.exactly("((\(plain))::numeric * 1\(Self.zeros(scale)))") }
    switch to.declared {
    case "BIGINT" where from.declared.hasPrefix("TEXT"):
      // What would read back as another text, such as 007, is no integer.
      let text: SQL = "CASE WHEN \(value) ~ '^(-?[1-9][0-9]*|0)$' THEN \(value) ELSE 'no integer: ' || \(value) END"
      return Self.exactly("(\(text))::numeric")
    case "BIGINT": return Self.exactly("(\(plain))::numeric")
    case "DOUBLE PRECISION": return "(\(plain))::float8"
    case let text where text.hasPrefix("TEXT") && from.declared == "DOUBLE PRECISION": return Self.realText(value)
    case let text where text.hasPrefix("TEXT"):
      return from.scale == nil ? "(\(plain))::text" : "trim_scale(\(plain))::text"
    default: return plain
    }
  }

  /// A real number as a file of SQLite writes it: `1.0`, `1.0e+22`, `Inf`; zero has no sign.
  private static func realText(_ value: SQL) -> SQL {
    """
    CASE WHEN \(value) = 0 THEN '0.0' WHEN abs(\(value)) = 'Infinity' THEN replace((\(value))::text, 'inity', '') \
    ELSE regexp_replace((\(value))::text, '^(-?[0-9]+)(e|$)', '\\1.0\\2') END
    """
  }

  /// A text of digits that would read back as another text, such as 007, made one that is no number.
  private static func plainNumber(_ value: SQL) -> SQL {
    let isPlain: SQL = "\(value) ~ '^-?([1-9][0-9]*|0)([.][0-9]+)?([eE][+-]?[0-9]+)?$'"
    return "CASE WHEN \(isPlain) THEN \(value) ELSE 'no number: ' || \(value) END"
  }

  private static func zeros(_ count: Int) -> SQL { .written(String(repeating: "0", count: count)) }

  /// A number as an integer; one that is none fails as a text would.
  private static func exactly(_ number: SQL) -> SQL {
    "CASE WHEN \(number) = trunc(\(number)) THEN (\(number))::int8 ELSE (\(number)::text)::int8 END"
  }
}
