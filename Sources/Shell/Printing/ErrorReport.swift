import LuaRuntime
import Schema
import Scripting
import Store

/// An error in the words of a person: where, the line, the cause, what next.
///
///     report.lua:12: Player has no field 'agee'. Did you mean 'age'?
///       12 | print(Player:where { agee = 20 }:count())
///                                 ^^^^
struct ErrorReport {
  let message: String
  let place: (source: String, line: Int)?
  let hint: String?
  let traceback: String?

  init(_ error: any Error, session: Session) {
    switch error {
    case let error as LuaError: self.init(error, session)
    case let error as ScriptError:
      self.init(message: error.message, place: error.position.map { ($0.source, $0.line) }, hint: nil, traceback: nil)
    case let error as StoreError:
      self.init(message: error.description, place: nil, hint: nil, traceback: nil)
    default: self.init(message: "\(error)", place: nil, hint: nil, traceback: nil)
    }
  }

  private init(message: String, place: (source: String, line: Int)?, hint: String?, traceback: String?) {
    self.message = message
    self.place = place
    self.hint = hint
    self.traceback = traceback
  }

  private init(_ error: LuaError, _ session: Session) {
    var place = error.position
    var message = error.messageWithoutPosition
    if let table = error.value.table, let words = table["message"].text, table["kind"].text != nil {
      message = words
      if let source = table["source"].text, let line = table["line"].integer { place = (source, Int(line)) }
      // The errors of a schema name their place themselves.
      if let place, message.hasPrefix("\(place.source):\(place.line): ") {
        message = String(message.dropFirst("\(place.source):\(place.line): ".count))
      }
    } else if error.value.table != nil, error.message.isEmpty || error.message.hasPrefix("table: ") {
      message =
        "an error was raised that is a table: "
        + LuaTablePrinter(session: session, palette: .plain).text(of: error.value)
    } else if error.value.isNil {
      message = "an error was raised without a value: error(nil)"
    }
    self.init(
      message: message, place: place, hint: Self.hint(for: message, session), traceback: error.traceback)
  }

  // MARK: Hints

  private static func hint(for message: String, _ session: Session) -> String? {
    if message.hasPrefix("attempt to concatenate a table value")
      || message.hasPrefix("attempt to concatenate a userdata value")
    {
      return "errors and objects are joined to text by tostring: \"failed: \" .. tostring(err)"
    }
    guard message.hasPrefix("attempt to"), let name = quotedName(after: "global '", in: message) else { return nil }
    return nearest(to: name, in: session.globalNames).map { "Did you mean '\($0)'?" }
  }

  private static func quotedName(after start: String, in message: String) -> String? {
    guard let range = message.firstRange(of: start) else { return nil }
    let rest = message[range.upperBound...]
    return rest.firstIndex(of: "'").map { String(rest[..<$0]) }
  }

  // MARK: Text

  /// The report, with the line of the script where it is known.
  func text(line: (String, Int) -> String?, palette: Palette, showsPlace: Bool = true) -> String {
    var result = ""
    if showsPlace, let place { result += palette("\(place.source):\(place.line): ", .heading) }
    result += palette(escapingControls(message, keeping: ["\n", "\t"]), .error) + "\n"
    if let place, let code = line(place.source, place.line) { result += excerpt(code, place.line, palette) }
    if let hint { result += palette(hint, .hint) + "\n" }
    return result
  }

  /// The line with its number, and a mark under the name that the message quotes.
  private func excerpt(_ code: String, _ number: Int, _ palette: Palette) -> String {
    let shown = escapingControls(code.replacing("\t", with: "  "))
    let margin = "  \(number) | "
    var result = palette(margin, .dim) + shown + "\n"
    if let name = Self.quotedName(after: "'", in: message), !name.isEmpty, let range = shown.firstRange(of: name) {
      let column = shown.distance(from: shown.startIndex, to: range.lowerBound)
      let blanks = String(repeating: " ", count: margin.count + column)
      result += blanks + palette(String(repeating: "^", count: name.count), .error) + "\n"
    }
    return result
  }
}
