import Schema

/// Sums and means of columns that may hold anything, and what is reckoned with them: what is no number counts for
/// nothing, whatever digits a text begins with. SQL would take those for the number.
///
///     sum "x"       // sum(CASE WHEN typeof("x") IN ('integer', 'real') THEN "x" END)
///     sum "x + 1"   // sum(lua_tonumber("x") + 1)
extension FieldResolver {
  /// A value that is reckoned with: a text counts as the number that Lua reads it as, as for a function of the script,
  /// and as NULL where that would raise.
  func reckoned(_ expression: Expression) -> Expression {
    some(of: expression, \.mayHoldOtherThanOperands) ? .kernel(.number, [expression]) : expression
  }

  /// A value as numbers are made of it; as it is where its declaration says that it is one.
  func numberAlone(_ value: SQL, _ expression: Expression, in dialect: any Dialect) -> SQL {
    dialect.choosesAmongClasses && mayBeNoNumber(expression) ? dialect.numberAlone(value) : value
  }

  /// The columns with which an expression reckons that may hold texts or bytes.
  package func looseOperands(_ expression: Expression) -> [FieldPath] {
    var found: [FieldPath] = []
    _ = expression.contains { part in
      if case .kernel(.number, let operands) = part, case .field(let path)? = operands.first { found.append(path) }
      return false
    }
    return found
  }

  /// Whether a value that is added up may be a text or bytes.
  package func mayBeNoNumber(_ expression: Expression) -> Bool { some(of: expression, \.mayHoldOtherThanNumbers) }

  /// Whether a value may be that of a field of which this is true, or anything.
  private func some(of expression: Expression, _ isLoose: (Field) -> Bool) -> Bool {
    switch expression {
    case .field(let path):
      // Tables of a script hold what comes.
      if isOpen { return true }
      if let computed = computed(at: path) { return some(of: computed.expression, isLoose) }
      return (try? field(at: path)).map(isLoose) ?? false
    case .choose(_, let value, let other): return some(of: value, isLoose) || some(of: other, isLoose)
    case .call(.coalesce, let parts): return parts.contains { some(of: $0, isLoose) }
    case .reckoned(let aggregation, let rows):
      guard [.min, .max].contains(aggregation.function), let value = aggregation.value else { return false }
      return FieldResolver(entity: rows.entity, inside: self).some(of: value, isLoose)
    case .written: return true
    case .literal, .comparison, .between, .oneOf, .isNull, .not, .and, .or, .among, .requested, .call, .arithmetic,
      .kernel, .closure, .partly, .tested:
      return false
    }
  }
}

extension Field {
  /// Whether its column takes texts and bytes beside numbers: one without a type, or of another program's loose table.
  ///
  /// Decimals and parts of JSON say for themselves what is one.
  fileprivate var mayHoldOtherThanNumbers: Bool {
    if isPartOfJSON || nature.isNumeric || type == .decimal || type == .wideDecimal || encoder != nil { return false }
    return storage == .any || isLoose && (storage == .integer || storage == .real)
  }

  /// The same of what is reckoned with: sums know which decimals are numbers, operators take a text for 0.
  fileprivate var mayHoldOtherThanOperands: Bool {
    let isDecimal = type == .decimal || type == .wideDecimal
    if isDecimal, isStoredAsNumber, !nature.isNumeric, encoder == nil { return isLoose }
    return mayHoldOtherThanNumbers
  }
}
