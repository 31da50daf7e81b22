import CPCRE2

/// A regular expression that is ready to be searched for, by characters (Unicode scalars).
///
/// The syntax is that of PCRE2 (Perl's, mostly): `\d`, `\w`, `\b` and classes know all of Unicode. `$` is the very
/// end, also of a text that ends with a line break.
///
///     let pattern = try Pattern(#"^\p{Lu}\w+$"#)
///     "Ärger".utf8 …   pattern.search(…)   // .found
package final class Pattern: @unchecked Sendable {
  /// What came of a search.
  package enum Outcome: Sendable {
    case found, notFound
    /// The search was given up: the expression takes more steps for this text than anyone would wait for.
    case tooLong
  }

  // Written in `init` only; a search reads it, and has its state elsewhere.
  private let code: OpaquePointer
  private let limits: OpaquePointer

  /// Compiles an expression.
  ///
  /// - Throws: `PatternMistake` where it is not valid.
  package init(_ source: String) throws(PatternMistake) {
    guard let limits = Self.makeLimits() else { throw .outOfMemory }
    self.limits = limits
    do throws(PatternMistake) {
      code = try Self.compile(source)
    } catch {
      pcre2_match_context_free_8(limits)
      throw error
    }
    // Machine code makes it quicker; without it, it works as well.
    pcre2_jit_compile_8(code, PCRE2_JIT_COMPLETE)
  }

  deinit {
    pcre2_code_free_8(code)
    pcre2_match_context_free_8(limits)
  }

  private static func compile(_ source: String) throws(PatternMistake) -> OpaquePointer {
    var text = source
    var (number, offset) = (Int32(0), 0)
    // `\C`, a single byte, would take characters apart.
    let options = PCRE2_UTF | PCRE2_UCP | PCRE2_MATCH_INVALID_UTF | PCRE2_DOLLAR_ENDONLY | PCRE2_NEVER_BACKSLASH_C
    let code = text.withUTF8 { bytes in
      pcre2_compile_8(bytes.baseAddress, bytes.count, options, &number, &offset, nil)
    }
    guard let code else { throw PatternMistake(number: number, byteOffset: offset, in: source) }
    return code
  }

  /// Limits of one search: about a second, and a small part of the memory.
  private static func makeLimits() -> OpaquePointer? {
    guard let limits = pcre2_match_context_create_8(nil) else { return nil }
    pcre2_set_match_limit_8(limits, 5_000_000)
    pcre2_set_heap_limit_8(limits, 32 << 10)
    return limits
  }

  /// Looks for it anywhere in a text.
  ///
  /// What is not UTF-8 in the text is never part of what is found.
  package func search(_ text: UnsafeRawBufferPointer) -> Outcome {
    guard let found = pcre2_match_data_create_8(1, nil) else { return .tooLong }
    defer { pcre2_match_data_free_8(found) }
    var result = search(text, 0, found)
    // The stack of machine code is small: the interpreter has the heap.
    if result == PCRE2_ERROR_JIT_STACKLIMIT { result = search(text, PCRE2_NO_JIT, found) }
    if result >= 0 { return .found }
    return result == PCRE2_ERROR_NOMATCH ? .notFound : .tooLong
  }

  private func search(_ text: UnsafeRawBufferPointer, _ options: UInt32, _ found: OpaquePointer) -> Int32 {
    // A text of no bytes may have no address, which PCRE2 does not take.
    guard let start = text.baseAddress else {
      return withUnsafeBytes(of: UInt8(0)) { search(UnsafeRawBufferPointer(rebasing: $0[..<0]), options, found) }
    }
    let bytes = start.assumingMemoryBound(to: UInt8.self)
    return pcre2_match_8(code, bytes, text.count, 0, options, found, limits)
  }
}
