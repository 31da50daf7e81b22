/// The tests of a text's beginning, end and inside: case-sensitive, by bytes.
extension TestKind {
  package static let prefix = TestKind(
    name: "prefix", summary: "text that begins with a text", example: #"is.prefix("Ze")"#, operands: .text,
    message: { "does not begin with \($0[0].excerpt)" },
    matcher: { values in
      guard let part = TextPart(values[0]) else { return { _ in nil } }
      return { cell in
        guard !cell.isNull else { return nil }
        return part.fits(cell) && cell.withText { part.isPrefix(of: $0) }
      }
    },
    expression: { value, operands in
      if TextPart(operands[0]) == nil { return .comparison(.equal, value, .literal(.null)) }
      let part = Expression.call(.prefix, [value, .literal(.integer(scalarCount(operands[0])))])
      return .comparison(.equal, part, .literal(operands[0]))
    })

  package static let suffix = TestKind(
    name: "suffix", summary: "text that ends with a text", example: #"is.suffix("or")"#, operands: .text,
    message: { "does not end with \($0[0].excerpt)" },
    matcher: { values in
      guard let part = TextPart(values[0]) else { return { _ in nil } }
      return { cell in
        guard !cell.isNull else { return nil }
        return part.isEmpty || part.fits(cell) && cell.withText { part.isSuffix(of: cell.countedBytes($0)) }
      }
    },
    expression: { value, operands in
      let count = scalarCount(operands[0])
      if TextPart(operands[0]) == nil { return .comparison(.equal, value, .literal(.null)) }
      // The last zero characters of a text have no expression of their own: every text ends with "".
      guard count > 0 else { return .comparison(.equal, value, value) }
      return .comparison(.equal, .call(.suffix, [value, .literal(.integer(count))]), .literal(operands[0]))
    })

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

  private static func scalarCount(_ value: Value) -> Int64 {
    switch value {
    case .text(let text): Int64(text.unicodeScalars.count)
    // The database counts the bytes of bytes.
    case .data(let bytes): Int64(bytes.count)
    default: 0
    }
  }
}
