import Interchange
import Schema
import Store

/// The documents of a reader, whatever it reads: rows of text are documents of what their fields store.
final class DecodedSource {
  private let reader: FileFormat.Reader
  private let columns: [(name: String, text: TextColumn?)]
  private let context: ObjectContext
  private let file: String?
  private var number = 0

  init(
    _ reader: FileFormat.Reader, _ decoder: DocumentDecoder, _ context: ObjectContext, file: String?
  ) throws {
    self.reader = reader
    self.file = file
    self.context = context
    guard case .rows(let rows) = reader else {
      columns = []
      return
    }
    let tied = try context.tied()
    let names = decoder.names(tied)
    columns = rows.columns.map { name in
      let slot = names.slot(of: name)
      return (slot.map { tied.entity.member($0).name } ?? name, slot.map { TextColumn(tied.entity.member($0)) })
    }
  }

  /// Whether the one document that was read is all there is.
  var isSingle: Bool {
    if case .documents(let reader) = reader { return reader.isSingle }
    return false
  }

  func next() throws -> DocumentValue? {
    number += 1
    switch reader {
    case .documents(let reader): return try reader.next()
    case .rows(let rows):
      guard try rows.next() else { return nil }
      return try document(of: rows)
    }
  }

  private func document(of rows: any RowReader) throws -> DocumentValue {
    let scratch = RowBuffer(columnCount: 1, rowCapacity: 1)
    var members: [DocumentValue.Member] = []
    for (index, column) in columns.enumerated() {
      let text = rows.cells[index]
      guard let reading = column.text else {
        if !text.isNull {
          members.append(.init(column.name, .text(String(decoding: text.bytes, as: UTF8.self))))
        }
        continue
      }
      do {
        members.append(.init(column.name, reading.field.document(of: try reading.cell(text, in: scratch))))
      } catch let refusal as Refusal {
        throw place.error(ScriptError(.validation, "\(context.name): \(column.name): \(refusal.words)"))
      }
    }
    return .map(members)
  }

  /// Where the document is that was read last.
  var place: ElementPlace {
    switch reader {
    case .rows(let rows): return ElementPlace(file: file, line: rows.line)
    case .documents(let reader):
      var place = ElementPlace(file: file, element: reader.isSingle ? nil : number)
      if case .line(let line, _)? = reader.place, file != nil || !reader.isSingle { place.line = line }
      return place
    }
  }
}
