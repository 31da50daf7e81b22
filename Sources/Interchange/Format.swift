import Encodings

/// A way to write rows as text, with what `.help` says of it.
///
///     let sink = TextSink { bytes in … }
///     var writer = Format.named("csv")?.writer(FormatOptions(), to: sink)
///     writer?.begin([OutputColumn("id", .integer)])
///     writer?.row(cells)
///     writer?.end()
///     sink.flush()                                   // id⏎1⏎
///
/// A new format is one file with a `static let`, and its name in `all`.
package struct Format: Sendable {
  /// What is typed after `.mode`: `box`.
  package let name: String
  /// One line for `.help`.
  package let summary: String
  /// True when the text is to be looked at: it may be cut to the width of the terminal and coloured.
  ///
  /// The other formats are read by programs; they are never cut and never coloured.
  package let isForPeople: Bool
  /// True when a database is to read the text: it names columns, and holds what is stored.
  package let isForDatabases: Bool
  /// True when each value stands beside the name of its column: no two may be called alike.
  package let isByName: Bool
  /// Whether it has a way to write a text that is no UTF-8: by escapes, or as a literal of its bytes.
  package var holdsAnyBytes: Bool { isForPeople || name == Format.lua.name || name == Format.insert.name }
  private let make: @Sendable (FormatOptions, TextSink) -> any RowWriter

  package init(
    name: String, summary: String, isForPeople: Bool = false, isForDatabases: Bool = false,
    isByName: Bool = false, make: @escaping @Sendable (FormatOptions, TextSink) -> any RowWriter
  ) {
    self.name = name
    self.summary = summary
    self.isForPeople = isForPeople
    self.isForDatabases = isForDatabases
    self.isByName = isByName
    self.make = make
  }

  /// A writer whose text goes to `sink`; the caller flushes the sink.
  package func writer(_ options: FormatOptions = FormatOptions(), to sink: TextSink) -> any RowWriter {
    make(options, sink)
  }

  /// A text that stands alone: where it would be markup, as the format writes it in a cell.
  package func marking(_ text: String) -> String {
    switch name {
    case Format.html.name: TextSink.text { HTMLText.write(text, to: $0) }
    case Format.markdown.name: TextSink.text { MarkdownText.write(text, to: $0) }
    default: text
    }
  }

  /// Every format, in the order of `.help`.
  package static let all: [Format] = [
    .box, .table, .line, .json, .jsonLines, .csv, .tsv, .markdown, .html, .lua, .insert,
  ]

  package static func named(_ name: String) -> Format? {
    all.first { $0.name == name }
  }
}
