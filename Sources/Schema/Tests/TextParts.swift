import Glibc

/// The tests of a text's beginning, end and inside: case-sensitive, by bytes.
extension TestKind {
  package static let prefix = TestKind(
    name: "prefix", summary: "text that begins with a text", example: #"is.prefix("Ze")"#, operands: .text,
    message: { "does not begin with \($0[0].excerpt)" },
    matcher: { values in
      let part = OwnedCell(values[0])
      return { cell in
        guard !cell.isNull else { return nil }
        let bytes = cell.bytes
        let wanted = part.cell.bytes
        return bytes.count >= wanted.count
          && sameBytes(UnsafeRawBufferPointer(rebasing: bytes[..<wanted.count]), wanted)
      }
    },
    expression: { value, operands in
      .comparison(.equal, .call(.prefix, [value, .literal(.integer(scalarCount(operands[0])))]), .literal(operands[0]))
    })

  package static let suffix = TestKind(
    name: "suffix", summary: "text that ends with a text", example: #"is.suffix("or")"#, operands: .text,
    message: { "does not end with \($0[0].excerpt)" },
    matcher: { values in
      let part = OwnedCell(values[0])
      return { cell in
        guard !cell.isNull else { return nil }
        let bytes = cell.bytes
        let wanted = part.cell.bytes
        return bytes.count >= wanted.count
          && sameBytes(UnsafeRawBufferPointer(rebasing: bytes[(bytes.count - wanted.count)...]), wanted)
      }
    },
    expression: { value, operands in
      let count = scalarCount(operands[0])
      // The last zero characters of a text have no expression of their own: every text ends with "".
      guard count > 0 else { return .comparison(.equal, value, value) }
      return .comparison(.equal, .call(.suffix, [value, .literal(.integer(count))]), .literal(operands[0]))
    })

  package static let containing = TestKind(
    name: "containing", summary: "text with a text inside", example: #"is.containing("rat")"#, operands: .text,
    message: { "does not contain \($0[0].excerpt)" },
    matcher: { values in
      let part = OwnedCell(values[0])
      return { cell in
        guard !cell.isNull else { return nil }
        let bytes = cell.bytes
        return contains(bytes, part.cell.bytes)
      }
    },
    expression: { value, operands in
      .comparison(.greater, .call(.position, [value, .literal(operands[0])]), .literal(.integer(0)))
    })

  private static func sameBytes(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    compareBytes(left, right) == .equal
  }

  private static func scalarCount(_ value: Value) -> Int64 {
    switch value {
    case .text(let text): Int64(text.unicodeScalars.count)
    // The database counts the bytes of bytes.
    case .data(let bytes): Int64(bytes.count)
    default: 0
    }
  }

  /// Looks for the first byte with `memchr`, then compares the rest.
  private static func contains(_ text: UnsafeRawBufferPointer, _ part: UnsafeRawBufferPointer) -> Bool {
    guard let first = part.first else { return true }
    guard text.count >= part.count, var position = text.baseAddress, let wanted = part.baseAddress else { return false }
    let end = position + text.count
    while end - position >= part.count,
      let candidate = memchr(position, Int32(first), end - position - part.count + 1)
    {
      if memcmp(candidate, wanted, part.count) == 0 { return true }
      position = UnsafeRawPointer(candidate) + 1
    }
    return false
  }
}
