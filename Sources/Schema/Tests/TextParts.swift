/// The tests of a text's beginning, end and inside: by bytes, or by those of the text in folded case.
extension TestKind {
  package static let prefix = part(
    name: "prefix", summary: "text that begins with a text", example: #"is.prefix("Ze", { ignore_case = true })"#,
    words: "does not begin with",
    matches: { part, cell, text in part.fits(cell).map { $0 && part.isPrefix(of: text) } },
    expression: { value, part in equality(.prefix, of: value, to: part) })

  package static let suffix = part(
    name: "suffix", summary: "text that ends with a text", example: #"is.suffix("or")"#, words: "does not end with",
    matches: { part, cell, text in part.fits(cell).map { $0 && part.isSuffix(of: cell.countedBytes(text)) } },
    expression: { value, part in equality(.suffix, of: value, to: part) })

  package static let containing = part(
    name: "containing", summary: "text with a text inside", example: #"is.containing("rat")"#,
    words: "does not contain",
    matches: { part, _, text in part.isInside(text) },
    expression: { value, part in
      .comparison(.greater, .call(.position, [value, .literal(part)]), .literal(.integer(0)))
    })

  package static let noPrefix = prefix.negation(
    name: "no_prefix", summary: "text that does not begin with a text", example: #"is.no_prefix("_")"#,
    message: { "begins with \($0[0].excerpt)\($0.caseWords)" })

  package static let noSuffix = suffix.negation(
    name: "no_suffix", summary: "text that does not end with a text", example: #"is.no_suffix(".tmp")"#,
    message: { "ends with \($0[0].excerpt)\($0.caseWords)" })

  package static let notContaining = containing.negation(
    name: "not_containing", summary: "text without a text inside", example: #"is.not_containing("  ")"#,
    message: { "contains \($0[0].excerpt)\($0.caseWords)" })

  /// A test that looks for a part in a text; where letter case is ignored, both are given in folded case.
  private static func part(
    name: String, summary: String, example: String, words: String,
    matches: @escaping @Sendable (TextPart, Cell, UnsafeRawBufferPointer) -> Bool?,
    expression: @escaping @Sendable (Expression, Value) -> Expression
  ) -> TestKind {
    TestKind(
      name: name, summary: summary, example: example, operands: .text, options: [.ignoreCase],
      message: { "\(words) \($0[0].excerpt)\($0.caseWords)" },
      matcher: { arguments in
        let folds = arguments.ignoresCase
        if !folds, arguments.collation == .nocase { return matcherWithoutCapitals(arguments, matches) }
        guard let part = TextPart(folds ? arguments[0].foldedCase : arguments[0]) else { return { _ in nil } }
        return { cell in
          guard !cell.isNull else { return nil }
          return folds ? cell.withFoldedText { matches(part, cell, $0) } : cell.withText { matches(part, cell, $0) }
        }
      },
      expression: { value, arguments in
        if TextPart(arguments[0]) == nil { return .comparison(.equal, value, .literal(.null)) }
        if arguments.ignoresCase { return expression(.call(.foldCase, [value]), arguments[0].foldedCase) }
        guard arguments.collation == .nocase else { return expression(value, arguments[0]) }
        return expression(.call(.lowercase, [value]), arguments[0].withoutCapitals)
      })
  }

  /// Where a column takes letters of ASCII for equal to their capitals, the part does, too.
  private static func matcherWithoutCapitals(
    _ arguments: TestArguments, _ matches: @escaping @Sendable (TextPart, Cell, UnsafeRawBufferPointer) -> Bool?
  ) -> Matcher {
    guard let part = TextPart(arguments[0].withoutCapitals) else { return { _ in nil } }
    return { cell in
      guard !cell.isNull else { return nil }
      // The database makes text of everything, too.
      return cell.withText { text in
        text.map { smallLetter($0) }.withUnsafeBytes { matches(part, Cell(.text, borrowing: $0), $0) }
      }
    }
  }

  /// `substr(name, 1, 2) = 'Ze'`: the beginning or end of a value is the part.
  private static func equality(_ function: Expression.Function, of value: Expression, to part: Value) -> Expression {
    // Every text begins and ends with "", and the last zero characters have no expression of their own.
    if TextPart(part)?.isEmpty ?? true { return .comparison(.equal, value, value) }
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

extension TestArguments {
  var ignoresCase: Bool { options.contains(.ignoreCase) }

  /// What a message says of letter case.
  var caseWords: String { ignoresCase ? " (ignoring case)" : "" }
}
