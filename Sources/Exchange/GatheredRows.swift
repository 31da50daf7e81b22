import Encodings
import Interchange
import Requests
import Schema
import Store

/// Groups as cells under fields: lists that were gathered are JSON there.
extension GroupHandle {
  package func cells() throws -> (rows: RowBuffer, fields: [Field]) {
    let rows = try rows()
    let fields = try countedEntity.fields
    let gathered = fields.indices.filter { rows.count > 0 && self.gathered(0, $0, of: rows) != nil }
    if gathered.isEmpty { return (rows, fields) }
    let words = DocumentWords(context.session.entities.catalog)
    let result = RowBuffer(columnCount: fields.count, rowCapacity: rows.count)
    for row in 0..<rows.count {
      result.append(
        try fields.indices.map { column in
          guard let values = self.gathered(row, column, of: rows) else { return rows.value(row, column) }
          let elements = values.map { value in value.withCell { fields[column].document(of: $0, saying: words) } }
          return .text(try DocumentValue.list(elements).json())
        })
    }
    return (result, fields.enumerated().map { gathered.contains($0) ? Field(name: $1.name, type: .json) : $1 })
  }
}
