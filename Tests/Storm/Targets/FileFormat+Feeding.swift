import Encodings
import Interchange

extension FileFormat {
  /// Reads the input, and then what was written of it, which must be the same.
  ///
  /// - Parameter isExact: whether the values are the same, too; where one can be said in two ways, their texts are.
  func feed(_ input: [UInt8], isExact: Bool) throws -> Bool {
    let value: DocumentValue
    do { value = try self.value(of: input) } catch { return try refused(error) }
    let bytes: [UInt8]
    // Not every value of one format fits into it again: it says so, then.
    do { bytes = try written(value) } catch { return try refused(error) }
    do {
      let again = try self.value(of: bytes)
      if isExact ? again != value : try written(again) != bytes {
        throw Finding("another value is read of what was written: \(again) for \(value)")
      }
    } catch let error as InterchangeError {
      throw Finding("what was written is refused: \(error)")
    }
    return true
  }

  private func refused(_ error: InterchangeError) throws -> Bool {
    if error.description.isEmpty { throw Finding("an error without words") }
    return false
  }

  private func written(_ value: DocumentValue) throws(InterchangeError) -> [UInt8] {
    var bytes: [UInt8] = []
    let sink = TextSink { bytes += $0 }
    var writer = writer(to: sink)
    if case .list(let elements) = value {
      writer.begin(isList: true)
      for element in elements { try writer.write(element) }
    } else {
      writer.begin(isList: false)
      try writer.write(value)
    }
    try writer.end()
    sink.flush()
    return bytes
  }
}
