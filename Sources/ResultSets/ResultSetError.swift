/// Why an order cannot be made, or changes cannot be applied.
package enum ResultSetError: Error, Hashable {
  case duplicateRow(Int)
  case duplicateSection(Int)
  /// A row is in a section that the given order of sections does not name.
  case sectionNotListed(Int)
  /// Not every row comes with its section.
  case sectionsMissing(rows: Int, sections: Int)
  /// Changes name a row that is not where they say, or that cannot go where they say.
  case rowDoesNotFit(Int)
  /// The same of a section, or one that would be empty.
  case sectionDoesNotFit(Int)
}
