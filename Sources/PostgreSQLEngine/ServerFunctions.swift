import Encodings
import SQLText
import Store

/// What statements need that the server has not: functions that it is given for the session, and refusals by name.
extension PostgreSQLEngine {
  /// Sees to it before a statement is prepared.
  func provide(for text: String) throws(StoreError) {
    if text.contains(PostgreSQLDialect.refusedPattern) {
      throw .cannotSearch(for: Self.part(refusedIn: text), location)
    }
    if text.contains(PostgreSQLDialect.refusedType) { throw .hasNoAnyColumns(text, location) }
    guard text.contains(FunctionSQL.schema) else { return }
    // The end of their transaction was not heard of: it was undone by an error.
    if !isInTransaction { forgetFunctions() }
    for (name, texts) in FunctionSQL.all where !ownFunctions.contains(name) && text.contains(name) {
      try make(texts)
      ownFunctions.insert(name)
      if isInTransaction { waitingFunctions.insert(name) }
    }
  }

  /// The part that is in the way of a pattern, which the statement says itself behind the name and a parenthesis.
  private static func part(refusedIn statement: String) -> String? {
    var scanner = SQLScanner(statement, syntax: .postgreSQL)
    while let piece = scanner.next() {
      guard scanner.content(of: piece) == PostgreSQLDialect.refusedPattern else { continue }
      guard scanner.next() != nil, let part = scanner.next(), part.kind == .text else { return nil }
      return scanner.content(of: part)
    }
    return nil
  }

  private func make(_ texts: [String]) throws(StoreError) {
    // A session that only reads may still make what is its own.
    let isAlone = isReadOnly && !isInTransaction
    if isAlone { try rows("BEGIN READ WRITE", guarded: .none) }
    for text in texts { try rows(text) }
    if isAlone { try rows("COMMIT", guarded: .none) }
  }
}

enum FunctionSQL {
  static let schema = "pg_temp."

  static let all = [
    PostgreSQLDialect.digitKey: digitKey, PostgreSQLDialect.round: round,
    PostgreSQLDialect.floorDivide: floorDivide, PostgreSQLDialect.modulo: modulo,
    PostgreSQLDialect.memberDecimal: memberDecimal, PostgreSQLDialect.compare: compare,
    PostgreSQLDialect.json: DocumentKeySQL.functions, PostgreSQLDialect.number: NumberSQL.reading,
    PostgreSQLDialect.numberJSON: NumberSQL.writing, PostgreSQLDialect.numberKey: NumberSQL.reading,
    PostgreSQLDialect.word: NumberSQL.writing, PostgreSQLDialect.real: NumberSQL.reckoning,
    PostgreSQLDialect.mixed: mixed, PostgreSQLDialect.wide: NumberSQL.widening,
    PostgreSQLDialect.momentKey: [momentKey],
    PostgreSQLDialect.part: DocumentPartSQL.functions,
  ]

  static func function(_ name: String, _ parameters: String, _ result: String, _ body: String) -> String {
    """
    CREATE OR REPLACE FUNCTION \(name)(\(parameters)) RETURNS \(result) LANGUAGE sql IMMUTABLE STRICT
    AS '\(body.replacing("'", with: "''"))'
    """
  }

  /// As `MomentOrder.key`.
  private static let momentKey = function(
    PostgreSQLDialect.momentKey, "text", "text",
    """
    SELECT CASE WHEN $1 = '-infinity' THEN '0' WHEN $1 = 'infinity' THEN '4'
      WHEN $1 ~ '^[0-9]{4,7}-.* BC$' THEN '1'
        || translate(lpad(substring($1 FROM '^[0-9]+'), 7, '0'), '0123456789', '9876543210')
        || substring($1 FROM '^[0-9]+(-.*) BC$')
      WHEN $1 ~ '^[0-9]{5,7}-' THEN '3' || lpad(substring($1 FROM '^[0-9]+'), 7, '0')
        || substring($1 FROM '^[0-9]+(-.*)$')
      ELSE '2' || $1 END
    """)

