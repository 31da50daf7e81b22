import Schema

/// What the database computes of other columns: values that are there again once they were gone.
extension TableComparison {
  mutating func compareGenerations(
    _ column: TableDescription.Column, _ present: TableDescription.Column, _ found: inout Differences
  ) {
    if !column.isGenerated {
      found.words.append("is computed no more")
      if !isAgreed(column) { cut.append(column.name) }
      alter(.dropExpression(column: column.name))
    } else if !present.isGenerated {
      found.words.append("is computed: \(column.generationSQL ?? "")")
      // What people wrote there is gone then.
      if rowCount > 0, !isAgreed(column) { cut.append(column.name) }
      needsRebuild = true
    } else if renamed(present.comparableGeneration) != column.comparableGeneration {
      found.words.append("is computed otherwise: \(column.generationSQL ?? "")")
      needsRebuild = true
    }
  }

  /// Whether a declared column computes its values, and the one that is there does so otherwise, or not at all.
  func needsAnother(_ present: TableDescription.Column, _ column: TableDescription.Column) -> Bool {
    !present.isGenerated || renamed(present.comparableGeneration) != column.comparableGeneration
      || column.fullType != present.fullType
  }

  /// The columns that stay without a declaration, as the table has them: what the database computes, and what has no
  /// name that a field could have; not those that are to go.
  var undeclaredColumns: [TableDescription.Column] {
    existing.columns.filter {
      ($0.isGenerated || $0.name.isEmpty) && wanted.description.column($0.name) == nil && !isAgreed($0)
    }
  }
}

extension TableDescription.Column {
  /// What it computes, without parentheses around all of it, which a server puts there.
  fileprivate var comparableGeneration: TableDescription.Check {
    var tokens = generation[...]
    while tokens.first == "(", tokens.last == ")", tokens.dropFirst().dropLast().isBalanced {
      tokens = tokens.dropFirst().dropLast()
    }
    return Array(tokens)
  }
}

extension Collection<String> {
  /// Whether each parenthesis in it has its partner there, in their order.
  fileprivate var isBalanced: Bool {
    var depth = 0
    for token in self {
      depth += token == "(" ? 1 : token == ")" ? -1 : 0
      if depth < 0 { return false }
    }
    return depth == 0
  }
}
