import Schema

/// What a person should know of a function that does something else than it seems to.
///
/// The words are in `Hint+Words.swift`.
enum Hint: Hashable {
  /// A decimal is compared with a number or a text: in Lua these are never equal.
  case neverDecimal(field: String, Value)
}
