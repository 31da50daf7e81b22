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
  /// What stands there, as it came; asked for while it is still there.
  var row: (() -> LuaTable?)?
  private(set) var column: Int?
  /// Where the texts of the fields stand that an error is about.
  private var fields: [String: InterchangeError.Place] = [:]
  /// The line on which the row begins, where `line` is that of a text.
  private var rowLine: Int?

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

  /// The place of the text that an error is about, or of the first where it is about several.
  func exact(_ error: ScriptError) -> ElementPlace {
    var result = self
    result.rowLine = rowLine ?? line
    result.row = nil
    for field in Self.fields(of: error) { result.fields[field] = text?(field) ?? fields[field] }
    return result.at(error.details.first { $0.name == "field" }?.value.text)
  }

  /// The place of a field's text, where that is known.
  private func at(_ field: String?) -> ElementPlace {
    var result = self
    result.text = nil
    if let field, case .line(let line, let column)? = fields[field] {
      (result.line, result.column) = (line, column)
    } else if field != nil {
      (result.line, result.column) = (rowLine ?? line, nil)
    }
    return result
  }

  /// The fields that the lines of an error are about.
  private static func fields(of error: ScriptError) -> [String] {
    let entries = error.details.first { $0.name == "errors" }?.value.table?.elements ?? []
    let fields = entries.map { $0.table?["field"].text ?? "" }
    if !fields.isEmpty { return fields }
    return error.details.first { $0.name == "field" }?.value.text.map { [$0] } ?? []
  }

  /// The lines of an error, each with its place in front.
  private func lines(of error: ScriptError) -> [String] {
    let lines = error.message.split(separator: "\n")
    let fields = Self.fields(of: error)
    return lines.enumerated().map { number, line in
      at(fields.count == lines.count ? fields[number] : nil).prefix + line
    }
  }

  /// An error with the place in front of each of its lines.
  package func error(_ error: any Error) -> any Error {
    guard var result = Self.scriptError(error) else { return error }
    let place = exact(result)
    result.message = place.lines(of: result).joined(separator: "\n")
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
    case .file, .isDirectory, .isNoFile: self.init(.file, error.reason)
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
