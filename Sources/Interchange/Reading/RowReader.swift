import Encodings
import Schema

/// Reads rows of text, one after another, under the names of the first.
package protocol RowReader: AnyObject {
  /// The names of the columns, which may be given others before the first row is read.
  var columns: [String] { get set }
  /// The columns that go by another name than they have in the file, where it stands more than once.
  var twins: [String: String] { get }
  /// The row that was read last: text or NULL for each column, valid until the next is read.
  var cells: UnsafePointer<Cell> { get }
  /// The line on which that row begins, from 1.
  var line: Int { get }
  /// Where the text of a column of that row begins; nil where that is not known any more.
  func place(ofColumn column: Int) -> InterchangeError.Place?

  /// Reads the next row; false when all were read.
  ///
  /// A row that is no row (too few fields, a bad escape) is thrown, and the next may be read after it; whether that is
  /// so says `canGoOn`.
  func next() throws(InterchangeError) -> Bool
  /// Whether there may be good rows behind the error that was thrown last.
  var canGoOn: Bool { get }
}

/// The rows of a reader as documents of text; NULL is left out.
final class RowDocuments: DocumentInput {
  private let reader: any RowReader
  private let input: ByteInput?
  private var count = 0
  let isSingle = false

  /// How many rows are made between two looks at whether to stop.
  private static let rowsPerLook = 512

  /// - Parameter input: is asked now and then whether to stop.
  init(_ reader: any RowReader, asking input: ByteInput? = nil) {
    self.reader = reader
    self.input = input
  }

  var place: InterchangeError.Place? { .line(reader.line, column: 1) }

  func next() throws(InterchangeError) -> DocumentValue? {
    guard try reader.next() else { return nil }
    count += 1
    if count % Self.rowsPerLook == 0, input?.isInterrupted?() == true { throw InterchangeError(.interrupted) }
    var members: [DocumentValue.Member] = []
    for (place, name) in reader.columns.enumerated() where !reader.cells[place].isNull {
      guard let text = String(validating: reader.cells[place].bytes, as: UTF8.self) else {
        throw InterchangeError(.notUTF8Column, at: .line(reader.line, column: 1))
      }
      members.append(DocumentValue.Member(name, .text(text)))
    }
    return .map(members)
  }
}
