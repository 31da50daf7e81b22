/// Numbers that are integers in one row and real ones in another, as values of the server's type `numeric`: those with
/// digits behind the point are real numbers, be the digits zeros.
///
///     SELECT pg_temp.moonshell_number('1')     -- 1: as in Lua, what is written so is an integer
///     SELECT pg_temp.moonshell_number('1e0')   -- 1.0
///
/// A zero below zero, which the type has not, is one with more digits than any other number has.
enum NumberSQL {
  private static let (mixed, real) = (PostgreSQLDialect.mixed, PostgreSQLDialect.real)
  private static let (number, key) = (PostgreSQLDialect.number, PostgreSQLDialect.numberKey)
  private static let (json, word) = (PostgreSQLDialect.numberJSON, PostgreSQLDialect.word)
  private static let negativeZero = "0." + String(repeating: "0", count: negativeZeroDigits)
  /// `negative_zero_digits` where the answer is read.
  private static let negativeZeroDigits = 40

  /// A real number as such, and back; an integer of more than 64 bits is a real number, as everywhere.
  private static let forms = [
    """
    CREATE OR REPLACE FUNCTION \(mixed)(value float8) RETURNS numeric LANGUAGE plpgsql IMMUTABLE STRICT AS $$
    BEGIN
      IF value = 0 THEN RETURN CASE value::text WHEN '-0' THEN \(negativeZero) ELSE 0.0 END; END IF;
      IF value = 'NaN' THEN RETURN NULL; END IF;
      IF value >= -9223372036854775808 AND value < 9223372036854775808 AND value = trunc(value) THEN
        RETURN value::bigint::numeric + 0.0;
      END IF;
      RETURN (value::text)::numeric + 0.0;
    END $$
    """,
    """
    CREATE OR REPLACE FUNCTION \(mixed)(value numeric) RETURNS numeric LANGUAGE plpgsql IMMUTABLE STRICT AS $$
    BEGIN
      IF scale(value) = 0 AND NOT value BETWEEN -9223372036854775808 AND 9223372036854775807 THEN
        RETURN \(mixed)(value::float8);
      END IF;
      RETURN value;
    END $$
    """,
    """
    CREATE OR REPLACE FUNCTION \(real)(value numeric) RETURNS float8 LANGUAGE plpgsql IMMUTABLE STRICT AS $$
    BEGIN
      IF value = 0 AND scale(value) >= \(negativeZeroDigits) THEN RETURN '-0'; END IF;
      RETURN value::float8;
    END $$
    """,
  ]

  /// What integers make: an integer, or beyond 64 bits a real number, as long as there is one so large.
  ///
  /// The server writes it into the statement: a function that is never asked for NULL it would call for each row.
  static let widening =
    forms + [
      """
      CREATE OR REPLACE FUNCTION \(PostgreSQLDialect.wide)(value numeric) RETURNS numeric LANGUAGE sql IMMUTABLE AS $$
        SELECT CASE WHEN value BETWEEN -9223372036854775808 AND 9223372036854775807 THEN value
          WHEN abs(value) < 1.797693134862315807e308 THEN \(mixed)(value::float8)
          ELSE sign(value) * 'Infinity'::numeric END
      $$
      """
    ]

  /// A number of JSON as Lua has it, and as it is written alike for equal numbers (`Expression.Function.numberKey`).
  static let reading =
    forms + [
      """
      CREATE OR REPLACE FUNCTION \(number)(written text) RETURNS numeric LANGUAGE plpgsql IMMUTABLE STRICT AS $$
      BEGIN
        IF written ~ '^-?[0-9]{1,18}$' THEN RETURN written::numeric; END IF;
        IF written ~ '^-?[0-9]+$' AND written::numeric BETWEEN -9223372036854775808 AND 9223372036854775807 THEN
          RETURN written::numeric;
        END IF;
        -- No number of so few digits is too large or too small.
        IF length(written) < 300 AND written !~ '[eE][+-]?[0-9]{3}' THEN RETURN \(mixed)(written::float8); END IF;
        RETURN \(number)_far(written);
      END $$
      """,
      """
      CREATE OR REPLACE FUNCTION \(number)_far(written text) RETURNS numeric LANGUAGE plpgsql IMMUTABLE STRICT AS $$
      DECLARE
        sign text := CASE WHEN written LIKE '-%' THEN '-' ELSE '' END;
      BEGIN
        RETURN \(mixed)(written::float8);
      EXCEPTION WHEN numeric_value_out_of_range THEN
        IF written ~ '[eE]-[0-9]{4}' OR written !~ '[eE][+]?[0-9]{4}' AND abs(written::numeric) < 1 THEN
          RETURN \(mixed)((sign || '0')::float8);
        END IF;
        RETURN (sign || 'Infinity')::numeric;
      END $$
      """,
      """
      CREATE OR REPLACE FUNCTION \(key)(value numeric) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT AS $$
      BEGIN
        IF abs(value) = 'Infinity' THEN RETURN replace(value::text, 'Infinity', '9e999'); END IF;
        IF value = trunc(value) AND value BETWEEN -9223372036854775808 AND 9223372036854775807 THEN
          RETURN value::bigint::text;
        END IF;
        RETURN value::float8::text;
      END $$
      """,
    ]

