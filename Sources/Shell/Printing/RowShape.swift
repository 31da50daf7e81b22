import Interchange
import Schema

/// How the rows of an entity are written: its columns, and the words that stand for stored values.
struct RowShape {
  let columns: [OutputColumn]
  /// The fields whose values scripts see in words of their own, by their place.
  private let labelled: [(place: Int, field: Field)]

  init(_ fields: [Field]) {
    columns = fields.map { OutputColumn($0.name, OutputColumn.Kind($0)) }
    labelled = fields.enumerated().filter { $1.hasWords }.map { ($0, $1) }
  }

  func write(_ cells: UnsafePointer<Cell>, to writer: inout any RowWriter) {
    if labelled.isEmpty { return writer.row(cells) }
    var copy = Array(UnsafeBufferPointer(start: cells, count: columns.count))
    let words = labelled.compactMap { place, field in
      field.label(of: copy[place]).map { (place, OwnedCell(.text($0))) }
    }
    for (place, word) in words { copy[place] = word.cell }
    withExtendedLifetime(words) { writer.row(copy) }
  }
}

extension OutputColumn.Kind {
  /// How a field's cells are written.
  init(_ field: Field) {
    switch field.type.name {
    case "boolean": self = .boolean
    case "integer": self = .integer
    case "real": self = .real
    case "decimal": self = .decimal
    case "data": self = .data
    case "json", "embedded", "list_of", "map_of", "variant": self = .json
    case "any": self = .any
    default: self = .text
    }
  }
}
