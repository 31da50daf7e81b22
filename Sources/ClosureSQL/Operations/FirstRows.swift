import LuaRuntime
import Query
import Schema

/// The first row of a relation: `c.orders:first()`, `c.orders:sorted_by("-order_date"):first()`.
extension Operations {
  /// A row of which each field is asked for by itself.
  func first(of related: Related, _ rows: MemberReader) throws -> Outcome {
    try rows.checkCanBeRead(related)
    guard let entity = rows.catalog[related.target] else { throw Untranslatable(.missingEntity) }
    guard dialect.canFold, related.hasFirst, let slot = entity.keySlots.first else {
      throw Untranslatable(.otherQuestion(relation: related.name, method: RelatedMethod.first.rawValue))
    }
    var row = Row(argument: 2, relations: [], entity: entity.name)
    row.source = related
    row.key = related.first(entity.fields[slot])
    return .value(.row(row))
  }

  /// The rows in the order of fields that are named: `"-order_date", "id"`.
  func sorted(_ related: Related, _ names: [Symbol], _ rows: MemberReader) throws -> Outcome {
    let refusal = Untranslatable(.otherQuestion(relation: related.name, method: RelatedMethod.sorted.rawValue))
    guard let entity = rows.catalog[related.target] else { throw Untranslatable(.missingEntity) }
    let order = try names.map { name -> (field: Field, isDescending: Bool) in
      guard case .constant(.string(let bytes)) = name else { throw refusal }
      let isDescending = bytes.first == UInt8(ascii: "-")
      let word = String(decoding: isDescending ? bytes.dropFirst() : bytes[...], as: UTF8.self)
      guard let field = entity.field(word), field.type.reading == .asStored, field.decoder == nil,
        field.fallback == nil
      else { throw refusal }
      return (field, isDescending)
    }
    guard !order.isEmpty else { throw refusal }
    return .value(.related(related.sorted(by: order)))
  }
}
