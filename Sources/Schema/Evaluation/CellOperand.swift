/// Something that a condition on cells compares: a cell, a literal, or what is made of them.
enum CellOperand {
  /// By its place among the cells.
  case column(Int)
  /// By its place among the literals.
  case literal(Int)
  /// By its place among what is made.
  case made(Int)

  /// How an operand is made of others.
  enum Made {
    /// `string.sub(text, first, last)`.
    case slice(CellOperand, first: Int64, last: Int64)
    /// `#text`, in bytes.
    case length(CellOperand)
    /// The bytes of a text.
    case bytes(CellOperand)
    /// The 1-based place of a text in another; 0 where it is not there.
    case place(CellOperand, of: CellOperand)
    /// A number that is made of two.
    case arithmetic(Expression.Arithmetic, CellOperand, CellOperand)
    /// Everything else.
    case evaluated(Expression)

    /// Whether it is a number or stands in a cell already.
    var takesNoMemory: Bool {
      if case .evaluated = self { false } else { true }
    }
  }
}

extension Cell {
  /// A number that was reckoned; nothing of all else.
  init(number: Value) {
    switch number {
    case .integer(let integer): self.init(integer)
    case .real(let real): self.init(real)
    case .null, .text, .data, .brokenText: self = .null
    }
  }

  /// What Lua's `string.sub` cuts out: places count bytes from 1, or from -1 at the end; nothing of NULL.
  ///
  ///     Jenson: from -3 through -1   // son
  func slice(from first: Int64, through last: Int64) -> Cell {
    guard kind == .text || kind == .data else { return .null }
    let count = Int64(length)
    let start = first > 0 ? first : first == 0 || first < -count ? 1 : count + first + 1
    let end = last > count ? count : last >= 0 ? last : last < -count ? 0 : count + last + 1
    if start > end { return Cell(kind, address: address, length: 0) }
    return Cell(kind, address: address.map { $0 + Int(start - 1) }, length: Int(end - start + 1))
  }

  /// How many bytes a text has; nothing of NULL.
  var byteLength: Cell { kind == .text || kind == .data ? Cell(Int64(length)) : .null }

  /// A text as bytes; nothing of NULL.
  var asBytes: Cell { kind == .text || kind == .data ? Cell(.data, borrowing: bytes) : .null }

  /// Where other bytes stand in these, as `Expression.Function.position` says; nothing where one is NULL.
  func place(of part: Cell) -> Cell {
    if isNothing || part.isNothing { return .null }
    return Cell(part.withText { part in withText { Expression.Function.place(of: part, in: $0) } })
  }

  /// Whether it is NULL for the database, as what is no number is.
  var isNothing: Bool { kind == .null || (kind == .real && real.isNaN) }
}
