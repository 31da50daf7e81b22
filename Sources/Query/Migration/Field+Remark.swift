import Schema

/// What a table says of a column whose storage does not tell its type: a remark that any program may ignore.
///
///     "price" INTEGER /* decimal(2) */ NOT NULL     // as SQLite keeps it
extension Field {
  /// The remark; nil where the column's own type says it all.
  var remark: String? {
    if type.reading == .decimal {
      let number = ColumnRemark.number(scale: keepsScale ? nil : scale)
      return (isStoredAsNumber ? number : .decimal(scale: scale)).text
    }
    if precision > 0 { return ColumnRemark.moment(precision: precision).text }
    // Documents are JSON to everybody who does not know their entities.
    return isDocument ? ColumnType.json.name : Self.remarkable.contains(type) ? type.name : nil
  }

  /// All that is noted of its column: `uuid`; `links of tags`, `uuid, links of tags` in a table of links.
  var note: String? { ColumnNote(remark: remark, linkedBy: linkedBy).text }

  /// Takes the type that a remark names, where the column can hold it.
  mutating func take(_ remark: String) {
    switch ColumnRemark(remark) {
    case .decimal(let scale) where storage == .integer: (type, self.scale) = (.decimal, scale)
    case .moment(let precision) where storage == .text: (type, self.precision) = (.datetime, precision)
    case .number(let scale) where storage == .any:
      (type, self.scale, isStoredAsNumber, keepsScale) = (.decimal, scale ?? 0, true, scale == nil)
    case .decimal, .number, .moment: break
    case .named(let name):
      if let named = Self.remarkable.first(where: { $0.name == name }), named.storage == storage { type = named }
    }
  }

  /// The types that a name alone says: others need more than that, or nothing.
  private static let remarkable = ColumnType.all.filter { type in
    switch type.reading {
    case .asStored, .boolean, .json: !type.isToldByStorage
    case .label, .decimal, .document: false
    }
  }
}

extension Field {
  /// Whether a value that a column holds is one of the storage class of the field.
  func takes(_ value: Value) -> Bool {
    switch (storage, value) {
    // No decimal is written so.
    case (_, .text) where isStoredAsNumber, (_, .data) where isStoredAsNumber: false
    case (.integer, .integer), (.real, .real), (.text, .text), (.data, .data), (.any, _): true
    case (_, .integer), (_, .real): isStoredAsNumber
    default: false
    }
  }
}
