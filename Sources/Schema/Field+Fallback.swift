import Encodings

/// What NULL, and what is none of a field's values, reads as.
///
///     name = text { fallback = "nobody" }      -- a stored NULL is "nobody" for whoever reads the row
extension Field {
  /// What a stored cell reads as where that is the field's fallback; nil where it is the cell itself.
  package func fallback(for cell: Cell) -> Value? {
    guard let fallback, fallback != .null, !holdsValue(cell) else { return nil }
    return fallback
  }

  /// Whether a cell is a value of the field's type, as its entity declares it.
  private func holdsValue(_ cell: Cell) -> Bool {
    if cell.isNull { return false }
    switch type.reading {
    case .asStored: return holdsStored(cell)
    case .boolean: return cell.truth != nil
    case .label: return label(of: cell) != nil
    case .decimal: return decimal(of: cell) != nil
    case .json, .document: return cell.kind == .text && (try? document(of: cell)) != nil
    }
  }

  private func document(of cell: Cell) throws -> DocumentValue {
    try keepsDocuments ? DocumentValue(kept: cell.bytes) : DocumentValue(json: cell.bytes)
  }

  /// Whether a cell is of the class that the field stores, and a value of its type.
  package func holdsStored(_ cell: Cell) -> Bool {
    switch (storage, cell.kind) {
    case (.any, _), (.integer, .integer), (.real, .real), (.real, .integer), (.data, .data): return true
    // What is reckoned goes on as a real number where 64 bits do not hold it.
    case (.integer, .real): return isExpression && type == .integer
    case (.text, .text):
      guard isVerifiedWhenRead else { return true }
      if case .refused = type.store(.text(cell.bytes), self) { return readsMoment(cell) }
      return true
    default: return false
    }
  }
}

extension Cell {
  /// The truth that it is: 1 or 0, which a column of real numbers holds as 1.0 and 0.0.
  package var truth: Bool? {
    switch kind {
    case .integer where integer == 0 || integer == 1: integer == 1
    case .real where real == 0 || real == 1: real == 1
    default: nil
    }
  }
}
