extension PredicateMeaning {
  func failure(_ misfit: PredicateMisfit, _ range: Range<Int>) -> PredicateError {
    PredicateError(misfit.message, text, range)
  }

  func failure(_ misfit: PredicateMisfit, _ node: PredicateNode) -> PredicateError { failure(misfit, node.range) }

  func failure(_ mistake: PredicateMistake, _ range: Range<Int>) -> PredicateError {
    PredicateError(mistake.message, text, range)
  }

  func failure(_ mistake: PredicateMistake, _ node: PredicateNode) -> PredicateError { failure(mistake, node.range) }

  /// The error of another, with the place in the predicate that it is about.
  func failure(saying error: any Error, _ range: Range<Int>) -> PredicateError {
    PredicateError(String(describing: error), text, range)
  }
}
