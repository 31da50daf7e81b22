import Schema

/// Makes values of a field that satisfy its rules, as the field stores them.
///
///     ValueSampler(age).value(&dice)   // 21, of integer { validate = is.between(18, 24) }
///
/// The tests of the field say what to make (`Wishes`), and have the last word: what they refuse is made anew.
package struct ValueSampler {
  private let field: Field
  private let matchers: [TestKind.Matcher]

  /// How often a value is made before there is said to be none.
  private static let tries = 200

  package init(_ field: Field) {
    self.field = field
    matchers = field.tests.map { $0.matcher() }
  }

  /// A value; nil where none was found.
  ///
  /// - Parameters:
  ///   - attempt: which value for the same place it is, from 0: later ones are taken from wider ranges.
  ///   - more: further tests, whose operands are as the field stores them.
  package func value(_ dice: inout SampleDice, attempt: Int = 0, more: [Test] = []) -> Value? {
    let others = more.map { $0.matcher() }
    for number in 0..<Self.tries {
      let wishes = Wishes(field.tests + more, &dice)
      if wishes.isNull {
        if passes(.null, others) { return .null }
        continue
      }
      guard let value = candidate(wishes, &dice, attempt + number / 8, turn: attempt + number), isStorable(value),
        passes(value, others)
      else { continue }
      return value
    }
    return nil
  }

  /// Whether NULL is no value that the rules refuse.
  package var takesNull: Bool { passes(.null, []) }

  private func passes(_ value: Value, _ others: [TestKind.Matcher]) -> Bool {
    value.withCell { cell in
      (matchers + others).allSatisfy { matches in
        // Functions of the script say nothing here: they are asked of the whole object.
        guard let truth = try? matches(cell) else { return true }
        return truth != false
      }
    }
  }

  /// Whether the type takes it; what scripts write otherwise than it is stored was made of the type's own values.
  private func isStorable(_ value: Value) -> Bool {
    if let range = field.integerRange, case .integer(let number) = value { return range.contains(number) }
    guard field.type.reading == .asStored, field.type.words == nil else { return true }
    if case .refused = value.withCell({ field.stored(Input($0)) }) { return false }
    return true
  }

  private func candidate(_ wishes: Wishes, _ dice: inout SampleDice, _ attempt: Int, turn: Int) -> Value? {
    if field.type == .enumeration { return dice.pick(from: field.choices.map(\.stored), turn: turn) }
    if field.type.reading == .boolean { return .integer(Int64(dice.roll(2))) }
    // A choice that another test refuses is drawn again.
    if let shortest = wishes.choices.min(by: { $0.count < $1.count }) {
      return dice.pick(from: shortest, turn: turn)
    }
    switch field.type {
    case .date, .datetime: return MomentSamples(field: field).value(wishes, &dice, attempt)
    case .integer, .duration, .real, .decimal:
      return NumberSamples(field: field).value(wishes, &dice, attempt, turn: turn)
    case .json: return .text(JSONSamples.text(&dice))
    case .any where wishes.asksNumber: return NumberSamples(field: field).value(wishes, &dice, attempt, turn: turn)
    default: return TextSamples(field: field).value(wishes, &dice, attempt)
    }
  }
}

extension Wishes {
  /// Whether a range of numbers is asked for.
  fileprivate var asksNumber: Bool {
    (lower + upper).contains {
      switch $0.value {
      case .integer, .real: true
      default: false
      }
    }
  }
}
