import LuaRuntime
import Query
import Schema

/// The first row of a relation: `c.orders:first()`, `c.orders:sorted_by("-order_date"):first()`.
extension Operations {
  /// A row of which each field is asked for by itself.
  func first(of related: Related, _ rows: MemberReader) throws -> Outcome {
    try rows.checkCanBeRead(related)
    guard let entity = rows.catalog[related.target] else { throw Untranslatable(.missingEntity) }
    guard let slot = entity.keySlots.first else {
      throw Untranslatable(.otherQuestion(relation: related.name, method: RelatedMethod.first.rawValue))
    }
    guard related.hasFirst else { throw Untranslatable(.firstOfPlaces(relation: related.name)) }
    var row = Row(argument: 2, relations: [], entity: entity.name)
    row.source = related
    row.key = related.first(entity.fields[slot])
    if entity.keySlots.count == 1 { row.identity = row.key }
    return .value(.row(row))
  }

  /// The rows in the order of fields that are named: `"-order_date", desc "id"`; behind those that they have, if any.
  func sorted(
    _ related: Related, _ names: [Symbol], isFurther: Bool = false, _ rows: MemberReader
  ) throws -> Outcome {
    let method = isFurther ? RelatedMethod.then : .sorted
    let refusal = Untranslatable(.otherSort(relation: related.name, method: method.rawValue))
    guard let entity = rows.catalog[related.target] else { throw Untranslatable(.missingEntity) }
    let sorts = try names.map { name -> Sort in
      guard let sort = sort(name), let path = sort.path, path.relations.isEmpty, path.inside.isEmpty,
        let field = entity.field(path.field), field.decoder == nil, field.fallback == nil, field.type.canSortRelated
      else { throw refusal }
      return sort
    }
    guard !sorts.isEmpty else { throw refusal }
    guard isFurther else { return .value(.related(related.sorted(by: sorts))) }
    guard related.hasFirst else { throw Untranslatable(.firstOfPlaces(relation: related.name)) }
    return .value(.related(related.sorted(furtherBy: sorts)))
  }

  /// A key of an order, as `sorted_by` takes it: the name of a field, or a sort.
  private func sort(_ name: Symbol) -> Sort? {
    switch name {
    case .constant(.string(let bytes)):
      let isDescending = bytes.first == UInt8(ascii: "-")
      let word = String(decoding: isDescending ? bytes.dropFirst() : bytes[...], as: UTF8.self)
      return Sort(FieldPath(word), isDescending: isDescending)
    case .constant(.userdata(let object)): return host?.sort(object)
    default: return nil
    }
  }
}

extension ColumnType {
  /// Whether the database puts rows in the order of such fields by their columns.
  fileprivate var canSortRelated: Bool { reading != .json && reading != .document }
}
