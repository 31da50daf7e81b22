/// The type of a column as it is stored, and what the table's text says of its meaning.
///
///     StoredType("INTEGER", "decimal(2)")   // hundredths
package struct StoredType: Hashable, Sendable {
  package var declared: String
  package var remark: String?

  package init(_ declared: String, _ remark: String?) {
    self.declared = declared.uppercased()
    self.remark = remark
  }

  /// How many digits of its integers stand behind the point; nil for what is no decimal.
  package var scale: Int? {
    guard let remark, remark.hasPrefix("decimal("), remark.hasSuffix(")") else { return nil }
    return Int(remark.dropFirst(8).dropLast())
  }

  /// How many digits of a second its moments have; nil for what holds none.
  package var precision: Int? {
    if remark == "datetime" { return 0 }
    guard let remark, remark.hasPrefix("datetime("), remark.hasSuffix(")") else { return nil }
    return Int(remark.dropFirst(9).dropLast())
  }
}