  /// As `Expression.Function.round` and `roundWhole`: of a real number the shortest decimal that means it is rounded.
  static let round = [
    function(PostgreSQLDialect.round, "bigint", "bigint", "SELECT $1"),
    // What is no integer of 64 bits goes on as a real number, whose digits do not end at the point (`mixed`).
    function(
      PostgreSQLDialect.round, "numeric", "numeric",
      """
      SELECT CASE WHEN $1 > -9223372036854775808.5 AND $1 < 9223372036854775807.5 THEN round($1)
        ELSE round($1) + 0.0 END
      """),
    function(
      PostgreSQLDialect.round, "float8", "numeric",
      """
      SELECT CASE WHEN $1 >= -9223372036854775808 AND $1 < 9223372036854775808 THEN round(($1::text)::numeric)
        ELSE ($1::text)::numeric + 0.0 END
      """),
    function(
      PostgreSQLDialect.round, "bigint, bigint", "numeric",
      "SELECT CASE WHEN $2 >= 0 THEN $1::numeric ELSE round($1::numeric, $2::int) END"),
    function(
      PostgreSQLDialect.round, "numeric, bigint", "numeric",
      "SELECT CASE WHEN scale($1) <= $2 THEN $1 ELSE round($1, $2::int) END"),
    function(
      PostgreSQLDialect.round, "float8, bigint", "float8",
      """
      SELECT CASE WHEN abs($1) >= 1e300 THEN $1
        WHEN $2 > 0 THEN CASE WHEN abs($1) < 1e15 THEN round(($1::text)::numeric, $2::int)::float8 ELSE $1 END
        WHEN $2 = 0 THEN round(($1::text)::numeric)::float8
        WHEN abs($1) < 1e18 THEN round(trunc(($1::text)::numeric), $2::int)::float8 ELSE $1 END
      """),
  ]

  /// How an integer compares with a real number, exactly: the integers around that are integers, too.
  static let compare =
    shortCompare + [
      function(
        PostgreSQLDialect.compare, "bigint, float8", "int",
        """
        SELECT CASE WHEN $2 >= 9223372036854775808 THEN -1 WHEN $2 < -9223372036854775808 THEN 1
          WHEN $1 < ceil($2)::bigint THEN -1 WHEN $1 > floor($2)::bigint THEN 1 ELSE 0 END
        """),
      function(PostgreSQLDialect.compare, "bigint, numeric", "int", "SELECT sign($1 - $2)::int"),
      function(PostgreSQLDialect.compare, "numeric, numeric", "int", "SELECT sign($1 - $2)::int"),
      // Integers of documents are such.
      function(
        PostgreSQLDialect.compare, "numeric, float8", "int",
        """
        SELECT CASE WHEN abs($1) < 9223372036854775808 THEN pg_temp.moonshell_compare($1::bigint, $2)
          ELSE sign($1::float8 - $2)::int END
        """),
    ]

  /// The same of smaller integers, which the server could make either of the others: it does not choose.
  private static var shortCompare: [String] {
    ["smallint", "int"].flatMap { whole in
      [
        function(
          PostgreSQLDialect.compare, "\(whole), float8", "int",
          "SELECT CASE WHEN $1 < $2 THEN -1 WHEN $1 > $2 THEN 1 ELSE 0 END"),
        function(PostgreSQLDialect.compare, "\(whole), numeric", "int", "SELECT sign($1 - $2)::int"),
      ]
    }
  }

  /// What is made of integers and real numbers as values of one type.
  private static let mixed =
    NumberSQL.reckoning + round + floorDivide + modulo + [
      reckoning("_add", "a + b"), reckoning("_subtract", "a - b"), reckoning("_multiply", "a * b"),
      reckoning("_floor_divide", "\(PostgreSQLDialect.floorDivide)(a, b)"),
      reckoning("_modulo", "\(PostgreSQLDialect.modulo)(a, b)"),
      function(
        PostgreSQLDialect.mixed + "_round", "numeric, bigint", "numeric",
        """
        SELECT \(PostgreSQLDialect.mixed)(CASE WHEN scale($1) = 0 THEN \(PostgreSQLDialect.round)($1, $2)
          ELSE \(PostgreSQLDialect.mixed)(\(PostgreSQLDialect.round)(\(PostgreSQLDialect.real)($1), $2)) END)
        """),
    ]

  /// What is made of two such numbers: an integer of two integers, as long as it is one of 64 bits.
  private static func reckoning(_ name: String, _ whole: String) -> String {
    let real = PostgreSQLDialect.real
    return """
      CREATE OR REPLACE FUNCTION \(PostgreSQLDialect.mixed + name)(a numeric, b numeric) RETURNS numeric
      LANGUAGE plpgsql IMMUTABLE STRICT AS $$
      DECLARE
        made numeric;
      BEGIN
        IF scale(a) = 0 AND scale(b) = 0 THEN
          made := \(whole);
          IF made IS NULL OR made BETWEEN -9223372036854775808 AND 9223372036854775807 THEN RETURN made; END IF;
        END IF;
        RETURN \(PostgreSQLDialect.mixed)(\(real)\(name)(\(real)(a), \(real)(b)));
      END $$
      """
  }

