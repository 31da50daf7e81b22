import Schema

/// How the rows of an entity are written: its columns, and the words that stand for stored values.
package struct RowShape {
  package let columns: [OutputColumn]
  /// The fields whose values are not what is stored, by their place.
  private let labelled: [(place: Int, field: Field)]
  /// The places of the columns that are written; nil for all.
  private let written: [Int]?

  /// - Parameter isStored: whether what the database holds is to be written: its columns, and values without words.
  package init(_ fields: [Field], isStored: Bool = false) {
    let places = fields.indices.filter { !isStored || !fields[$0].isGenerated }
    written = places.count == fields.count ? nil : places
    columns = places.map { place in
      let field = fields[place]
      return OutputColumn(
        isStored ? field.column : field.name, OutputColumn.Kind(field), isReference: field.relation != nil)
    }
    labelled = isStored ? [] : fields.enumerated().filter { $1.hasOtherWords }.map { ($0, $1) }
  }

  package func write(_ cells: UnsafePointer<Cell>, to writer: inout any RowWriter) {
    if let written { return writer.row(written.map { cells[$0] }) }
    if labelled.isEmpty { return writer.row(cells) }
    var copy = Array(UnsafeBufferPointer(start: cells, count: columns.count))
    let words = labelled.compactMap { place, field in
      field.label(of: copy[place]).map { (place, OwnedCell(.text($0))) }
    }
    for (place, word) in words { copy[place] = word.cell }
    withExtendedLifetime(words) { writer.row(copy) }
  }
}

extension Field {
  /// Whether the words that people see are not the text that is stored.
  fileprivate var hasOtherWords: Bool {
    hasWords && (choices.isEmpty || choices.contains { $0.stored != .text($0.label) })
  }
}

extension OutputColumn.Kind {
  /// How a field's cells are written.
  init(_ field: Field) {
    switch field.type.reading {
    case .boolean: self = .boolean
    case .decimal: self = .decimal
    case .json, .document: self = .json
    case .label: self = .text
    case .asStored: self = field.hasWords ? .text : OutputColumn.Kind(field.type.storage)
    }
  }

  private init(_ storage: Storage) {
    switch storage {
    case .integer: self = .integer
    case .real: self = .real
    case .text: self = .text
    case .data: self = .data
    case .any: self = .any
    }
  }
}
