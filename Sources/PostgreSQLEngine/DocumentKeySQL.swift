/// JSON as it is written alike for equal values, whoever wrote it, as `DocumentValue.canonicalJSON`.
///
///     SELECT pg_temp.moonshell_json('{ "b": 1.0, "\u0061": 2 }')   -- {"a":2,"b":1}
enum DocumentKeySQL {
  static let functions = NumberSQL.reading + [part, whole]

  /// What is no JSON, or holds what no reader takes, stays as it is.
  private static let whole = """
    CREATE OR REPLACE FUNCTION \(PostgreSQLDialect.json)(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT AS $$
    BEGIN
      RETURN \(PostgreSQLDialect.json)_part(value::json);
    EXCEPTION WHEN data_exception OR statement_too_complex THEN
      RETURN value;
    END $$
    """

  private static let part = """
    CREATE OR REPLACE FUNCTION \(PostgreSQLDialect.json)_part(value json) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT AS $$
    DECLARE
      kind text := json_typeof(value);
      written text;
      number numeric;
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
        written := value #>> '{}';
        number := \(PostgreSQLDialect.number)(written);
        -- No reader takes what is infinite, unless it is meant to be.
        IF abs(number) = 'Infinity' AND written NOT IN ('9e999', '-9e999') THEN RAISE numeric_value_out_of_range; END IF;
        RETURN \(PostgreSQLDialect.numberKey)(number);
      END IF;
      RETURN coalesce(value #>> '{}', 'null');
    END $$
    """
}
