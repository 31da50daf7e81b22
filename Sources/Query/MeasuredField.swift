import Schema

/// A field as aggregates measure it: its values in their order, and how long they are as text.
///
///     let name = try MeasuredField(field, resolver, dialect)
///     name.greatest   // max("name")
package struct MeasuredField {
  private let field: Field
  private let dialect: any Dialect
  /// Its value as rows are ordered by it.
  package let value: SQL

  package init(_ field: Field, _ resolver: FieldResolver, _ dialect: any Dialect) throws(QueryError) {
    var writer = ExpressionWriter(resolver: resolver, dialect: dialect, qualifies: false)
    self.field = field
    self.dialect = dialect
    value = try writer.writeOrdered(.field(FieldPath(field: field.name)))
  }

  package var least: SQL { dialect.extreme("min", value, of: field) }
  package var greatest: SQL { dialect.extreme("max", value, of: field) }
  /// The value in which a truth is 0 or 1.
  package var number: SQL { field.type == .boolean ? dialect.stored(truth: value) : value }
  package var length: SQL {
    dialect.call(.length, [field.storage == .text ? value : dialect.text(ofDocument: value)])
  }
}
