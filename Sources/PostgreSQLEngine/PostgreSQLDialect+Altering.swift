import Query
import Schema

/// How columns that are there get other types.
extension PostgreSQLDialect {
  package var altersTables: Bool { true }

  package func canNumber(_ type: String) -> Bool { ["smallint", "integer", "bigint"].contains(type) }

  /// The type of moments with so many digits of a second: `timestamp(3) with time zone`.
  package func momentType(_ type: String, digits: Int) -> String {
    let words = type.split(separator: " ")
    let name = words.first.map { $0.prefix { $0 != "(" } } ?? "timestamp"
    return (["\(name)(\(digits))"] + words.dropFirst().map(String.init)).joined(separator: " ")
  }

  /// As many digits before the point, and those that the field has behind it; a domain stays what it is.
  package func decimalType(_ type: String, holding field: Field) -> String? {
    guard type.hasPrefix("numeric("), let digits = field.nature.digits, let fraction = field.digitsKept else {
      return nil
    }
    return field.keepsScale ? "numeric" : "numeric(\(digits - fraction + field.scale),\(field.scale))"
  }

  package func altered(_ column: TableDescription.Column, to new: TableDescription.Column) -> SQL {
    let name = SQL.name(new.name)
    if case .moment(let old, _)? = column.nature.native, case .moment(let digits, _)? = new.nature.native {
      return digits < old ? cut(name, digits) : name
    }
    let target = StoredType(new.declaredType, saying: new.remark)
    func converted(_ value: SQL, as storage: Storage) -> SQL {
      self.converted(value, from: StoredType(typeName(storage), saying: column.remark), to: target)
    }
    switch column.nature.native {
    case .document: return converted("(\(name))::text", as: .text)
    case .number: return converted(text(of: name, .number), as: .integer)
    case .some(let native): return converted(text(of: name, native), as: .text)
    case nil where column.holdsTruths: return converted(stored(truth: name), as: .integer)
    case nil where column.storage == .any:
      return self.converted(name, from: StoredType(column.declaredType, saying: column.remark), to: target)
    case nil: return converted(name, as: column.storage)
    }
  }

  /// A moment without the digits behind the last that it is to have: the server would round it.
  private func cut(_ moment: SQL, _ digits: Int) -> SQL {
    if digits == 0 { return "date_trunc('second', \(moment))" }
    let power = DecimalNumber.power(digits).map(String.init) ?? "1"
    let part: SQL = "trunc(extract(microsecond FROM \(moment)) * \(.written(power)) / 1000000) / \(.written(power))"
    return
      "CASE WHEN isfinite(\(moment)) THEN date_trunc('minute', \(moment)) + (\(part)) * interval '1 second' ELSE \(moment) END"
  }
}
