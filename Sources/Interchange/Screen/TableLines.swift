/// The characters that a table is drawn with.
struct TableLines: Sendable {
  /// A horizontal line: its ends, and what stands where columns meet on all sides that it has.
  struct Rule: Sendable {
    let left: String
    let cross: String
    let right: String
  }

  let vertical: String
  let horizontal: String
  let top: Rule
  let middle: Rule
  let bottom: Rule
  /// In the middle, where columns end, and where columns begin.
  let endOfColumns: String
  let startOfColumns: String

  /// Light lines with round corners.
  static let rounded = TableLines(
    vertical: "│", horizontal: "─", top: Rule(left: "╭", cross: "┬", right: "╮"),
    middle: Rule(left: "├", cross: "┼", right: "┤"), bottom: Rule(left: "╰", cross: "┴", right: "╯"),
    endOfColumns: "┴", startOfColumns: "┬")

  /// What every terminal and every font has.
  static let ascii: TableLines = {
    let rule = Rule(left: "+", cross: "+", right: "+")
    return TableLines(
      vertical: "|", horizontal: "-", top: rule, middle: rule, bottom: rule, endOfColumns: "+", startOfColumns: "+")
  }()
}
