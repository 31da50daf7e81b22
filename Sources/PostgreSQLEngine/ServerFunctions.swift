import SQLText
import Store

/// What statements need that the server has not: functions that it is given for the session, and refusals by name.
extension PostgreSQLEngine {
  /// Sees to it before a statement is prepared.
  func provide(for text: String) throws(StoreError) {
    if text.contains(PostgreSQLDialect.refusedPattern) { throw .cannotSearch(text, location) }
    if text.contains(PostgreSQLDialect.refusedType) { throw .hasNoAnyColumns(text, location) }
    guard !hasDigitKey, text.contains(PostgreSQLDialect.digitKey) else { return }
    if isReadOnly, !isInTransaction {
      // A session that only reads may still make what is its own.
      try rows("BEGIN READ WRITE", guarded: .none)
      try makeDigitKey()
      try rows("COMMIT", guarded: .none)
    } else {
      try makeDigitKey()
    }
  }

  private func makeDigitKey() throws(StoreError) {
    for text in FunctionSQL.digitKey { try rows(text) }
    hasDigitKey = true
  }
}

private enum FunctionSQL {
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
