import Schema

/// What a table says of a column whose storage does not tell its type: a remark that any program may ignore.
///
///     "price" INTEGER /* decimal(2) */ NOT NULL     // as SQLite keeps it
extension Field {
  /// The remark; nil where the column's own type says it all.
  var remark: String? {
    if type == .decimal, !isStoredAsNumber { return "decimal(\(scale))" }
    // Documents are JSON to everybody who does not know their entities.
    return isDocument ? ColumnType.json.name : Self.remarkable.contains(type) ? type.name : nil
  }

  /// Takes the type that a remark names, where the column can hold it.
  mutating func take(_ remark: String) {
    let stored = StoredType("", remark)
    if let scale = stored.scale, storage == .integer {
      type = .decimal
      self.scale = scale
    } else if let named = Self.remarkable.first(where: { $0.name == remark }), named.storage == storage {
      type = named
    }
  }

  private static var remarkable: [ColumnType] { [.boolean, .date, .datetime, .uuid, .url, .json] }
}

extension Field {
  /// Whether a value that a column holds is one of the storage class of the field.
  func takes(_ value: Value) -> Bool {
    switch (storage, value) {
    case (.integer, .integer), (.real, .real), (.text, .text), (.data, .data), (.any, _): true
    case (_, .integer), (_, .real): isStoredAsNumber
    default: false
    }
  }
}
