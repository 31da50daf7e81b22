import Schema

/// What a person should know of a function that does something else than it seems to.
///
/// The words are in `Hint+Words.swift`.
enum Hint: Hashable {
  /// A decimal is compared with a number or a text: in Lua these are never equal.
  case neverDecimal(field: String, Value)
  /// A number that stands for a truth is taken for one: in Lua 0 is true.
  case zeroIsTrue(field: String)
  /// Such a number is compared with a truth: in Lua these are never equal.
  case neverTruth(field: String, Bool)
}
