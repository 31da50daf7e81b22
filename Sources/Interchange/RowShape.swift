import Encodings
import Schema

/// How the rows of an entity are written: its columns, and the words that stand for stored values.
package struct RowShape {
  package let columns: [OutputColumn]
  /// The fields of which people see other values than those that are stored, by their place.
  private let labelled: [(place: Int, field: Field)]
  /// What says the words inside of documents.
  private let words: DocumentWords
  /// The places of the columns that are written; nil for all.
  private let written: [Int]?

  /// - Parameters:
  ///   - catalog: knows whose objects stand in documents.
  ///   - table: the one that they are rows of, whose relations say which columns are keys of others.
  ///   - format: how they are written: for a database it is what that holds, its columns, and values without words.
  package init(_ fields: [Field], in catalog: Catalog, table: String? = nil, for format: Format) {
    let isStored = format.isForDatabases
    let words = DocumentWords(catalog)
    let keys = table.map(catalog.keyColumns(ofTable:)) ?? []
    self.words = words
    let places = fields.indices.filter { !isStored || !fields[$0].isGenerated }
    written = places.count == fields.count ? nil : places
    columns = places.map { place in
      let field = fields[place]
      return OutputColumn(
        isStored ? field.column : field.name, OutputColumn.Kind(field),
        isReference: field.relation != nil || keys.contains(field.column))
    }
    labelled =
      isStored
      ? fields.enumerated().filter { $1.type == .wideDecimal }.map { ($0, $1) }
      : fields.enumerated().filter {
        $1.hasOtherWords || $1.fallback != nil || words.areNeeded(in: $1) || !format.isByName && $1.isMemberOfJSON
      }.map { ($0, $1) }
  }

  package func write(_ cells: UnsafePointer<Cell>, to writer: inout any RowWriter) {
    if let written { return writer.row(written.map { cells[$0] }) }
    if labelled.isEmpty { return writer.row(cells) }
    var copy = Array(UnsafeBufferPointer(start: cells, count: columns.count))
    let said = labelled.compactMap { place, field -> (Int, OwnedCell)? in
      let seen = field.text(ofMember: copy[place]).map { Value.text($0) } ?? words.seen(of: copy[place], field)
      return seen.map { (place, OwnedCell($0)) }
    }
    for (place, value) in said { copy[place] = value.cell }
    withExtendedLifetime(said) { writer.row(copy) }
  }
}

extension Field {
  /// Whether it is what stands at a path into JSON, which may be a text: `prefs.color`.
  fileprivate var isMemberOfJSON: Bool { isPartOfJSON && type == .json }

  /// A text at such a path as the text that it is, without the quotes that nobody wrote; nil for anything else.
  package func text(ofMember cell: Cell) -> String? {
    guard isMemberOfJSON, cell.kind == .text, cell.bytes.first == UInt8(ascii: "\""),
      case .text(let text)? = try? DocumentValue(kept: cell.bytes)
    else { return nil }
    return text
  }
}

extension Catalog {
  /// The columns of a table that hold keys of others.
  fileprivate func keyColumns(ofTable table: String) -> Set<String> {
    let owners = entities.filter { $0.table == table }
    return Set(owners.flatMap(\.relations).filter { $0.kind == .belongsTo }.flatMap(\.columns))
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
