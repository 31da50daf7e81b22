import LuaRows
import LuaRuntime
import Model
import Requests
import Schema

/// The rows of a fetched list that a list in memory took over: what they held then, and the objects that show them.
///
/// An object is made when it is asked for, as the list itself would make it; the rows never change.
final class LoadedRows {
  /// A list of the same rows, which no script can change.
  private let list: LuaUserdata
  unowned let session: SessionContext
  let context: ObjectContext
  let entity: Entity
  /// What was computed for the objects.
  private let computed: [Field]
  let count: Int

  /// Nil where the elements are not rows of one entity that are made into objects without asking anyone.
  ///
  /// - Parameter isListed: whether its objects are those of a list in memory, which alone may change them; else they are
  ///   those of the fetched list.
  init?(_ list: LuaUserdata, _ session: SessionContext, isListed: Bool) {
    self.session = session
    let place = BorrowedValue(list, on: session.lua.stack)
    defer { place.drop() }
    guard place.hasRoom(8), let reader = ListReader(place), reader.isPlain,
      let context = reader.shape.context(as: ObjectContext.self),
      let kept = (isListed ? place.ownList(areListed: true) : place.keptList()).value.userdata
    else { return nil }
    self.list = kept
    self.context = context
    entity = context.presentEntity
    computed = context.computedMembers(of: reader.shape).map(\.field)
    count = reader.count
  }

  /// Reads the rows; no script runs meanwhile.
  func withReader<Result, Failure: Error>(_ body: (ListReader) throws(Failure) -> Result) throws(Failure) -> Result? {
    guard list.isAlive else { return nil }
    let place = BorrowedValue(list, on: session.lua.stack)
    defer { place.drop() }
    guard place.hasRoom(8), let reader = ListReader(place) else { return nil }
    return try body(reader)
  }

  func object(_ place: Int) -> LuaValue {
    guard list.isAlive else { return .nil }
    let list = BorrowedValue(list, on: session.lua.stack)
    defer { list.drop() }
    return list.hasRoom(8) ? list.plainElement(place)?.value ?? .nil : .nil
  }

  /// What a row was loaded with.
  func stored(_ place: Int) -> StoredRow {
    StoredRow(entity: entity, values: contentSlots.map { cell($0, place)?.value }, computed: computed)
  }

  /// Whether a row holds what one of another list does; nil where that cannot be told by their cells.
  func isSame(_ place: Int, as otherPlace: Int, of others: LoadedRows) -> Bool? {
    guard entity.name == others.entity.name, namesOfContent == others.namesOfContent else { return nil }
    let result = withReader { (reader) throws(Never) in
      others.withReader { (other) throws(Never) in
        reader.isSame(place, as: otherPlace, of: other, in: slotsOfContent)
      }
    }
    return result.flatMap(\.self).flatMap(\.self)
  }

  private lazy var slotsOfContent = contentSlots.map { Int32($0) }
  private lazy var namesOfContent = contentNames

  /// The slots of all that a row was loaded with.
  var contentSlots: [Int] { Array(entity.fields.indices) + computed.indices.map { entity.memberCount + $0 } }

  /// The names of what stands there.
  var contentNames: [String] { (entity.fields + computed).map(\.name) }

  /// What a row held in a slot; nil where it lacks it.
  private func cell(_ slot: Int, _ place: Int) -> Cell? {
    withReader { (reader) throws(Never) in reader.loadedRow(place).flatMap { reader.cell(slot, of: $0) } }?
      .map { $0.load(as: Cell.self) }
  }

  /// What a row held in a slot, as scripts see it or as rows are ordered by it.
  func scalar(_ slot: Int, _ place: Int, isSeen: Bool = false) -> Scalar {
    cell(slot, place).map { isSeen ? Scalar($0) : Scalar(ordered: $0) } ?? .null
  }

  /// The slot of a field of the entity itself.
  func slot(_ names: [String]) -> Int? {
    names.count == 1 ? entity.fields.firstIndex { $0.name == names[0] } : nil
  }

  /// The fields that functions read, to be looked at in the rows; nil where one is not stored in them.
  func seen(_ fields: Set<Field>) -> [SeenField]? {
    var seen: [SeenField] = []
    for field in fields {
      guard let slot = slot([field.name]) else { return nil }
      seen.append(SeenField(entity.fields[slot], slot: slot))
    }
    return seen
  }

  /// How the field of a slot compares texts.
  func collation(_ slot: Int) -> Collation { entity.fields[slot].collation }

  /// The same of one whose truths do not stand as numbers there.
  func seenSlot(_ names: [String]) -> Int? {
    slot(names).flatMap { entity.fields[$0].type.reading == .boolean ? nil : $0 }
  }
}

extension Scalar {
  init(_ cell: Cell) {
    switch cell.kind {
    case .null: self = .null
    case .integer: self = .integer(cell.integer)
    case .real: self = Scalar(.real(cell.real))
    case .text, .data: self = .text(Array(cell.bytes))
    }
  }
}
