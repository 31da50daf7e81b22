/// How the numbers and days of a file are written, as far as somebody said so.
package struct ForeignStyle: Sendable {
  package var numbers: NumberStyle?
  package var dates: DatePattern?

  package init() {}
}
