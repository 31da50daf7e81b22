import SQLText

/// A statement of a script's own that makes tables and views, or makes them other ones.
package enum SchemaStatement {
  /// Whether a text is one.
  ///
  ///     SchemaStatement.is("/* mine */ create table t (a)")   // true
  package static func `is`(_ text: String) -> Bool { ["CREATE", "ALTER"].contains(SQLKeywords.first(of: text)) }
}
