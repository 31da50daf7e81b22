/// What the programmer who numbers the rows reads; one who knows their names says it in names.
extension ResultSetError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .duplicateRow(let row): "row \(row) occurs twice: every row needs an identity of its own"
    case .duplicateSection(let section): "section \(section) occurs twice: name every section once"
    case .sectionNotListed(let section): "section \(section) has rows, and the order of sections does not name it"
    case .sectionsMissing(let rows, let sections): "\(rows) rows come with \(sections) sections: give each row one"
    case .rowDoesNotFit(let row):
      "row \(row) does not fit: apply changes to the list that they were computed from"
    case .sectionDoesNotFit(let section):
      "section \(section) does not fit: apply changes to the list that they were computed from"
    }
  }
}
