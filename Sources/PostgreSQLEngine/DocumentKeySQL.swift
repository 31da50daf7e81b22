/// JSON as it is written alike for equal values, whoever wrote it, as `DocumentValue.canonicalJSON`.
///
///     SELECT pg_temp.moonshell_json('{ "b": 1.0, "\u0061": 2 }')   -- {"a":2,"b":1}
enum DocumentKeySQL {
  static let functions = [number, part, whole]

  /// What is no JSON, or holds what no reader takes, stays as it is.
  private static let whole = """
    CREATE OR REPLACE FUNCTION \(PostgreSQLDialect.json)(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT AS $$
    BEGIN
      RETURN \(PostgreSQLDialect.json)_part(value::json);
    EXCEPTION WHEN data_exception OR statement_too_complex THEN
      RETURN value;
    END $$
    """

  /// Whole numbers without a point; one of which a real number says nothing is zero, and an infinity stays what it is.
  private static let number = """
    CREATE OR REPLACE FUNCTION \(PostgreSQLDialect.json)_number(written text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT AS $$
    DECLARE
      real float8;
    BEGIN
      IF written ~ '^-?[0-9]{1,18}$' THEN RETURN written::bigint::text; END IF;
      IF written IN ('9e999', '-9e999') THEN RETURN written; END IF;
      IF written ~ '^-?[0-9]+$' AND written::numeric BETWEEN -9223372036854775808 AND 9223372036854775807 THEN
        RETURN written::bigint::text;
      END IF;
      IF (written ~ '[eE]-[0-9]{3}' OR length(written) > 300) AND abs(written::numeric) < 2.4703282292062327e-324 THEN
        RETURN '0';
      END IF;
      real := written::float8;
      IF real = trunc(real) AND real >= -9223372036854775808 AND real < 9223372036854775808 THEN
        RETURN real::bigint::text;
      END IF;
      RETURN real::text;
    END $$
    """

  private static let part = """
    CREATE OR REPLACE FUNCTION \(PostgreSQLDialect.json)_part(value json) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT AS $$
    DECLARE
      kind text := json_typeof(value);
      written text;
      is_plain bool := true;
    BEGIN
      IF kind = 'object' THEN
        SELECT string_agg(to_json(m.key)::text || ':' || \(PostgreSQLDialect.json)_part(m.value), ',' ORDER BY m.key COLLATE "C"),
          count(*) = count(DISTINCT m.key)
          INTO written, is_plain FROM json_each(value) AS m;
        IF NOT is_plain THEN RAISE duplicate_json_object_key_value; END IF;
        RETURN '{' || coalesce(written, '') || '}';
      ELSIF kind = 'array' THEN
        SELECT string_agg(\(PostgreSQLDialect.json)_part(e.value), ',' ORDER BY e.place)
          INTO written FROM json_array_elements(value) WITH ORDINALITY AS e(value, place);
        RETURN '[' || coalesce(written, '') || ']';
      ELSIF kind = 'string' THEN
        RETURN to_json(value #>> '{}')::text;
      ELSIF kind = 'number' THEN
        RETURN \(PostgreSQLDialect.json)_number(value #>> '{}');
      END IF;
      RETURN coalesce(value #>> '{}', 'null');
    END $$
    """
}
