import Encodings
import LuaRuntime
import Platform

/// A text that is being encoded for a script, which counts as memory of the script while it grows.
///
///     let text = EncodedText(lua), sink = text.sink
///     sink.append("[1,2]")
///     try text.finish(sink)                    // throws where there was no room for all of it
package final class EncodedText {
  private let held: HeldMemory
  /// From `realloc`, which moves pages where an array would copy their bytes.
  private var base: UnsafeMutableRawPointer?
  private var capacity = 0
  package private(set) var count = 0

  package init(_ lua: LuaState) {
    held = HeldMemory(lua)
  }

  deinit { free(base) }

  /// Where it is written to, in pieces: what there is no room for is dropped, and said by `check`.
  package var sink: TextSink { TextSink { [self] in append($0) } }

  /// Throws where there was no room for what came.
  package func check() throws { try held.check() }

  /// Takes what the sink holds back.
  package func finish(_ sink: TextSink) throws {
    sink.flush()
    try check()
  }

  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try body(UnsafeRawBufferPointer(start: base, count: count))
  }

  private func append(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress, held.take(bytes.count), grow(to: count + bytes.count), let base else {
      return
    }
    (base + count).copyMemory(from: source, byteCount: bytes.count)
    count += bytes.count
  }

  /// What is reserved and not yet written takes nothing of the machine.
  private func grow(to needed: Int) -> Bool {
    if needed <= capacity { return true }
    let larger = max(needed, capacity * 2)
    guard let moved = realloc(base, larger) else { return held.refuse() }
    base = moved
    capacity = larger
    return true
  }
}
