import Encodings
import Interchange
import LuaRuntime
import Model

/// What a session reads from outside, which Ctrl-C and a time limit end also in the middle of a long value.
package struct Inputs {
  let session: SessionContext

  package init(_ session: SessionContext) {
    self.session = session
  }

  package func input(path: String, encoding: TextEncoding = .utf8) throws(InterchangeError) -> ByteInput {
    interruptible(try ByteInput(path: path, encoding: encoding))
  }

  package func input(_ bytes: UnsafeRawBufferPointer) throws(InterchangeError) -> ByteInput {
    interruptible(try ByteInput(bytes))
  }

  /// Bytes of which a whole document is made, which counts as held memory meanwhile.
  package func input(_ bytes: UnsafeRawBufferPointer, holding held: HeldMemory) throws(InterchangeError) -> ByteInput {
    // They are copied, and the texts in them once more.
    guard held.take(2 * bytes.count) else { throw InterchangeError(.interrupted) }
    let input = try ByteInput(bytes)
    input.isInterrupted = { [lua = session.lua] in lua.isInterrupted || !held.take(Self.bytesPerLook) }
    return input
  }

  /// About what the values take that a reader makes before it asks whether to go on.
  private static let bytesPerLook = 1 << 18

  private func interruptible(_ input: ByteInput) -> ByteInput {
    input.isInterrupted = { [lua = session.lua] in lua.isInterrupted }
    return input
  }

  /// The error of a script for one of a file, or of a text.
  ///
  /// - Throws: the interruption, where that was what ended the reading.
  package func failure(_ error: InterchangeError, file: String?) throws -> ScriptError {
    try session.lua.checkInterruption()
    return ScriptError(error, file: file)
  }
}
