import LuaRuntime
import Store

/// A running `for object in request:iterate()`: rows come in chunks, so that memory does not grow with them.
final class Iteration {
  private var stream: RowStream?
  private let fetching: Fetching
  /// Small at first: a loop that ends early should not have asked for much.
  private var chunkSize = 16
  /// Whether rows are being read, which a function of the request might try to do again or to end.
  private var isReading = false

  init(_ fetching: Fetching) {
    self.fetching = fetching
  }

  deinit { stream?.close() }

  func close() {
    chunkSize = 0
    // The one who reads closes the statement when it is done.
    if isReading { return }
    stream?.close()
    stream = nil
  }

  /// Pushes the list of the next rows, or nil at the end.
  func pushNext(on stack: LuaStack) throws -> Int {
    guard !isReading else {
      throw ScriptError(.state, "these rows are being read already: a function of a request cannot go on with them")
    }
    guard chunkSize > 0, stack.ensure(16) else {
      stack.pushNil()
      return 1
    }
    if let loaded = fetching.handle.loaded?.current, stream == nil, let shape = fetching.shape {
      chunkSize = 0
      if loaded.count == 0 { stack.pushNil() } else { try loaded.pushList(on: stack, shape) }
      return 1
    }
    let buffer = RowBuffer(
      columnCount: fetching.columnCount, rowCapacity: chunkSize)
    stack.push(buffer, as: fetching.session.types.rows)
    let anchor = stack.top
    try fill(buffer, anchor, stack)
    try Companions(fetching.handle).load(for: buffer, of: fetching, on: stack)
    guard buffer.count > 0, let shape = fetching.shape else {
      stack.pushNil()
      return 1
    }
    stack.pushRowList(shape, anchor: anchor, rows: UnsafeMutableRawPointer(buffer.header), count: buffer.count)
    return 1
  }

  /// Reads the next rows; closes the statement at their end, and when a function raises.
  private func fill(_ buffer: RowBuffer, _ anchor: Int, _ stack: LuaStack) throws {
    var hasMore = false
    isReading = true
    defer {
      isReading = false
      if !hasMore { close() }
    }
    var current = try stream ?? RowStream(fetching, buffer: buffer, anchor: anchor, stack)
    stream = current
    current.move(to: buffer, anchor: anchor, on: stack)
    hasMore = try current.fill(count: chunkSize)
    stream = current
    // It may have been closed meanwhile.
    if chunkSize == 0 { hasMore = false }
    chunkSize = min(chunkSize * 2, 256)
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