  /// What is written of numbers: as JSON (`Expression.Function.numberJSON`), and as Lua does (`Value.inWords`).
  static let writing =
    forms + [
      FunctionSQL.function(json, "bigint", "text", "SELECT $1::text"),
      FunctionSQL.function(
        json, "float8", "text",
        """
        SELECT CASE WHEN abs($1) = 'Infinity' THEN replace($1::text, 'Infinity', '9e999')
          WHEN $1::text ~ '[.e]' THEN $1::text ELSE $1::text || '.0' END
        """),
      FunctionSQL.function(
        json, "numeric", "text",
        """
        SELECT CASE WHEN scale($1) = 0 AND $1 BETWEEN -9223372036854775808 AND 9223372036854775807 THEN $1::text
          ELSE \(json)(\(real)($1)) END
        """),
      FunctionSQL.function(word, "text", "text", "SELECT $1"),
      FunctionSQL.function(word, "bigint", "text", "SELECT $1::text"),
      // Fourteen digits, as Lua writes them.
      """
      CREATE OR REPLACE FUNCTION \(word)_digits(value float8) RETURNS text LANGUAGE sql IMMUTABLE STRICT
      SET extra_float_digits = -1 AS 'SELECT value::text'
      """,
      """
      CREATE OR REPLACE FUNCTION \(word)(value float8) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT AS $$
      DECLARE
        text text := replace(\(word)_digits(value), 'Infinity', 'inf');
      BEGIN
        RETURN CASE WHEN text ~ '^-?[0-9]+$' THEN text || '.0' ELSE text END;
      END $$
      """,
      FunctionSQL.function(
        word, "numeric", "text",
        """
        SELECT CASE WHEN scale($1) = 0 AND $1 BETWEEN -9223372036854775808 AND 9223372036854775807 THEN $1::text
          ELSE \(word)(\(real)($1)) END
        """),
    ]

  /// What real numbers make, as they are reckoned with in Lua: what is too large is infinite there, and no error; a
  /// division by zero is NULL, and so is what is no number.
  static let reckoning =
    forms + FunctionSQL.modulo + [
      function("_add", isSmall: "abs(a) < 8e307 AND abs(b) < 8e307", "a + b", far: "sign(a) * 'Infinity'::float8"),
      function("_subtract", isSmall: "abs(a) < 8e307 AND abs(b) < 8e307", "a - b", far: "sign(a) * 'Infinity'::float8"),
      function("_multiply", isSmall: isSmall, "a * b", far: far("+")),
      function("_divide", isSmall: isSmall, "a / nullif(b, 0)", far: far("-")),
      """
      CREATE OR REPLACE FUNCTION \(real)_floor_divide(a float8, b float8) RETURNS float8 LANGUAGE sql IMMUTABLE STRICT
      AS 'SELECT floor(\(real)_divide(a, b))'
      """,
      """
      CREATE OR REPLACE FUNCTION \(real)_modulo(a float8, b float8) RETURNS float8 LANGUAGE sql IMMUTABLE STRICT
      AS 'SELECT \(PostgreSQLDialect.modulo)(a, b)'
      """,
    ]

  /// What makes neither too large a number nor one too near to zero.
  private static let isSmall = "abs(a) BETWEEN 1e-150 AND 1e150 AND abs(b) BETWEEN 1e-150 AND 1e150"

  /// By their logarithms it is known which of the two became of them.
  private static func far(_ operation: String) -> String {
    "sign(a) * sign(b) * CASE WHEN ln(abs(a)) \(operation) ln(abs(b)) > 0 THEN 'Infinity'::float8 ELSE 0 END"
  }

  private static func function(_ name: String, isSmall: String, _ made: String, far: String) -> String {
    """
    CREATE OR REPLACE FUNCTION \(real + name)(a float8, b float8) RETURNS float8 LANGUAGE plpgsql IMMUTABLE STRICT AS $$
    BEGIN
      IF \(isSmall) THEN RETURN \(made); END IF;
      BEGIN
        RETURN nullif(\(made), 'NaN');
      EXCEPTION WHEN numeric_value_out_of_range THEN
        RETURN \(far);
      END;
    END $$
    """
  }
}
