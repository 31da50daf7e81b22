/// What a test was called with: its operands, and options by name.
///
///     is.between(18, 24, { upper = "open" })   // values: 18, 24; options: .upperOpen
package struct TestArguments: Hashable, Sendable {
  package var values: [Value]
  package var options: Set<TestOption>
  /// How messages say the operands, where a field stores others.
  package var words = OperandWords()
  /// Whether the operands were true and false, which are 1 and 0 here.
  package var areTruths = false
  /// The places of the operands that were true or false, beside others too.
  package var truths: Set<Int> = []
  /// The operands of several that were tables, as JSON text: fields of JSON and of documents compare with these.
  package var tables: [Int: String] = [:]
  /// The entities of the objects whose keys are among the operands.
  package var entities: Set<String> = []
  /// The keys of objects that are of several values, by the places of these: only relations compare with them.
  package var keys: [Int: [Value]] = [:]
  /// How the field that is tested compares texts.
  package var collation = Collation.binary
  /// The days of the operands that were tables of a day and a time: fields of days compare with these.
  package var days: [Int: Value] = [:]
  /// The operands that were decimals, which are texts here, as numbers: fields of no type compare with these.
  package var decimals: [Int: Value] = [:]
  /// The operand that was a table, as JSON text: fields of JSON and of documents compare with it as a whole.
  package var table: String?
  /// Whether that is all that it can be.
  package var isTableAlone = false
  /// The class of the operands, where a part of JSON is asked.
  package var part: PartClass?
  /// The same of each, where they are of several.
  package var parts: [PartClass?] = []
  /// The requests whose rows are among the operands.
  package var requests: [ScriptHook] = []

  package init(_ values: [Value], options: Set<TestOption> = []) {
    self.values = values
    self.options = options
  }
}

/// Something that a test does differently when it is told to; `all` lists them in the order of help.
package enum TestOption: String, Hashable, Sendable, CaseIterable {
  /// Letters are equal to their capitals.
  case ignoreCase = "ignore_case"
  /// The lower end is not included.
  case lowerOpen = "lower"
  /// The upper end is not included.
  case upperOpen = "upper"

  /// What a script sets it to: `true` or `"open"`.
  package var setting: String { self == .ignoreCase ? "true" : "\"open\"" }
}

/// The operands of a test as a script gave them: `0.50`, which a field stores as 50.
///
/// They change nothing of what the test means: tests that differ in them alone are equal.
package struct OperandWords: Hashable, Sendable {
  /// Empty where the operands speak for themselves.
  package var list: [String] = []

  package static func == (left: OperandWords, right: OperandWords) -> Bool { true }
  package func hash(into hasher: inout Hasher) {}
}

extension TestArguments {
  /// The operand at a place, as a message says it.
  func word(_ index: Int) -> String { words.list.isEmpty ? values[index].excerpt : words.list[index] }

  /// All operands, as a message says them.
  var allWords: [String] { words.list.isEmpty ? values.map(\.excerpt) : words.list }
}

extension TestArguments: ExpressibleByArrayLiteral {
  package init(arrayLiteral elements: Value...) { self.init(elements) }
}

/// The operands by their places.
extension TestArguments: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { values.count }
  package subscript(index: Int) -> Value { values[index] }
}
