import Schema

/// Columns that are there and hold less of a number than is declared: the database would round it without a word.
extension Field {
  /// Whether its column rounds some of its numbers.
  var mayBeRounded: Bool { roundsNumbers || digitsKept != nil || digitsKeptOfNumbers != nil }

  /// How many digits behind the point a column of decimals keeps that is declared as one of other numbers; nil where it
  /// keeps all that they may have.
  private var digitsKeptOfNumbers: Int? {
    guard nature.isNumeric, let fraction = nature.fraction else { return nil }
    return storage == .real || storage == .integer && fraction < 0 ? fraction : nil
  }

  /// What is wrong with a number that its column would round; nil of what it holds as it is.
  func rounding(of cell: Cell) -> UnfitValue? {
    if roundsNumbers { return cell.kind == .real && cell.real != cell.real.rounded() ? .wouldBeRounded : nil }
    if let digits = digitsKeptOfNumbers { return cell.has(noMoreThan: digits) ? nil : Self.rounding(to: digits) }
    guard let digits = digitsKept, let number = decimal(of: cell), !number.has(noMoreThan: digits) else { return nil }
    return Self.rounding(to: digits)
  }

  private static func rounding(to digits: Int) -> UnfitValue {
    digits == 0 ? .wouldBeRounded : .wouldLoseDigits(digits)
  }
}

extension Cell {
  /// Whether a number is a decimal with so few digits behind the point: a real one counts with those of the shortest text
  /// that reads back as it.
  fileprivate func has(noMoreThan digits: Int) -> Bool {
    guard kind == .integer || kind == .real && real.isFinite else { return true }
    if let number = DecimalNumber(any: self) { return number.has(noMoreThan: digits) }
    // What is too large for a decimal is an integer, which a column refuses by itself; what is too small has more digits.
    return abs(real) >= 1
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
