import Encodings
import Interchange
import LuaRuntime
import Model
import Schema
import Store

/// The documents of a reader, whatever it reads: rows of text are documents of what their fields store.
package final class DecodedSource {
  private let reader: FileFormat.Reader
  private let decoder: DocumentDecoder
  private let context: ObjectContext
  private let file: String?
  private let style: ForeignStyle
  private var number = 0
  /// How the columns read, for each entity whose rows they are.
  private var layouts: [ObjectIdentifier: [(name: String, text: TextColumn?)]] = [:]

  package init(
    _ reader: FileFormat.Reader, _ decoder: DocumentDecoder, _ context: ObjectContext, file: String?,
    _ style: ForeignStyle = ForeignStyle()
  ) throws {
    self.style = style
    self.reader = reader
    self.decoder = decoder
    self.context = context
    self.file = file
  }

  /// Whether the one document that was read is all there is.
  package var isSingle: Bool {
    if case .documents(let reader) = reader { return reader.isSingle }
    return false
  }

  package func next() throws -> DocumentValue? {
    number += 1
    switch reader {
    case .documents(let reader): return try reader.next()
    case .rows(let rows):
      guard try rows.next() else { return nil }
      do {
        return try document(of: rows)
      } catch {
        throw place.error(error)
      }
    }
  }

  /// The row that was read last: what its fields store, and text under names that are no fields.
  func document(of rows: any RowReader) throws -> DocumentValue {
    let own = try kind(of: rows)
    let scratch = RowBuffer(columnCount: 1, rowCapacity: 1)
    var members: [DocumentValue.Member] = []
    for (index, column) in try layout(of: rows, own).enumerated() {
      let text = rows.cells[index]
      guard let reading = column.text else {
        // A column of another kind in the same table, too.
        if !text.isNull { members.append(.init(column.name, .text(String(decoding: text.bytes, as: UTF8.self)))) }
        continue
      }
      do {
        members.append(.init(column.name, reading.field.document(of: try reading.cell(text, in: scratch))))
      } catch let refusal as CastError {
        throw try Objects(decoder.session).refused(
          refusal, reading.field, own.entity, .string(LuaString(bytes: text.bytes)))
      }
    }
    return .map(members)
  }

  /// The entity whose row it is.
  private func kind(of rows: any RowReader) throws -> ObjectContext {
    guard context.isShared, let column = rows.columns.firstIndex(of: Sharing.field), !rows.cells[column].isNull else {
      return context
    }
    let name = DocumentValue.text(String(decoding: rows.cells[column].bytes, as: UTF8.self))
    return try decoder.kind(of: .map([.init(Sharing.field, name)]), context)
  }

  private func layout(of rows: any RowReader, _ own: ObjectContext) throws -> [(name: String, text: TextColumn?)] {
    let tied = try own.tied()
    if let layout = layouts[ObjectIdentifier(own)] { return layout }
    let names = decoder.names(tied)
    let layout = rows.columns.map { name -> (name: String, text: TextColumn?) in
      guard name != Sharing.field || !own.isShared, let slot = names.slot(of: name) else { return (name, nil) }
      return (tied.entity.member(slot).name, TextColumn(tied.entity.member(slot), style))
    }
    layouts[ObjectIdentifier(own)] = layout
    return layout
  }

  /// Where the document is that was read last.
  package var place: ElementPlace {
    switch reader {
    case .rows(let rows): return ElementPlace(file: file, line: rows.line)
    case .documents(let reader):
      var place = ElementPlace(file: file, element: reader.isSingle ? nil : number)
      if case .line(let line, _)? = reader.place, file != nil || !reader.isSingle { place.line = line }
      return place
    }
  }
}
