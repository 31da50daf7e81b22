/// What a writer is told beside the rows.
///
///     FormatOptions(width: 80, style: .colours)      // for a terminal
///     FormatOptions(tableName: "player")             // for `insert`
package struct FormatOptions: Sendable {
  /// The cells of a terminal's line; nil where there is no limit.
  ///
  /// Only formats for people look at it.
  package var width: Int?
  /// Colours; only formats for people look at it.
  package var style: Style
  /// How NULL is written; nil leaves it to the format.
  ///
  /// Formats whose syntax knows NULL (json, lua, insert, tsv) keep their own.
  package var nullText: String?
  /// The table that `insert` names.
  package var tableName: String
  /// False leaves out the line of column names, where a format has one.
  package var showsHeader: Bool
  /// How a person sees the columns that a table leaves out, such as `.last line shows all`; nil where nobody can ask.
  package var wayOut: String?
  /// Whether a text that a spreadsheet would take for a formula gets an apostrophe in front.
  package var guardsFormulas = false
  /// The heading of a report.
  package var title: String?
  /// What stands below the rows of a report, by the columns' names.
  package var totals: [String: ColumnTotal.Kind] = [:]

  package init(
    width: Int? = nil, style: Style = .plain, nullText: String? = nil, tableName: String = "table",
    showsHeader: Bool = true, wayOut: String? = nil
  ) {
    self.width = width
    self.style = style
    self.nullText = nullText
    self.tableName = tableName
    self.showsHeader = showsHeader
    self.wayOut = wayOut
  }
}
