import Schema

/// What looks at all rows that are selected stands where the database puts it: behind WHERE.
///
/// A condition on it, or an aggregate of it, is asked around those rows.
///
///     SELECT … FROM (SELECT …, rank() OVER (ORDER BY "score") AS "around 1" FROM "player" WHERE "age" > 20) AS "player"
///     WHERE "around 1" = 1
extension Select {
  /// A request for the rows around others, and these: nil where nothing has to be asked around.
  func around(
    _ request: FetchRequest, _ plan: FetchPlan, _ output: Output
  ) -> (outer: FetchRequest, plan: FetchPlan, inner: FetchRequest, windows: [WrittenExpression])? {
    guard request.looksAround else { return nil }
    let parts = plan.condition?.conjunction ?? []
    let outside = parts.filter { $0.looksAround(request.computed) }
    var isAsked = !outside.isEmpty
    if case .aggregate(_, let path) = output {
      isAsked = isAsked || Expression.field(path).looksAround(request.computed)
    }
    guard isAsked else { return nil }
    var inner = FetchRequest(entity: request.entity)
    (inner.source, inner.computed) = (request.source, request.computed)
    inner.predicate = plan.condition?.besideWindows(request.computed)
    let windows = request.windows
    var outer = request
    outer.computed = request.computed.mapValues { computed in
      ComputedField(computed.field, computed.expression.around(windows))
    }
    outer.sorts = request.sorts.map { sort in
      var sort = sort
      if case .value(let value) = sort.key { sort.key = .value(value.around(windows)) }
      return sort
    }
    let condition = outside.isEmpty ? nil : Expression.and(outside.map { $0.around(windows) })
    return (outer, plan.around(condition) { $0.around(windows) }, inner, windows)
  }

  /// The column of a window in the rows that are asked around.
  static func windowColumn(_ place: Int) -> String { "around \(place + 1)" }
}

extension FetchRequest {
  /// Whether something of it looks at all rows that are selected.
  package var looksAround: Bool { !windows.isEmpty }

  /// What of it looks at all rows that are selected, each once.
  package var windows: [WrittenExpression] {
    var result: [WrittenExpression] = []
    let computed = computed.sorted { $0.key < $1.key }.map(\.value.expression)
    for expression in computed + [predicate].compactMap(\.self) + sorts.compactMap(\.expression) {
      _ = expression.contains { part in
        if case .written(let written) = part, written.reach != .row, !result.contains(written) {
          result.append(written)
        }
        return false
      }
    }
    return result
  }
}

extension Expression {
  /// Whether it looks at all rows that are selected, itself or by what is computed of a row.
  package func looksAround(_ computed: [String: ComputedField]) -> Bool {
    contains { part in
      switch part {
      case .written(let written): written.reach != .row
      case .field(let path):
        path.relations.isEmpty && path.inside.isEmpty
          && computed[path.field]?.expression.looksAround(computed) ?? false
      default: false
      }
    }
  }

  /// The parts of a conjunction that look at one row; nil where there are none.
  package func besideWindows(_ computed: [String: ComputedField]) -> Expression? {
    guard looksAround(computed) else { return self }
    let parts = conjunction.filter { !$0.looksAround(computed) }
    return parts.isEmpty ? nil : parts.count == 1 ? parts[0] : .and(parts)
  }

  /// The same, said of rows that have windows as columns.
  fileprivate func around(_ windows: [WrittenExpression]) -> Expression {
    rewritten { part in
      guard case .written(let written) = part, let place = windows.firstIndex(of: written) else { return nil }
      return .written(WrittenExpression(column: Select.windowColumn(place)))
    }
  }

  fileprivate var conjunction: [Expression] {
    guard case .and(let parts) = self, !parts.isEmpty else { return [self] }
    return parts.flatMap(\.conjunction)
  }
}
