/// The tests of a text's beginning, end and inside: case-sensitive, by bytes.
extension TestKind {
  package static let prefix = TestKind(
    name: "prefix", summary: "text that begins with a text", example: #"is.prefix("Ze")"#, operands: .text,
    message: { "does not begin with \($0[0].excerpt)" },
    matcher: { values in
      guard let part = TextPart(values[0]) else { return { _ in nil } }
      return { cell in
        guard !cell.isNull else { return nil }
        return part.fits(cell).map { $0 && cell.withText { part.isPrefix(of: $0) } }
      }
    },
    expression: { value, operands in equality(.prefix, of: value, to: operands[0]) })

  package static let suffix = TestKind(
    name: "suffix", summary: "text that ends with a text", example: #"is.suffix("or")"#, operands: .text,
    message: { "does not end with \($0[0].excerpt)" },
    matcher: { values in
      guard let part = TextPart(values[0]) else { return { _ in nil } }
      return { cell in
        guard !cell.isNull else { return nil }
        return part.fits(cell).map { $0 && cell.withText { part.isSuffix(of: cell.countedBytes($0)) } }
      }
    },
    expression: { value, operands in equality(.suffix, of: value, to: operands[0]) })

  package static let containing = TestKind(
    name: "containing", summary: "text with a text inside", example: #"is.containing("rat")"#, operands: .text,
    message: { "does not contain \($0[0].excerpt)" },
    matcher: { values in
      guard let part = TextPart(values[0]) else { return { _ in nil } }
      return { cell in
        guard !cell.isNull else { return nil }
        return cell.withText { part.isInside($0) }
      }
    },
    expression: { value, operands in
      if TextPart(operands[0]) == nil { return .comparison(.equal, value, .literal(.null)) }
      return .comparison(.greater, .call(.position, [value, .literal(operands[0])]), .literal(.integer(0)))
    })

  /// `substr(name, 1, 2) = 'Ze'`: the beginning or end of a value is the part.
  private static func equality(_ function: Expression.Function, of value: Expression, to part: Value) -> Expression {
    guard let text = TextPart(part) else { return .comparison(.equal, value, .literal(.null)) }
    // Every text begins and ends with "", and the last zero characters have no expression of their own.
    if text.isEmpty { return .comparison(.equal, value, value) }
    let end = Expression.call(function, [value, .literal(.integer(scalarCount(part)))])
    let isEqual = Expression.comparison(.equal, end, .literal(part))
    guard case .data = part else { return isEqual }
    // The database makes NULL of a part of no bytes; that NULL AND false is false makes good for it.
    return .and([isEqual, .comparison(.notEqual, value, .literal(.data([])))])
  }

  private static func scalarCount(_ value: Value) -> Int64 {
    switch value {
    case .text(let text): Int64(text.unicodeScalars.count)
    // The database counts the bytes of bytes.
    case .data(let bytes): Int64(bytes.count)
    default: 0
    }
  }
}
