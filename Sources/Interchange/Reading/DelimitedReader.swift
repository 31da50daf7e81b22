import Encodings
import Schema

/// Reads rows whose fields stand side by side: csv and tsv.
///
/// A row stays where it was read: its cells borrow the bytes of the window, in which quotes and escapes are undone.
final class DelimitedReader: RowReader {
  /// How fields end, and how they hold what would end them.
  struct Dialect {
    var separator: UInt8
    /// Quotes around fields, doubled inside: an empty field without them is NULL.
    var hasQuotes: Bool
    /// Escapes with a backslash, of which \N is NULL.
    var hasEscapes: Bool
    /// Whether a blank follows every separator, and belongs to it.
    var skipsBlanks = false
  }

  /// One field of the row that is being read: its bytes, and what is still to be undone in them.
  struct Field {
    var start: Int
    var end: Int
    var isQuoted = false
    /// Whether it holds doubled quotes or escapes.
    var needsUndoing = false

    var isEmpty: Bool { !isQuoted && start == end }
  }

  let input: ByteInput
  let dialect: Dialect
  private let options: ReadingOptions
  /// The fields that are NULL; empty ones where this is nil.
  private(set) var nulls: [[UInt8]]?
  var columns: [String] = []
  private(set) var twins: [String: String] = [:]
  private(set) var line = 1
  private(set) var canGoOn = false
  var fields: [Field] = []
  /// Where the present row begins, and where the next one does.
  private(set) var start = 0
  private var position = 0
  private var nextLine = 1
  private var storage: UnsafeMutablePointer<Cell>

  /// - Parameter separator: what the format is named for.
  init(_ input: ByteInput, usual separator: UInt8, _ options: ReadingOptions) throws(InterchangeError) {
    self.input = input
    self.options = options
    // What was skipped is forgotten.
    try Self.skip(options.skippedLines, of: input)
    while input.count < DelimitedSample.size, try input.more(keeping: 0) {}
    let count = min(input.count, DelimitedSample.size)
    let sample = DelimitedSample(
      bytes: UnsafeBufferPointer(start: input.base, count: count), isWhole: input.count <= DelimitedSample.size)
    let declaration = options.hasEscapes ? nil : sample.declaration()
    let found = options.separator ?? declaration?.separator
    var dialect = Dialect(
      separator: found ?? separator, hasQuotes: !options.hasEscapes, hasEscapes: options.hasEscapes)
    if !options.hasEscapes {
      if found == nil { dialect.separator = sample.separator(usual: separator) }
      dialect.skipsBlanks = sample.hasBlanks(behind: dialect.separator)
    }
    self.dialect = dialect
    storage = .allocate(capacity: 1)
    nextLine = options.skippedLines + 1
    if let declaration { (position, nextLine) = (declaration.end, nextLine + 1) }
    try readHeader()
    nulls = options.nulls
    storage.deallocate()
    storage = .allocate(capacity: max(columns.count, 1))
  }

  deinit { storage.deallocate() }

  var cells: UnsafePointer<Cell> { UnsafePointer(storage) }

  func next() throws(InterchangeError) -> Bool {
    canGoOn = false
    repeat {
      guard try readRow() else { return false }
    } while isBlank && columns.count > 1
    canGoOn = true
    // What spreadsheets leave behind the last field is nothing.
    while fields.count > columns.count, columns.count > 1, let last = fields.last, last.isEmpty { fields.removeLast() }
    guard fields.count == columns.count else {
      let place = place(of: start)
      throw InterchangeError(
        .wrongFieldCount(found: fields.count, expected: columns.count, above: linesAbove(place)), at: place)
    }
    for (column, field) in fields.enumerated() { storage[column] = try cell(of: field) }
    return true
  }

  /// How many lines are skipped where the row that was read has the names of the columns: what stood there looks like
  /// a title.
  private func linesAbove(_ place: InterchangeError.Place) -> Int? {
    guard columns.count == 1, fields.count > 1, case .line(let line, _) = place, (2...20).contains(line) else {
      return nil
    }
    return line - 1
  }

  private var isBlank: Bool { fields.count == 1 && fields[0].isEmpty }

