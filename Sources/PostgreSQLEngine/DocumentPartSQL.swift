/// What functions of scripts have of JSON text, at a path: names begin with an s, places in a list with an i.
///
///     SELECT pg_temp.moonshell_part_type('{"a":[1,"x"]}', '{sa,i2}')       -- text
///     SELECT pg_temp.moonshell_part('{"a":[1,"x"]}', '{sa,i2}', 'string')  -- x
///
/// Of a text that scripts may read otherwise than the server, or not at all, nothing is said but that it is 'other'.
enum DocumentPartSQL {
  static let functions = DocumentKeySQL.functions + [isOdd, at, part, type, length]

  private static let name = PostgreSQLDialect.part

  /// What the server takes, and `JSONReader` does not, or may not: characters that are none, numbers without end, tables
  /// deep in each other, a name that stands twice. (The server repeats nothing more than 255 times.)
  private static let isOdd = #"""
    CREATE OR REPLACE FUNCTION \#(name)_is_odd(value text) RETURNS bool LANGUAGE plpgsql IMMUTABLE STRICT AS $$
    BEGIN
      IF value ~ '\\u(0000|[dD][89a-fA-F])|[eE][+]?[0-9]{3}|([0-9]{100}){3}' THEN RETURN true; END IF;
      IF length(value) - length(translate(value, '[{', '')) > 60 THEN RETURN true; END IF;
      -- A name that is met again may stand in another table: then all of it is looked through.
      IF value ~ '("([^"\\]|\\.)*")\s*:.*\1\s*:' OR value ~ '\\[^"]*"\s*:' THEN
        PERFORM \#(PostgreSQLDialect.json)_part(value::json);
      END IF;
      RETURN false;
    END $$
    """#

  /// The part; NULL where a table has none.
  private static let at = """
    CREATE OR REPLACE FUNCTION \(name)_at(value json, path text[]) RETURNS json LANGUAGE plpgsql IMMUTABLE STRICT AS $$
    DECLARE
      part json := value;
      kind text;
      step text;
    BEGIN
      FOREACH step IN ARRAY path LOOP
        kind := json_typeof(part);
        IF kind NOT IN ('object', 'array') THEN RAISE data_exception; END IF;
        IF step LIKE 's%' AND kind = 'object' THEN
          part := part -> substr(step, 2);
        ELSIF step LIKE 'i%' AND kind = 'array' AND substr(step, 2)::int8 BETWEEN 1 AND 1000000000 THEN
          part := part -> (substr(step, 2)::int8 - 1)::int;
        ELSE
          RETURN NULL;
        END IF;
        IF part IS NULL THEN RETURN NULL; END IF;
      END LOOP;
      RETURN part;
    END $$
    """

  private static let part = asking(
    "", of: ", kind text", returns: "text", gives: "CASE WHEN json_typeof(part) = kind THEN part #>> '{}' END")

  private static let type = asking(
    "_type", returns: "text",
    gives: """
      CASE json_typeof(part) WHEN 'string' THEN 'text' WHEN 'object' THEN 'table' WHEN 'array' THEN 'table'
        ELSE coalesce(json_typeof(part), 'nothing') END
      """, orOfOdd: "'other'")

  /// How many elements the list has; 0 of what has names, NULL of what is no table.
  private static let length = asking(
    "_length", returns: "bigint",
    gives: "CASE json_typeof(part) WHEN 'array' THEN json_array_length(part) WHEN 'object' THEN 0 END")

  /// A function of a text and a path that asks something of the part there.
  ///
  /// - Parameters:
  ///   - suffix: what follows the name that all of them begin with.
  ///   - arguments: what it is given beside the text and the path.
  ///   - answer: what it gives, an expression over `part` and its arguments.
  ///   - odd: what it gives of texts that scripts may read otherwise than the server.
  private static func asking(
    _ suffix: String, of arguments: String = "", returns type: String, gives answer: String,
    orOfOdd odd: String = "NULL"
  ) -> String {
    """
    CREATE OR REPLACE FUNCTION \(name)\(suffix)(value text, path text[]\(arguments)) RETURNS \(type) LANGUAGE plpgsql IMMUTABLE STRICT AS $$
    DECLARE
      part json;
    BEGIN
      IF \(name)_is_odd(value) THEN RETURN \(odd); END IF;
      part := \(name)_at(value::json, path);
      RETURN \(answer);
    EXCEPTION WHEN data_exception OR statement_too_complex THEN
      RETURN \(odd);
    END $$
    """
  }
}
