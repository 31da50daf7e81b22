import Encodings
import Interchange
import LuaRuntime
import Model
import Schema

/// What `import`, `export` and `read` are told beside the file: `{ format = "csv", upsert = true, on = "name" }`.
package struct ExchangeOptions {
  package var format: FileFormat
  var save = SaveOptions()
  /// Whether rows that cannot be taken are left out and reported.
  var skipsErrors = false
  /// How the file is to be read.
  package var reading = ReadingOptions()
  /// How the bytes stand for letters; nil where nobody said it.
  package var encoding: TextEncoding?
  package var style = ForeignStyle()
  var columns: ColumnNames?
  /// Whether somebody said whether the first line names the columns.
  var saysHeader = false
  /// Whether columns that no field takes are left out.
  var ignoresColumns = false
  /// Whether texts that a spreadsheet would calculate are guarded.
  var guardsFormulas = false
  /// The heading of a report, and what stands below its rows.
  var title: String?
  var totals: [String: ColumnTotal.Kind] = [:]
  /// How many rows that are wrong are looked for, or reported; nil leaves it to the import.
  var errorLimit: Int?

  /// The options of what is written.
  package static let ofWriting = ["format", "formulas", "title", "totals"]

  /// The options that say how a file is to be read.
  package static let ofReading = [
    "format", "skip", "separator", "header", "columns", "encoding", "decimal", "dates", "null", "escape", "ignore",
  ]

  /// The options of `import`.
  package static let ofImports = ofReading + ofSaving

  /// The options that say what becomes of rows that are taken in.
  package static let ofSaving = ["upsert", "on", "on_error", "max_errors"]

  /// The options of `infer`, which sees for itself what the columns are.
  package static let ofInference = ofReading.filter { $0 != "columns" && $0 != "ignore" } + ["on_error"]

  /// The options of a file that is taken in without an entity.
  package static let ofTaking = ofInference + ofSaving.filter { $0 != "on_error" }

  /// - Parameters:
  ///   - names: the options that the word has.
  ///   - index: where the table of options is, if there is one.
  package init(_ call: LuaCall, _ word: String, path: String, names: [String], at index: Int) throws {
    let options: LuaValue = index <= call.argumentCount ? call.value(index) : .nil
    try self.init(options, word, path: path, names: names, call.state)
  }

  /// - Parameters:
  ///   - options: a table, or nil.
  ///   - names: the options that the word has.
  package init(_ options: LuaValue, _ word: String, path: String, names: [String], _ lua: LuaState) throws {
    let isOutput = word == "export"
    var known = isOutput ? FileFormat.output(path: path) : FileFormat.of(path: path)
    format = known ?? .csv
    var saving: [(LuaValue, LuaValue)] = []
    if !options.isNil {
      guard case .table(let table) = options else {
        throw ScriptError(ExchangeError.optionsNotATable(word: word, value: options.described))
      }
      for (key, value) in table.entries().sorted(by: { $0.0.described < $1.0.described }) {
        guard let name = key.text, names.contains(name) else {
          throw ScriptError(
            ExchangeError.unknownOption(word: word, option: key.text ?? key.described, candidates: names))
        }
        switch name {
        case "format": known = try Self.format(value, word, isOutput ? FileFormat.output : FileFormat.all)
        case "on_error":
          guard let text = value.text, ["skip", "stop"].contains(text) else {
            throw ScriptError(ExchangeError.onError(word: word, value: value.described))
          }
          skipsErrors = text == "skip"
        case "upsert", "on": saving.append((key, value))
        default: try read(name, value, word)
        }
      }
    }
    guard let known else {
      throw ScriptError(
        ExchangeError.noFormatByEnding(
          word: word, path: path, formats: (isOutput ? FileFormat.output : FileFormat.all).map(\.name)))
    }
    self.format = known
    if isOutput { format = try written(in: format, word) }
    if !saving.isEmpty {
      let table = lua.makeTable()
      for (key, value) in saving { table[key] = value }
      save = try SaveOptions(table, word: word)
    }
  }

  /// Those of a file of which nothing is said.
  init(path: String, for word: String) throws {
    guard let format = FileFormat.of(path: path) else {
      throw ScriptError(ExchangeError.noFormatByEnding(word: word, path: path, formats: Self.formatNames))
    }
    self.format = format
  }

  /// Says which fields the columns of the file are.
  package mutating func take(fields: [String], of columns: [String]) {
    reading.allowsTwins = true
    if format.isFlat {
      self.columns = .byPlace(fields)
      saysHeader = true
    } else {
      let renamed = zip(columns, fields).filter { $0 != $1 }
      self.columns = renamed.isEmpty ? nil : .byName(Dictionary(renamed.map { ($0, $1) }) { first, _ in first })
    }
  }

  /// The format that a value names.
  package static func format(
    _ value: LuaValue, _ word: String, _ formats: [FileFormat] = FileFormat.all
  ) throws -> FileFormat {
    guard let name = value.text else {
      throw ScriptError(ExchangeError.notAFormat(word: word, formats: formats.map(\.name), value: value.described))
    }
    guard let format = formats.first(where: { $0.name == name.lowercased() }) else {
      throw ScriptError(ExchangeError.unknownFormat(word: word, name: name, formats: formats.map(\.name)))
    }
    return format
  }

  private static var formatNames: [String] { FileFormat.all.map(\.name) }
}

extension LuaCall {
  /// The path at an argument.
  package func path(_ index: Int, _ word: String) throws -> String {
    guard kind(index) == .string, let path = string(index), !path.isEmpty, !path.utf8.contains(0) else {
      throw ScriptError(ExchangeError.notAPath(word: word, value: value(index).described))
    }
    return path
  }
}
