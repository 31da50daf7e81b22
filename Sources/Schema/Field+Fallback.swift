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
    case .boolean: return cell.kind == .integer && (cell.integer == 0 || cell.integer == 1)
    case .label: return label(of: cell) != nil
    case .decimal: return isStoredAsNumber || decimal(of: cell) != nil
    case .json, .document: return cell.kind == .text && (try? DocumentValue(json: cell.bytes)) != nil
    }
  }

  /// Whether a cell is of the class that the field stores, and a value of its type.
  package func holdsStored(_ cell: Cell) -> Bool {
    switch (storage, cell.kind) {
    case (.any, _), (.integer, .integer), (.real, .real), (.real, .integer), (.data, .data): return true
    case (.text, .text):
      guard isVerifiedWhenRead else { return true }
      if case .refused = type.store(.text(cell.bytes), self) { return readsMoment(cell) }
      return true
    default: return false
    }
  }
}
