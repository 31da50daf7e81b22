extension TestKind {
  package static let notEmpty = TestKind(
    name: "not_empty", summary: "text that is not blank", example: "is.not_empty", operands: .none,
    subject: .text,
    message: { _ in "is blank" },
    matcher: { _ in
      { cell in
        guard !cell.isNull else { return nil }
        return cell.withText { text in text.contains { !isBlank($0) } }
      }
    },
    expression: { value, _ in .comparison(.notEqual, .call(.trim, [value]), .literal(.text(""))) },
    passing: { _ in .texts(bytes: 1 ... .max) })

  package static let length = TestKind(
    name: "length", summary: "text of n characters, or of min to max", example: "is.length(1, 64)", operands: .counts,
    message: { values in
      let counts = values.map(\.description).joined(separator: " to ")
      return "does not have \(counts) \(values.last == .integer(1) ? "character" : "characters")"
    },
    matcher: { values in
      guard case .integer(let low)? = values.first, case .integer(let high)? = values.last else { return { _ in nil } }
      return { cell in
        guard !cell.isNull else { return nil }
        if cell.kind == .text, isCertain(cell.bytes, low, high) { return true }
        let count = cell.withText { cell.kind == .data ? Int64($0.count) : scalarCount(cell.countedBytes($0)) }
        return low <= count && count <= high
      }
    },
    expression: { value, operands in
      let count = Expression.call(.length, [value])
      return operands.count == 1
        ? .comparison(.equal, count, .literal(operands[0]))
        : .between(count, .literal(operands[0]), .literal(operands[1]))
    },
    passing: { values in
      guard case .integer(let low)? = values.first, case .integer(let high)? = values.last, high >= 0 else {
        return .unknown
      }
      // A character takes from one byte to four.
      let (least, isTooLarge) = low <= 1 ? (max(low, 0), false) : low.multipliedReportingOverflow(by: 4)
      return isTooLarge || least > high ? .unknown : .texts(bytes: least...high)
    })

  /// Blank characters as the database trims them: space, tab, line feed, vertical tab, form feed, return.
  private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

  /// Whether text has from `low` to `high` scalars whatever they are: at most as many as bytes, and one to begin with.
  private static func isCertain(_ bytes: UnsafeRawBufferPointer, _ low: Int64, _ high: Int64) -> Bool {
    guard Int64(bytes.count) <= high, low <= 1 else { return false }
    return low <= 0 || !bytes.isEmpty && bytes[0] != 0 && bytes[0] & 0xC0 != 0x80
  }

  /// The number of Unicode scalars: bytes that do not continue one.
  private static func scalarCount(_ bytes: UnsafeRawBufferPointer) -> Int64 {
    var count: Int64 = 0
    var isWithin = false
    for byte in bytes {
      if byte & 0xC0 != 0x80 { isWithin = byte >= 0xC0 } else if isWithin { continue }
      count += 1
    }
    return count
  }
}
