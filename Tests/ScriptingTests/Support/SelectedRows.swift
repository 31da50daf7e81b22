extension String {
  /// What a function selects; on SQLite also whether the database says it: a server says less.
  var asSelected: String {
    if TestEngine.chosen == .sqlite { return self }
    return ["pushed: ", "prefilter: ", "closure: ", "in SQL: ", "by row: "].reduce(self) { $0.replacing($1, with: "") }
  }
}
