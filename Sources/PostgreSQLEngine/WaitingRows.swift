import Platform
import Schema
import Store

/// The rows of an answer that wait while another statement has the connection: many of them in a file without a name.
///
///     for p in Player:iterate() do print(p.team.name) end   // asks for teams while players are still to come
///
/// A connection gives one answer at a time. So a stream holds a few of its rows, whatever is asked meanwhile; where no file
/// can be made (behind walls), they wait in memory.
final class WaitingRows {
  /// What the answer ended with behind these rows.
  var failure: StoreError?
  private let text: String
  private let location: String
  /// The rows that are read now, and the one that was given last.
  private var front: RowBuffer
  private var place = -1
  /// The last rows that have come; those before them are in the file, in chunks.
  private var back: RowBuffer
  private var file: UnsafeMutablePointer<FILE>?
  private var chunks: [Int] = []
  private var isFilling = true

  private static let rowsAtOnce = 2000

  init(columnCount: Int, _ text: String, _ location: String) {
    (self.text, self.location) = (text, location)
    front = RowBuffer(columnCount: columnCount)
    back = RowBuffer(columnCount: columnCount)
  }

  deinit { if let file { fclose(file) } }

  /// Where the next row goes.
  func end() throws(StoreError) -> RowBuffer {
    if back.count >= Self.rowsAtOnce { try moveToFile() }
    return back
  }

  /// The next row, whose cells stay until the one after it; nil behind the last.
  func next() throws(StoreError) -> UnsafePointer<Cell>? {
    if isFilling {
      isFilling = false
      if let file { rewind(file) }
      chunks.reverse()
    }
    place += 1
    while place >= front.count {
      place = 0
      if let count = chunks.popLast() {
        try takeFromFile(count)
      } else if back.count > 0 {
        (front, back) = (back, RowBuffer(columnCount: front.columnCount))
      } else {
        return nil
      }
    }
    return UnsafePointer(front[place])
  }

  // MARK: The file

  private func moveToFile() throws(StoreError) {
    if file == nil { file = tmpfile() }
    guard let file else { return }
    for row in 0..<back.count {
      let cells = back[row]
      var isWritten = fwrite(cells, MemoryLayout<Cell>.stride, back.columnCount, file) == back.columnCount
      for column in 0..<back.columnCount where cells[column].kind == .text || cells[column].kind == .data {
        let bytes = cells[column].bytes
        isWritten = isWritten && fwrite(bytes.baseAddress, 1, bytes.count, file) == bytes.count
      }
      if !isWritten { throw .noRoomForRows(text, location) }
    }
    chunks.append(back.count)
    back.removeAll()
  }

  private func takeFromFile(_ count: Int) throws(StoreError) {
    guard let file else { return }
    front.removeAll()
    var bytes: [UInt8] = []
    for _ in 0..<count {
      let cells = front.beginRow()
      var isRead = fread(cells, MemoryLayout<Cell>.stride, front.columnCount, file) == front.columnCount
      for column in 0..<front.columnCount where isRead && (cells[column].kind == .text || cells[column].kind == .data) {
        let length = Int(cells[column].length)
        if bytes.count < length { bytes = [UInt8](repeating: 0, count: length * 2) }
        isRead = fread(&bytes, 1, length, file) == length
        let kind = cells[column].kind
        cells[column] = bytes.withUnsafeBytes { front.store(kind, UnsafeRawBufferPointer(rebasing: $0[..<length])) }
      }
      if !isRead { throw .noRoomForRows(text, location) }
      front.endRow()
    }
  }
}
