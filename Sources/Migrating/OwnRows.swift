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

  /// Calls `body` with the object of each row, which is on top of the stack, until it returns false.
  func forEach(_ body: (LuaRowObject) throws -> Bool) throws {
    guard let shape = context.shape else { return }
    let session = context.session
    let stack = session.lua.stack
    let top = stack.top
    defer { stack.top = top }
    var stream: RowStream?
    defer { stream?.close() }
    while true {
      stack.top = top
      try session.lua.checkInterruption()
      // Each chunk has a buffer of its own: a function of the script may have kept an object.
      let buffer = RowBuffer(columnCount: fetching.columnCount, rowCapacity: Self.chunkSize)
      stack.push(buffer, as: session.types.rows)
      let anchor = stack.top
      var current = try stream ?? RowStream(fetching, buffer: buffer, anchor: anchor, stack)
      current.move(to: buffer, anchor: anchor, on: stack)
      stream = current
      let hasMore = try current.fill(count: Self.chunkSize)
      stream = current
      for row in 0..<buffer.count {
        let rows = UnsafeMutableRawPointer(buffer.header)
        guard let object = stack.pushRow(shape, anchor: anchor, rows: rows, row: row, state: .saved) else { return }
        if try !body(object) { return }
        stack.top = anchor
      }
      if !hasMore { return }
    }
  }

  private static let chunkSize = 256
}
