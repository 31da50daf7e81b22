/// The tests of a text's beginning, end and inside: by bytes, or by those of the text in folded case.
extension TestKind {
  package static let prefix = part(
    name: "prefix", summary: "text that begins with a text", example: #"is.prefix("Ze", { ignore_case = true })"#,
    words: "does not begin with",
    matches: { part, cell, text in part.fits(cell).map { $0 && part.isPrefix(of: text) } },
    expression: { value, part, collation in
      equality(.prefix, of: value, to: part, collation.joinsTexts ? collation.kernel : nil)
    })

  package static let suffix = part(
    name: "suffix", summary: "text that ends with a text", example: #"is.suffix("or")"#, words: "does not end with",
    matches: { part, cell, text in part.fits(cell).map { $0 && part.isSuffix(of: cell.countedBytes(text)) } },
    expression: { value, part, collation in
      guard collation == .rtrim, case .text = part else {
        return equality(.suffix, of: value, to: part, collation.joinsTexts ? collation.kernel : nil)
      }
      // What ends with blanks ends before them.
      return equality(.suffix, of: .kernel(.trimEnd, [value]), to: Kernel.trimEnd.read(part) ?? part)
    })

  package static let containing = part(
    name: "containing", summary: "text with a text inside", example: #"is.containing("rat")"#,
    words: "does not contain",
    matches: { part, _, text in part.isInside(text) },
    expression: { value, part, collation in
      let (text, part) = collation.forSearch(value, part)
      return .comparison(.greater, .call(.position, [text, .literal(part)]), .literal(.integer(0)))
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
    expression: @escaping @Sendable (Expression, Value, Collation) -> Expression
  ) -> TestKind {
    TestKind(
      name: name, summary: summary, example: example, operands: .text, options: [.ignoreCase],
      message: { "\(words) \($0[0].excerpt)\($0.caseWords)" },
      matcher: { arguments in
        let folds = arguments.ignoresCase
        guard let part = TextPart(folds ? arguments[0].foldedCase : arguments[0]) else { return { _ in nil } }
        if arguments.collation.joinsTexts {
          // The same as in SQL, where the column says how its parts compare.
          let condition = expression(
            .field(FieldPath(field: "")), folds ? arguments[0].foldedCase : arguments[0], arguments.collation)
          return { cell in try? Evaluation(TestedCell(folds: folds, value: cell.value)).truth(condition) }
        }
        return { cell in
          guard !cell.isNull else { return nil }
          return folds ? cell.withFoldedText { matches(part, cell, $0) } : cell.withText { matches(part, cell, $0) }
        }
      },
      expression: { value, arguments in
        if TextPart(arguments[0]) == nil { return .comparison(.equal, value, .literal(.null)) }
        guard arguments.ignoresCase else { return expression(value, arguments[0], arguments.collation) }
        // Letters alike are alike for each collation, too.
        let collation = arguments.collation == .nocase ? .binary : arguments.collation
        return expression(.call(.foldCase, [value]), arguments[0].foldedCase, collation)
      })
  }

  /// `substr(name, 1, 2) = 'Ze'`: the beginning or end of a value is the part, as its column compares texts.
  private static func equality(
    _ function: Expression.Function, of value: Expression, to part: Value, _ kernel: Kernel? = nil
  ) -> Expression {
    // Every text begins and ends with "", and the last zero characters have no expression of their own.
    if TextPart(part)?.isEmpty ?? true { return .comparison(.equal, value, value) }
    let end = Expression.call(function, [value, .literal(.integer(scalarCount(part)))])
    let isEqual = Expression.comparison(.equal, kernel.map { .kernel($0, [end]) } ?? end, .literal(part))
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

/// A row of one cell.
private struct TestedCell: EvaluatedRow {
  let folds: Bool
  let value: Value

  func value(at path: FieldPath) -> Value { folds ? value.foldedCase : value }
  func isAmong(_ rows: RelatedRows) -> Bool? { nil }
  func value(_ aggregation: Aggregation, of rows: RelatedRows) -> Value { .null }
  func truth(of function: ScriptHook) -> Bool { false }
  func truth(of function: ScriptHook, testing value: Expression) -> Bool { false }
}

extension Collation {
  /// A text and a part, in which the part's bytes are found where the collation finds the part.
  ///
  /// To a column that counts no blanks at the end, texts have as many there as are looked for.
  fileprivate func forSearch(_ text: Expression, _ part: Value) -> (Expression, Value) {
    guard case .text(let word) = part else { return (text, part) }
    switch self {
    case .binary, .unknown, .decimal, .numeric, .json, .moment: return (text, part)
    case .nocase:
      let bytes = word.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
      return (.call(.lowercase, [text]), .text(String(decoding: bytes, as: UTF8.self)))
    case .rtrim:
      let blanks = String(word.reversed().prefix { $0 == " " })
      if blanks.isEmpty { return (text, part) }
      return (.arithmetic(.concatenate, .kernel(.trimEnd, [text]), .literal(.text(blanks))), part)
    }
  }
}
