import LuaRuntime
import Store

/// A running `for object in request:iterate()`: rows come in chunks, so that memory does not grow with them.
final class Iteration {
  private var stream: RowStream?
  private let fetching: Fetching
  /// Small at first: a loop that ends early should not have asked for much.
  private var chunkSize = 16

  init(_ fetching: Fetching) {
    self.fetching = fetching
  }

  deinit { stream?.close() }

  func close() {
    stream?.close()
    stream = nil
    chunkSize = 0
  }

  /// Pushes the list of the next rows, or nil at the end.
  func pushNext(on stack: LuaStack) throws -> Int {
    guard chunkSize > 0 else {
      stack.pushNil()
      return 1
    }
    let buffer = RowBuffer(
      columnCount: fetching.entity.fields.count + fetching.plan.flags.count, rowCapacity: chunkSize)
    stack.push(buffer, as: fetching.session.types.rows)
    let anchor = stack.top
    if stream == nil { stream = try RowStream(fetching, buffer: buffer, anchor: anchor, stack) }
    stream?.move(to: buffer, anchor: anchor)
    let hasMore = try stream?.fill(count: chunkSize) ?? false
    chunkSize = min(chunkSize * 2, 256)
    if !hasMore { close() }
    guard buffer.count > 0, let shape = fetching.handle.context.shape else {
      stack.pushNil()
      return 1
    }
    stack.pushRowList(shape, anchor: anchor, rows: UnsafeMutableRawPointer(buffer.header), count: buffer.count)
    return 1
  }
}

extension Session {
  /// Pushes what a generic `for` takes: an iterator, two nils, and what ends the statement when the loop does.
  func pushIteration(_ fetching: Fetching, _ call: LuaCall) -> Int {
    let iteration = Iteration(fetching)
    call.push(.function(lua.closure(named: "iterate") { call in try iteration.pushNext(on: call.stack) }))
    call.stack.pushRowStream()
    call.pushNil()
    call.pushNil()
    call.stack.push(iteration, as: types.iteration)
    return 4
  }
}
