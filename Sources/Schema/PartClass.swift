/// Of which class a part of JSON is asked for: nothing is declared of it, and what is of another class is no such value.
///
///     j.x == true   // the truths alone: 1 and "true" are none
package enum PartClass: Hashable, Sendable {
  case truth, number, text, table
  /// What is less or greater than another: all but truths.
  case ordered
  /// The same as a text: a number as Lua writes it.
  case word
  /// Whatever it is, as JSON text, which is read as what scripts have.
  case json
  /// The same, equal values written alike: 1.0 is written as 1.
  case key

  /// Whether it is JSON text, whatever stands there.
  package var isWhole: Bool { self == .json || self == .key }

  /// Whether it is of any class that has an order.
  package var isOrdered: Bool { self == .ordered || self == .word }

  /// The class of values that are compared with a part; nil where they are of several.
  init?(_ values: [Value]) {
    let classes = Set(
      values.filter { $0 != .null }.map { value -> PartClass? in
        switch value {
        case .integer, .real: .number
        case .text: .text
        default: nil
        }
      })
    guard classes.count == 1, let only = classes.first, let only else { return nil }
    self = only
  }

  /// The class of one value.
  package init?(_ value: Value) { self.init([value]) }
}
