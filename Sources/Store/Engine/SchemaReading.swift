import Query
import Schema

/// What tables there are, as the database itself says.
package protocol SchemaReading: AnyObject {
  /// The tables and views, in order of their names; the database's own are left out.
  func tables() throws(StoreError) -> [TableDescription]

  /// Tables that statements can name as well, and that are none of the database's.
  func tablesElsewhere() throws(StoreError) -> [TableElsewhere]

  /// What a table or a view holds to, as it is now; nil for what is not there.
  ///
  /// `statement` is the one that would make the table as its entity declares it, which is written where the answer depends
  /// on it; nil for an entity that was made of the table. It is asked often, and answers at once where nothing has changed.
  func traits(of table: String, declaredAs statement: @autoclosure () -> String?) throws(StoreError) -> TableTraits?

  /// The columns of a table or a view, as they compare with values; none where they compare as values do.
  func presentColumns(of table: String) throws(StoreError) -> [TableDescription.Column]

  /// The storage classes that the values of a column have; nil where the engine cannot tell.
  ///
  /// Numbers that an index found may be integers or real. Where values are to be decimals, real numbers that may be none
  /// are told.
  func classes(of column: String, in table: String, areDecimals: Bool) throws(StoreError) -> ColumnClasses?

  /// Whether the first value of a column is a text, where its type does not say so.
  func beginsWithText(_ column: String, in table: String) throws(StoreError) -> Bool

  /// Those of the columns among whose first values there are texts, where their types say that they are numbers.
  func columnsWithTexts(_ columns: [String], in table: String) throws(StoreError) -> [String]

  /// Those of the columns of integers among whose first values there are other numbers.
  func columnsWithReals(_ columns: [String], in table: String) throws(StoreError) -> [String]

  /// Those of the columns among whose first values there are texts with capitals.
  func columnsWithCapitals(_ columns: [String], in table: String) throws(StoreError) -> [String]

  /// Those of the columns whose first values are numbers.
  func columnsWithNumbersAlone(_ columns: [String], in table: String) throws(StoreError) -> [String]

  /// Whether each key in a column refers to a row of another table, where it is not NULL; nil where the engine cannot tell.
  func findsAll(_ keys: KeyColumns) throws(StoreError) -> KeyFindings?

  /// The tables and views of a new, empty database after these statements: how this database says what they mean.
  func described(after statements: [String]) throws(StoreError) -> [TableDescription]

  /// The views and triggers, and the columns that the database computes, with what they use.
  func dependents() throws(StoreError) -> [SchemaDependent]

  /// What uses a column, so that it can neither go nor get another type before that is gone.
  func users(of column: String, in table: String) throws(StoreError) -> [ColumnUser]

  /// The rows whose key refers to nothing.
  func brokenReferences() throws(StoreError) -> [BrokenReference]
}

extension SchemaReading {
  package func tablesElsewhere() throws(StoreError) -> [TableElsewhere] { [] }

  package func presentColumns(of table: String) throws(StoreError) -> [TableDescription.Column] { [] }

  /// An engine whose columns hold what they say has nothing to find out.
  package func classes(of column: String, in table: String, areDecimals: Bool) throws(StoreError) -> ColumnClasses? {
    nil
  }

  package func beginsWithText(_ column: String, in table: String) throws(StoreError) -> Bool { false }

  package func columnsWithTexts(_ columns: [String], in table: String) throws(StoreError) -> [String] { [] }

  package func columnsWithReals(_ columns: [String], in table: String) throws(StoreError) -> [String] { [] }

  package func columnsWithCapitals(_ columns: [String], in table: String) throws(StoreError) -> [String] { [] }

  package func columnsWithNumbersAlone(_ columns: [String], in table: String) throws(StoreError) -> [String] { [] }

  package func findsAll(_ keys: KeyColumns) throws(StoreError) -> KeyFindings? { nil }

  /// An engine that makes tables anew looks after the texts of what uses them.
  package func users(of column: String, in table: String) throws(StoreError) -> [ColumnUser] { [] }

  /// An engine that refuses by itself to drop what something uses.
  package func dependents() throws(StoreError) -> [SchemaDependent] { [] }
}
