import RegularExpressions

/// The tests of regular expressions: searched for, by characters, in the syntax of PCRE2.
extension TestKind {
  package static let matching = TestKind(
    name: "matching", summary: "text in which a regular expression is found (^…$ for all of it)",
    example: #"is.matching("^[A-Z]{2}-\\d+$")"#, operands: .pattern, options: [.ignoreCase],
    message: { "does not match \($0[0].excerpt)\($0.caseWords)" },
    matcher: { searcher($0.pattern) },
    expression: { .call(.search, [$0, .literal(.text($1.pattern))]) })

  package static let notMatching = matching.negation(
    name: "not_matching", summary: "text in which a regular expression is not found",
    example: #"is.not_matching("\\s")"#, message: { "matches \($0[0].excerpt)\($0.caseWords)" })

  package static let email = TestKind(
    name: "email", summary: "an address of electronic mail", example: "is.email", operands: .none,
    subject: .letters,
    message: { _ in "is not an email address" },
    matcher: { _ in searcher(emailPattern) },
    expression: { value, _ in .call(.search, [value, .literal(.text(emailPattern))]) })

  /// The letters, digits and signs that mail systems take in practice, and a domain that ends with letters.
  private static let emailPattern = #"^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,64}$"#

  private static func searcher(_ source: String) -> Matcher {
    // It was compiled when the test was made.
    guard let pattern = try? Pattern.cached(source) else { return { _ in nil } }
    return { (cell) throws(SchemaError) in
      guard !cell.isNull else { return nil }
      switch cell.withText({ pattern.search($0) }) {
      case .found: return true
      case .notFound: return false
      case .tooLong: throw .searchTooLong(pattern: source)
      }
    }
  }
}

extension TestArguments {
  /// The regular expression, with the sign that letter case is ignored.
  fileprivate var pattern: String {
    guard case .text(let source)? = values.first else { return "" }
    return (ignoresCase ? "(?i)" : "") + source
  }

  /// Compiles the regular expression, so that a mistake shows where it was written.
  ///
  /// - Throws: `SchemaError.pattern`
  package func checkPattern(of kind: TestKind) throws(SchemaError) {
    guard kind.operands == .pattern, case .text(let source)? = values.first else { return }
    do throws(PatternMistake) {
      _ = try Pattern.cached(source)
      _ = try Pattern.cached(pattern)
    } catch {
      throw .pattern(source, reason: error.reason, offset: error.offset)
    }
  }
}
