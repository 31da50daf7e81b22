/// Rows in the form in which they are sent to their database: what one statement has made, it takes in `load`.
package protocol EncodedRows: AnyObject {}

/// Rows that a database was given, and that it may still be taking.
///
///     let rows = try database.load(statement, text, buffer)
///     // … reads the next ones …
///     let outcome = rows.finish()   // done: 4096, error: nil
package struct RowsUnderWay {
  /// What became of them.
  package struct Outcome {
    /// The place of the first row that was not written; the number of rows where all were.
    package var done: Int
    /// What it failed with.
    package var error: StoreError?

    package init(done: Int, error: StoreError? = nil) {
      self.done = done
      self.error = error
    }
  }

  /// Whether nothing is to be waited for.
  package let isFinished: Bool
  /// Waits until the rows are there, or one of them has failed; it is asked once.
  package let finish: () -> Outcome

  package init(_ outcome: Outcome) {
    isFinished = true
    finish = { outcome }
  }

  package init(finish: @escaping () -> Outcome) {
    isFinished = false
    self.finish = finish
  }
}