  /// The integer that a column of decimals of this scale holds, of an integer or a text in a document.
  static let memberDecimal = [
    function(
      PostgreSQLDialect.memberDecimal, "json, int", "bigint",
      """
      SELECT CASE WHEN json_typeof($1) = 'number' AND $1::text ~ '^-?[0-9]+$'
        OR json_typeof($1) = 'string' AND ($1 #>> '{}') ~ '^[+-]?([0-9]+([.][0-9]*)?|[.][0-9]+)$'
      THEN (
        SELECT CASE WHEN n = trunc(n) AND n BETWEEN -9223372036854775808 AND 9223372036854775807 THEN n::bigint END
        FROM (SELECT ($1 #>> '{}')::numeric * power(10::numeric, $2) AS n) AS scaled
      ) END
      """)
  ]

  /// Rounded down, as Lua does it; NULL for a divisor of zero.
  ///
  /// Twenty digits behind the point tell a quotient of integers from the next integer.
  static let floorDivide =
    NumberSQL.reckoning + [
      function(
        PostgreSQLDialect.floorDivide, "bigint, bigint", "numeric",
        "SELECT floor(round($1::numeric, 20) / nullif($2::numeric, 0))"),
      function(
        PostgreSQLDialect.floorDivide, "numeric, numeric", "numeric",
        "SELECT floor(round($1, 20) / nullif($2, 0))"),
      function(
        PostgreSQLDialect.floorDivide, "float8, float8", "float8",
        "SELECT \(PostgreSQLDialect.real)_floor_divide($1, $2)"),
    ]

  /// What that leaves, with the sign of the divisor.
  ///
  /// Of real numbers each step is exact: the divisor is doubled up to the
  /// dividend, and taken off on the way back.
  static let modulo = [
    function(
      PostgreSQLDialect.modulo, "bigint, bigint", "numeric",
      "SELECT mod(mod($1::numeric, nullif($2, 0)::numeric) + $2, nullif($2, 0)::numeric)"),
    function(
      PostgreSQLDialect.modulo, "numeric, numeric", "numeric",
      "SELECT mod(mod($1, nullif($2, 0)) + $2, nullif($2, 0))"),
    """
    CREATE OR REPLACE FUNCTION \(PostgreSQLDialect.modulo)(a float8, b float8) RETURNS float8
    LANGUAGE plpgsql IMMUTABLE STRICT AS $$
    DECLARE
      rest float8 := abs(a);
      step float8 := abs(b);
    BEGIN
      IF b = 0 OR b = 'NaN' OR rest >= 'Infinity' THEN RETURN NULL; END IF;
      -- A zero keeps its sign.
      IF a = 0 THEN RETURN a; END IF;
      -- Neither an infinite step nor the least of all numbers has a half.
      WHILE step <= rest - step LOOP step := step * 2; END LOOP;
      LOOP
        IF rest >= step THEN rest := rest - step; END IF;
        EXIT WHEN step = abs(b);
        step := step / 2;
      END LOOP;
      IF a < 0 THEN rest := -rest; END IF;
      IF rest <> 0 AND (rest < 0) <> (b < 0) THEN rest := rest + b; END IF;
      RETURN rest;
    END $$
    """,
  ]

  /// As `SortText.digitKey`: a run of digits becomes `0`, the number of its digits, and its digits without the zeros in
  /// front; what is no text stays as it is.
  static let digitKey = [
    """
    CREATE OR REPLACE FUNCTION pg_temp.moonshell_digit_key(value text) RETURNS bytea LANGUAGE plpgsql IMMUTABLE STRICT AS $$
    DECLARE
      result bytea := '';
      part text;
      digits text;
    BEGIN
      FOR part IN SELECT m[1] FROM regexp_matches(value, '([0-9]+|[^0-9]+)', 'g') AS m LOOP
        IF part ~ '^[0-9]' THEN
          digits := ltrim(part, '0');
          result := result || '\\x30'::bytea
            || decode(repeat('ff', length(digits) / 255) || lpad(to_hex(length(digits) % 255), 2, '0'), 'hex')
            || convert_to(digits, 'UTF8');
        ELSE
          result := result || convert_to(part, 'UTF8');
        END IF;
      END LOOP;
      RETURN result;
    END $$
    """,
    """
    CREATE OR REPLACE FUNCTION pg_temp.moonshell_digit_key(value bigint) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT
    AS 'SELECT $1'
    """,
    """
    CREATE OR REPLACE FUNCTION pg_temp.moonshell_digit_key(value float8) RETURNS float8 LANGUAGE sql IMMUTABLE STRICT
    AS 'SELECT $1'
    """,
  ]
}