  private func readHeader() throws(InterchangeError) {
    repeat {
      guard try readRow() else { throw InterchangeError(.noHeader) }
    } while isBlank
    guard options.hasHeader else {
      // The first row is one like the others.
      columns = fields.indices.map { "\($0 + 1)" }
      (position, nextLine) = (start, line)
      return
    }
    var names: [String] = []
    for field in fields {
      guard let name = String(validating: Self.trimmed(try cell(of: field).bytes), as: UTF8.self) else {
        throw InterchangeError(.notUTF8Column, at: place(of: field.start))
      }
      names.append(name)
    }
    columns = options.allowsTwins ? names : Self.distinct(names)
    for (column, name) in zip(columns, names) where column != name { twins[column] = name }
  }

  /// The names told apart, but for those that are empty.
  private static func distinct(_ names: [String]) -> [String] {
    var distinct = DistinctNames.of(names.filter { !$0.isEmpty })[...]
    return names.map { $0.isEmpty ? $0 : distinct.removeFirst() }
  }

  /// Goes behind so many lines, whatever is in them.
  private static func skip(_ lines: Int, of input: ByteInput) throws(InterchangeError) {
    var (place, left, isAtEnd) = (0, lines, false)
    while left > 0 {
      guard place < input.count - 1 || isAtEnd && place < input.count else {
        if isAtEnd { return _ = try input.more(keeping: place) }
        // A carriage return is a line end alone, or with what stands behind it.
        isAtEnd = try !input.more(keeping: place)
        place = 0
        continue
      }
      let byte = input.base[place]
      place += 1
      if byte == 0x0D, place < input.count, input.base[place] == 0x0A { place += 1 }
      if byte == 0x0A || byte == 0x0D { left -= 1 }
    }
    if place > 0 { _ = try input.more(keeping: place) }
  }

  /// A name without the blanks around it.
  private static func trimmed(_ bytes: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer> {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    var name = bytes.drop(while: isBlank)
    while let last = name.last, isBlank(last) { name.removeLast() }
    return name
  }

  // MARK: Rows

  /// Finds the fields of the next row; false at the end.
  private func readRow() throws(InterchangeError) -> Bool {
    start = position
    line = nextLine
    var isAtEnd = false
    while true {
      if start < input.count, let end = try rowEnd(isAtEnd: isAtEnd) {
        position = end
        nextLine += lineCount()
        return true
      }
      if isAtEnd { return false }
      isAtEnd = try !input.more(keeping: start)
      start = 0
      position = 0
    }
  }

  /// Finds the fields from `start` on and returns where the next row begins; nil where that is not in the window.
  private func rowEnd(isAtEnd: Bool) throws(InterchangeError) -> Int? {
    let (base, count) = (input.base, input.count)
    fields.removeAll(keepingCapacity: true)
    var next = start
    while true {
      guard let end = try fieldEnd(from: next, isAtEnd: isAtEnd) else { return nil }
      if end == count { return isAtEnd ? end : nil }
      let byte = base[end]
      next = end + 1
      if byte == dialect.separator { continue }
      if byte == 0x0A { return next }
      // What stands here else is a carriage return: of a pair, or alone as old files have it.
      if next == count { return isAtEnd ? next : nil }
      return base[next] == 0x0A ? next + 1 : next
    }
  }

  private func lineCount() -> Int {
    var lines = 1
    for field in fields where field.isQuoted {
      var last: UInt8 = 0
      for place in field.start..<field.end {
        let byte = input.base[place]
        if byte == 0x0D || byte == 0x0A && last != 0x0D { lines += 1 }
        last = byte
      }
    }
    return lines
  }

  func place(ofColumn column: Int) -> InterchangeError.Place? {
    // Where quotes were undone, lines are no longer where they were.
    fields[..<column].contains(where: \.needsUndoing) ? nil : place(of: fields[column].start)
  }

  /// The line and column of a byte of the present row.
  func place(of offset: Int) -> InterchangeError.Place {
    var (row, column) = (line, 1)
    for place in start..<offset {
      let byte = input.base[place]
      if byte == 0x0A || byte == 0x0D && place + 1 < input.count && input.base[place + 1] != 0x0A {
        (row, column) = (row + 1, 1)
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return .line(row, column: column)
  }
}
