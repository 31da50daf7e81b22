import Schema

/// Columns that are there and hold less of a number than is declared: the database would round it without a word.
extension Field {
  /// Whether its column rounds some of its numbers.
  var mayBeRounded: Bool { roundsNumbers || digitsKept != nil }

  /// What is wrong with a number that its column would round; nil of what it holds as it is.
  func rounding(of cell: Cell) -> UnfitValue? {
    if roundsNumbers { return cell.kind == .real && cell.real != cell.real.rounded() ? .wouldBeRounded : nil }
    guard let digits = digitsKept, let number = decimal(of: cell), !number.has(noMoreThan: digits) else { return nil }
    return digits == 0 ? .wouldBeRounded : .wouldLoseDigits(digits)
  }
}

extension DecimalNumber {
  /// Whether all that stands behind so many digits behind the point is zero; less than 0 means tens and hundreds.
  fileprivate func has(noMoreThan digits: Int) -> Bool {
    if digits >= 0 { return rescaled(to: digits) != nil }
    guard let power = Self.power(-digits), let whole = rescaled(to: 0) else { return false }
    return whole.coefficient % power == 0
  }
}
