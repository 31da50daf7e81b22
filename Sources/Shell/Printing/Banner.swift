import Model
import Platform
import Store

/// What a prompt says before its first line.
///
///     Moonshell 0.2.0 on shop.db: Customer, Invoice, Item
///     Customer:limit(5) shows rows, .help lists what there is, Ctrl-D leaves
package enum Banner {
  private static let mostNames = 12

  package static func text(_ runner: Runner, version: String) -> String {
    let palette = runner.settings.messagePalette
    let location = runner.session.main.location
    let place = location == Location.fresh ? "a database in memory" : escapingControls(location)
    let newness = runner.session.main.isNew ? ", a new file" : ""
    let names = runner.session.entityNames
    let walls = isInSandbox ? " (sandbox)" : ""
    var text = palette("Moonshell \(version)", .heading) + " on \(place)\(newness)\(walls)"
    if !names.isEmpty {
      text += names.count == 1 ? ", 1 entity: " : ", \(names.count) entities: "
      let shown = Array(names.prefix(mostNames)) + (names.count > mostNames ? ["…"] : [])
      let start = displayWidth(of: visiblePrompt(text))
      text += wrapped(shown, separator: ", ", width: runner.terminal.width(), indent: "  ", start: start)
    }
    return text + "\n" + palette("\(firstStep(names)), .help lists what there is, Ctrl-D leaves", .dim) + "\n"
  }

  /// What one may type first: of what is there, or where nothing is.
  private static func firstStep(_ names: [String]) -> String {
    names.first { isLuaName($0) && $0.count < 25 }.map { "\($0):limit(5) shows rows" }
      ?? ".tour shows it in five minutes"
  }
}
