import LuaRows
import LuaRuntime
import Model
import Query
import Requests
import Schema
import Store

/// The stored rows of one entity, one after another in the order of their keys; memory does not grow with them.
///
/// Of a table that others share they are the rows of the entity itself: others have fields and tests of their own.
/// Functions that see the objects which a script reads (`after_load`) are not asked: no script reads these.
struct OwnRows {
  private let context: ObjectContext
  private let fetching: Fetching

  init(_ context: ObjectContext) throws {
    self.context = context
    var request = FetchRequest(entity: context.name)
    let entity = try context.entity
    if let slot = entity.kindSlot, let kind = entity.fields[slot].ownKind {
      request.predicate = .comparison(.equal, .field(FieldPath(field: Sharing.field)), .literal(kind))
    }
    fetching = try Fetching(RequestHandle(context, request))
  }

  /// Calls `body` with the object of each row, until it returns false.
  func forEach(_ body: (LuaRowObject) throws -> Bool) throws {
    guard let shape = context.shape else { return }
    var stream: RowStream?
    defer { stream?.close() }
    var goesOn = true
    while goesOn {
      try context.session.lua.checkInterruption()
      goesOn = try context.session.lua.borrowing(.nil) { anchor throws in
        // Each chunk has a buffer of its own: a function of the script may have kept an object.
        let buffer = RowBuffer(columnCount: fetching.columnCount, rowCapacity: Self.chunkSize)
        anchor.become(buffer, as: context.session.types.rows)
        var current = try stream ?? RowStream(fetching, buffer: buffer)
        current.move(to: buffer)
        stream = current
        let hasMore = try current.fill(count: Self.chunkSize)
        stream = current
        return try show(buffer, keptBy: anchor, shape, body) && hasMore
      }
    }
  }

  /// Calls `body` with the object of each row of a buffer, until it returns false.
  private func show(
    _ buffer: RowBuffer, keptBy anchor: BorrowedValue, _ shape: LuaRowShape, _ body: (LuaRowObject) throws -> Bool
  ) throws -> Bool {
    for row in 0..<buffer.count {
      let rows = UnsafeMutableRawPointer(buffer.header)
      guard let object = shape.object(of: rows, row: row, keptBy: anchor) else { return false }
      defer { object.place.drop() }
      if try !body(object) { return false }
    }
    return true
  }

  private static let chunkSize = 256
}
