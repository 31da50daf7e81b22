import CPostgreSQL
import Store

/// A COPY whose rows are sent, and whose answers are still to come: the server takes the rows meanwhile.
final class CopyUnderWay: StreamReader {
  private let link: Link
  private var outcome: Result<Void, StoreError>?

  init(_ statement: String, _ rows: cpq_copied, _ link: Link) throws(StoreError) {
    self.link = link
    try link.beginCopy(statement, rows)
    link.reader = self
  }

  deinit { readRest() }

  func readRest() { _ = result() }

  /// Waits for its end; it is whole, or has done nothing.
  func finish() throws(StoreError) { try result().get() }

  private func result() -> Result<Void, StoreError> {
    if let outcome { return outcome }
    let result: Result<Void, StoreError>
    do throws(StoreError) {
      try link.endCopy()
      result = .success(())
    } catch {
      result = .failure(error)
    }
    outcome = result
    return result
  }
}
