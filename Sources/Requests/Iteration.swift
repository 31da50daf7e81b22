import ClosureSQL
import LuaRuntime
import Model
import Store

/// A running `for object in request:iterate()`: rows come in chunks, so that memory does not grow with them.
///
/// They are those that were there when it began: when the loop writes to one of their tables, what is left is read before.
package final class Iteration: OpenReader {
  private var stream: RowStream?
  /// The database that tells it of writes, while it reads.
  private weak var store: Database?
  package private(set) var readTables: [String] = []
  /// What was left when the loop wrote, how much of it was given, and the error that ended it.
  private var rest: (rows: RowBuffer, next: Int, failure: (any Error)?)?
  private let fetching: Fetching
  /// Small at first: a loop that ends early should not have asked for much.
  private var chunkSize = 16
  /// Whether rows are being read, which a function of the request might try to do again or to end.
  private var isReading = false

  /// `isWhole` reads all rows at once: nothing will say when the loop ends.
  package init(_ fetching: Fetching, isWhole: Bool = false) {
    self.fetching = fetching
    if isWhole { chunkSize = .max }
  }

  deinit { stream?.close() }

  package func readRest() {
    // What a function of the request itself writes comes too late for that.
    guard !isReading, var current = stream, fetching.session.lua.hasRoom(16) else { return }
    let buffer = RowBuffer(columnCount: fetching.columnCount)
    isReading = true
    defer { isReading = false }
    var failure: (any Error)?
    current.move(to: buffer)
    do {
      _ = try current.fill(count: .max)
    } catch {
      failure = error
    }
    current.close()
    stream = nil
    rest = (buffer, 0, failure)
  }

  package func close() {
    chunkSize = 0
    // The one who reads closes the statement when it is done.
    if isReading { return }
    stream?.close()
    stream = nil
    rest = nil
    store?.remove(self)
  }

  /// The list of the next rows, above, or nil at the end.
  package func next(on stack: LuaStack) throws -> BorrowedValue {
    guard !isReading else { throw ScriptError(RequestError.rowsAreBeingRead) }
    guard chunkSize > 0, fetching.session.lua.hasRoom(16) else { return BorrowedValue(.nil, on: stack) }
    if let loaded = try fetching.handle.loaded?.current, stream == nil, let shape = fetching.shape {
      chunkSize = 0
      return try loaded.count == 0 ? BorrowedValue(.nil, on: stack) : loaded.list(shape, on: stack)
    }
    let buffer = RowBuffer(columnCount: fetching.columnCount, rowCapacity: min(chunkSize, 256))
    let list = BorrowedValue(buffer, as: fetching.session.types.rows, on: stack)
    try fill(buffer)
    let (rows, shape) = try fetching.completed(buffer, in: list)
    try Preloading(fetching.handle).load(for: rows, of: fetching)
    list.becomeList(of: rows, rows.count > 0 ? shape : nil)
    return list
  }

  /// Reads the next rows; closes the statement at their end, and when a function raises.
  private func fill(_ buffer: RowBuffer) throws {
    var hasMore = false
    isReading = true
    defer {
      isReading = false
      if !hasMore { close() }
    }
    if rest != nil {
      hasMore = try give(to: buffer)
      return
    }
    var current = try stream ?? open(buffer)
    stream = current
    current.move(to: buffer)
    hasMore = try current.fill(count: chunkSize)
    stream = current
    // It may have been closed meanwhile.
    if chunkSize == 0 { hasMore = false }
    chunkSize = min(chunkSize, 128) * 2
  }

  private func open(_ buffer: RowBuffer) throws -> RowStream {
    let result = try RowStream(fetching, buffer: buffer)
    readTables = result.readTables
    let store = try fetching.handle.context.database.store()
    store.add(self)
    self.store = store
    return result
  }

  /// Gives the next rows of what was left; false at the end.
  private func give(to buffer: RowBuffer) throws -> Bool {
    guard let (rows, next, failure) = rest else { return false }
    let end = next + min(chunkSize, rows.count - next)
    for row in next..<end { buffer.append(row, of: rows) }
    rest?.next = end
    if next == end, let failure { throw failure }
    return end < rows.count || failure != nil
  }
}

extension Requester {
  /// Pushes what a generic `for` takes: an iterator, two nils, and what ends the statement when the loop does.
  package func pushIteration(_ fetching: Fetching, _ call: LuaCall) -> Int {
    let isWhole = isCalledForUnclosedLoop(call)
    let iteration = Iteration(fetching, isWhole: isWhole)
    let next = session.lua.closure(named: "iterate") { call in
      _ = try iteration.next(on: call.stack)
      return 1
    }
    call.pushRowStream(of: next)
    if isWhole { return 1 }
    call.pushNil()
    call.pushNil()
    call.push(iteration, as: session.types.iteration)
    return 4
  }

  /// Whether the loop that is about to begin would leave a fourth value open (`UnclosedLoops`).
  private func isCalledForUnclosedLoop(_ call: LuaCall) -> Bool {
    // The loop stands where iterate() is called, or a function or two above.
    call.callers(limit: 4).contains { function, line in
      let key = LuaValue.function(function)
      // A function keeps its code: what it was found to be is kept as long as it is there.
      let known = session.state(ClosureReading.self).loopKinds[key]
      if case .boolean(false) = known { return false }
      let heads = function.bytecode.map(UnclosedLoops.heads) ?? []
      if known.isNil { session.state(ClosureReading.self).loopKinds[key] = .boolean(!heads.isEmpty) }
      return heads.contains { $0.contains(line) }
    }
  }
}

extension HostTypes {
  package var iteration: LuaHostType { self["iteration"] }
}

extension Iteration {
  /// What ends a loop over rows that is left early.
  package static func metamethods(_ session: SessionContext) -> HostFunctions {
    [
      "__close": { call in
        call.object(1, as: Iteration.self)?.close()
        return 0
      }
    ]
  }
}
