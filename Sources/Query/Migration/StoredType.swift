/// The type of a column as it is stored, and what the table's text says of its meaning.
///
///     StoredType("INTEGER", .decimal(scale: 2))   // hundredths
package struct StoredType: Hashable, Sendable {
  package var declared: String
  package var remark: ColumnRemark?

  package init(_ declared: String, _ remark: ColumnRemark?) {
    self.declared = declared.uppercased()
    self.remark = remark
  }

  package init(_ declared: String, saying remark: String?) { self.init(declared, remark.map { ColumnRemark($0) }) }

  /// How many digits of its integers stand behind the point; nil for what is no decimal.
  package var scale: Int? {
    if case .decimal(let scale)? = remark { scale } else { nil }
  }

  /// Whether its decimals are the numbers themselves.
  package var isNumber: Bool {
    if case .number? = remark { true } else { false }
  }

  /// How many digits of a second its moments have; nil for what holds none.
  package var precision: Int? {
    if case .moment(let precision)? = remark { precision } else { nil }
  }
}
