import Schema

/// How the numbers and days of a file are written, as far as somebody said so.
package struct ForeignStyle: Sendable {
  package var numbers: NumberStyle?
  /// The patterns of days: the first that a text fits is the one that it is read by.
  package var dates: [DatePattern] = []

  package init() {}

  package var isSaid: Bool { numbers != nil || !dates.isEmpty }

  /// The moment that a text says in one of the patterns.
  package func moment(_ bytes: UnsafeRawBufferPointer) -> Moment? {
    dates.lazy.compactMap { $0.moment(bytes) }.first
  }
}
