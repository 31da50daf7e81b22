import Encodings
import Interchange
import LuaRuntime
import Model
import Schema

/// Which document of which file an error is about: `players.json:12: element 3`.
package struct ElementPlace {
  var file: String?
  /// Its number among the documents, from 1; rows of text are known by their line alone.
  var element: Int?
  var line: Int?
  /// Where on which line the text of a field stands, where the file is one of rows.
  var text: ((_ field: String) -> InterchangeError.Place?)?
  private(set) var column: Int?

  init(file: String? = nil, element: Int? = nil, line: Int? = nil) {
    (self.file, self.element, self.line) = (file, element, line)
  }

  var prefix: String {
    var words: [String] = []
    let position = line.map { line in column.map { "\(line):\($0)" } ?? "\(line)" }
    if let file {
      words.append(position.map { "\(file):\($0)" } ?? file)
    } else if let line {
      words.append("line \(line)" + (column.map { ", column \($0)" } ?? ""))
    }
    if let element { words.append("element \(element)") }
    return words.map { $0 + ": " }.joined()
  }

  /// What scripts see of it.
  var details: [(name: String, value: LuaValue)] {
    var result: [(name: String, value: LuaValue)] = []
    if let file { result.append(("file", .string(LuaString(file)))) }
    if let element { result.append(("element", .integer(Int64(element)))) }
    if let line { result.append(("file_line", .integer(Int64(line)))) }
    if let column { result.append(("column", .integer(Int64(column)))) }
    return result
  }

  /// The place of the text that an error is about, where it is about one.
  func exact(_ error: ScriptError) -> ElementPlace {
    guard !error.message.contains("\n"), let field = error.details.first(where: { $0.name == "field" })?.value.text,
      case .line(let line, let column)? = text?(field)
    else { return self }
    var result = self
    (result.line, result.column, result.text) = (line, column, nil)
    return result
  }

  /// An error with the place in front of each of its lines.
  package func error(_ error: any Error) -> any Error {
    guard var result = Self.scriptError(error) else { return error }
    let place = exact(result)
    let prefix = place.prefix
    result.message = result.message.split(separator: "\n").map { prefix + $0 }.joined(separator: "\n")
    result.details += place.details
    return result
  }

  /// An error that is about the values of one document; nil for what ends everything, as an interruption does.
  static func scriptError(_ error: any Error) -> ScriptError? {
    switch error {
    case let error as ScriptError: return error
    case let error as CastError: return ScriptError(.validation, error.words)
    case let error as InterchangeError: return ScriptError(.decode, error.description)
    case let error as LuaError:
      guard error.kind == .runtime else { return nil }
      let kind = error.value.table?["kind"].text.flatMap { ScriptError.Kind(rawValue: $0) }
      return ScriptError(kind ?? .validation, error.message)
    default: return nil
    }
  }
}

extension ScriptError {
  /// What is wrong with a file: how it is written, or that it cannot be used at all.
  package init(_ error: InterchangeError, file: String?) {
    switch error.problem {
    case .file, .isDirectory: self.init(.file, error.reason)
    default:
      let place = file.map { $0 + error.suffix + ": " + error.reason } ?? error.description
      self.init(.decode, place)
      if let file { details.append(("file", .string(LuaString(file)))) }
      if case .line(let line, let column)? = error.place {
        details += [("file_line", .integer(Int64(line))), ("column", .integer(Int64(column)))]
      }
    }
  }
}
