import Encodings
import Interchange
import Schema

/// Rows to be written, as owned values.
struct Rows {
  var columns: [OutputColumn]
  var rows: [[Value]]

  /// One column of text.
  static func texts(_ texts: String..., name: String = "name") -> Rows {
    Rows(columns: [OutputColumn(name, .text)], rows: texts.map { [.text($0)] })
  }

  /// One row; the columns are named a, b, c and so on.
  static func row(_ kinds: [OutputColumn.Kind], _ values: Value...) -> Rows {
    let names = zip(kinds, "abcdefghijklmnopqrstuvwxyz")
    return Rows(columns: names.map { OutputColumn(String($1), $0) }, rows: [values])
  }

  func bytes(_ format: Format, _ options: FormatOptions = FormatOptions()) -> [UInt8] {
    TextSink.bytes { sink in
      var writer = format.writer(options, to: sink)
      writer.begin(columns)
      for row in rows { writer.row(values: row) }
      writer.end()
    }
  }

  func text(_ format: Format, _ options: FormatOptions = FormatOptions()) -> String {
    String(decoding: bytes(format, options), as: UTF8.self)
  }

  func lines(_ format: Format, width: Int? = nil) -> [String] {
    text(format, FormatOptions(width: width)).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
  }
}

extension RowWriter {
  /// Writes a row of owned values.
  mutating func row(values: [Value]) {
    var arena: [[UInt8]] = []
    for value in values {
      switch value {
      case .text(let text): arena.append(Array(text.utf8))
      case .data(let bytes), .brokenText(let bytes): arena.append(bytes)
      default: arena.append([])
      }
    }
    let storage = arena.map { bytes -> UnsafeMutableRawBufferPointer in
      let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
      copy.copyBytes(from: bytes)
      return copy
    }
    defer { for bytes in storage { bytes.deallocate() } }
    let cells = zip(values, storage).map { value, bytes in
      switch value {
      case .null: Cell.null
      case .integer(let number): Cell(number)
      case .real(let number): Cell(number)
      case .text, .brokenText: Cell(.text, borrowing: UnsafeRawBufferPointer(bytes))
      case .data: Cell(.data, borrowing: UnsafeRawBufferPointer(bytes))
      }
    }
    cells.withUnsafeBufferPointer { if let base = $0.baseAddress { row(base) } }
  }

  /// Writes a row with one text of any bytes, valid UTF-8 or not.
  mutating func row(text bytes: [UInt8]) {
    bytes.withUnsafeBytes { bytes in
      withUnsafePointer(to: Cell(.text, borrowing: bytes)) { row($0) }
    }
  }
}

/// What a format makes of one text of any bytes, in the column `a`.
func written(_ bytes: [UInt8], _ format: Format, _ options: FormatOptions = FormatOptions()) -> String {
  TextSink.text { sink in
    var writer = format.writer(options, to: sink)
    writer.begin([OutputColumn("a", .text)])
    writer.row(text: bytes)
    writer.end()
  }
}

/// A row of each kind of cell, what is awkward about each, and a row of NULLs.
let sample = Rows(
  columns: [
    OutputColumn("id", .integer), OutputColumn("name", .text), OutputColumn("score", .real),
    OutputColumn("active", .boolean), OutputColumn("avatar", .json), OutputColumn("photo", .data),
    OutputColumn("price", .decimal), OutputColumn("any thing", .any),
  ],
  rows: [
    [
      .integer(1), .text("Mister \"MV\", R&D"), .real(1), .integer(1), .text("{ \"w\": [1, 2] }"),
      .data([0, 255, 16]), .text("0.10"), .integer(.min),
    ],
    [
      .integer(-20), .text("two\nlines|\t\\"), .real(1e20), .integer(0), .text("not json"), .data([]), .text("12.50"),
      .text("it's"),
    ],
    [.integer(3), .text(""), .real(-.infinity), .integer(7), .text("[]"), .null, .text("3"), .real(0.1)],
    [.null, .null, .null, .null, .null, .null, .null, .null],
  ])
