extension TableText {
  /// Whether every row that keeps the CHECKs of another table keeps those of this one.
  ///
  /// Certain of it are columns with CHECKs that are written just as there. Columns without any are of no importance, nor
  /// are keys: they are no matter of a CHECK.
  func demandsNoMore(than other: TableText) -> Bool {
    checks.isEmpty && options == other.options
      && columns.allSatisfy { $0.checks.isEmpty || other.columns.contains($0) }
  }

  /// Whether each column holds values of its type alone.
  var isStrict: Bool { options.contains("strict") }
}
