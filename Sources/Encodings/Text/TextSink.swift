/// Where text goes: a buffer that is handed on whenever it is full.
///
///     let sink = TextSink { bytes in write(1, bytes.baseAddress, bytes.count) }
///     sink.append("Zerator")
///     sink.flush()
///
/// Formats write through `reserve` and `commit`, with plain pointers and without a `String` per cell; a stream of
/// any length takes the memory of one buffer.
package final class TextSink {
  // Other targets write here byte by byte: an exclusivity check for each would cost more than the byte. Nothing calls out
  // while it holds one of these.
  @exclusivity(unchecked) @usableFromInline var base: UnsafeMutablePointer<UInt8>
  @exclusivity(unchecked) @usableFromInline var used = 0
  @exclusivity(unchecked) @usableFromInline var capacity: Int
  private let deliver: (UnsafeRawBufferPointer) -> Void

  /// Calls `deliver` with the text, in order, in pieces of about `capacity` bytes; they are valid for the call.
  package init(capacity: Int = 1 << 16, deliver: @escaping (UnsafeRawBufferPointer) -> Void) {
    self.capacity = max(capacity, 1)
    self.deliver = deliver
    base = .allocate(capacity: self.capacity)
  }

  deinit { base.deallocate() }

  /// Hands on what is buffered.
  package func flush() {
    guard used > 0 else { return }
    deliver(UnsafeRawBufferPointer(start: base, count: used))
    used = 0
  }

  /// Room for `count` more bytes; what is written there counts from `commit` on.
  @inlinable @inline(__always)
  package func reserve(_ count: Int) -> UnsafeMutablePointer<UInt8> {
    if capacity - used < count { makeRoom(for: count) }
    return base + used
  }

  /// Keeps the bytes from the pointer that `reserve` gave up to `end`.
  @inlinable @inline(__always)
  package func commit(_ end: UnsafeMutablePointer<UInt8>) {
    used = end - base
  }

  @usableFromInline @inline(never)
  func makeRoom(for count: Int) {
    flush()
    guard capacity < count else { return }
    base.deallocate()
    capacity = count
    base = .allocate(capacity: count)
  }
}

extension TextSink {
  @inlinable @inline(__always)
  package func append(byte: UInt8) {
    let out = reserve(1)
    out.pointee = byte
    commit(out + 1)
  }

  @inlinable @inline(__always)
  package func append(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress else { return }
    let out = reserve(bytes.count)
    UnsafeMutableRawPointer(out).copyMemory(from: source, byteCount: bytes.count)
    commit(out + bytes.count)
  }

  @inlinable @inline(__always)
  package func append(_ text: StaticString) {
    append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  package func append(text: String) {
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
  }

  /// All that `body` writes to a sink, as one string; bytes that are no UTF-8 are replaced.
  ///
  ///     TextSink.text { sink in sink.append(text: "a") }       // "a"
  package static func text(capacity: Int = 1 << 16, _ body: (TextSink) -> Void) -> String {
    String(decoding: bytes(capacity: capacity, body), as: UTF8.self)
  }

  /// All that `body` writes to a sink.
  package static func bytes(capacity: Int = 1 << 16, _ body: (TextSink) -> Void) -> [UInt8] {
    var all: [UInt8] = []
    let sink = TextSink(capacity: capacity) { all.append(contentsOf: $0) }
    body(sink)
    sink.flush()
    return all
  }
}
