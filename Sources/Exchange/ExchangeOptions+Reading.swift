import Encodings
import Interchange
import LuaRuntime
import Model

extension ExchangeOptions {
  /// The format that `encode` is told at a place, with its options behind it.
  package static func output(_ call: LuaCall, at index: Int) throws -> FileFormat {
    let word = "encode"
    let format = try Self.format(call.value(index), word, FileFormat.output)
    guard call.argumentCount > index, !call.value(index + 1).isNil else { return format }
    // The ending of no file says the format: it is named.
    var options = try ExchangeOptions(path: "." + FileFormat.csv.name, for: word)
    guard let table = call.value(index + 1).table else {
      throw ScriptError(ExchangeError.optionsNotATable(word: word, value: call.value(index + 1).described))
    }
    let names = ofWriting.filter { $0 != "format" }
    for (key, value) in table.entries() {
      guard let name = key.text, names.contains(name) else {
        throw ScriptError(
          ExchangeError.unknownOption(word: word, option: key.text ?? key.described, candidates: names))
      }
      try options.read(name, value, word)
    }
    return try options.written(in: format, word)
  }

  /// The format with the options of what is written.
  func written(in format: FileFormat, _ word: String) throws -> FileFormat {
    var format = format
    let report = title != nil ? "title" : totals.isEmpty ? nil : "totals"
    if let report, !format.hasHeadings {
      throw ScriptError(ExchangeError.noReport(word: word, option: report, format: format.name))
    }
    format.options.guardsFormulas = guardsFormulas
    format.options.title = title
    format.options.totals = totals
    return format
  }

  /// What reads a file as these options say, for an entity.
  package func reader(_ inputs: Inputs, _ path: String, _ context: ObjectContext) throws -> FileFormat.Reader {
    let reader = try format.reader(inputs.input(path: path, encoding: encoding ?? .utf8), reading)
    let names = try MemberNames(context.tied().entity)
    try columns?.checkFields(of: context, names)
    guard case .rows(let rows) = reader else { return reader }
    if let columns {
      try checkHeader(of: rows, names, path: path)
      try columns.apply(to: rows, path: path)
    } else if !reading.hasHeader {
      try ColumnNames.inOrder(of: context.tied().entity, rows, path: path)
    }
    return reader
  }

  /// Refuses a list of columns for a file whose first line may be a row: nothing in it is a field, and nothing was said.
  func checkHeader(of rows: any RowReader, _ names: MemberNames, path: String) throws {
    guard columns?.isByPlace == true, reading.hasHeader, !saysHeader else { return }
    if rows.columns.contains(where: { names.slot(of: $0) != nil || names.slot(of: $0.lowercased()) != nil }) { return }
    throw ScriptError(ExchangeError.doubtfulHeader(path: path, columns: rows.columns))
  }

  /// Reads an option that says how a file is to be read.
  mutating func read(_ name: String, _ value: LuaValue, _ word: String) throws {
    func refuse(_ what: ExchangeError.OptionValue) -> ScriptError {
      ScriptError(ExchangeError.optionIs(word: word, option: name, what: what, value: value.described))
    }
    switch name {
    case "separator":
      guard let text = value.text, text.utf8.count == 1, let byte = text.utf8.first, byte != 0x22, byte != 0x0A,
        byte != 0x0D
      else { throw refuse(.separator) }
      reading.separator = byte
    case "header":
      guard case .boolean(let flag) = value else { throw refuse(.flag) }
      reading.hasHeader = flag
      saysHeader = true
    case "ignore":
      guard case .boolean(let flag) = value else { throw refuse(.flag) }
      ignoresColumns = flag
    case "encoding":
      guard let encoding = value.text.flatMap({ TextEncoding.named($0) }) else { throw refuse(.encoding) }
      self.encoding = encoding
    case "escape":
      guard value.text == "backslash" else { throw refuse(.escape) }
      reading.hasEscapes = true
    case "formulas":
      guard value.text == "text" else { throw refuse(.formulas) }
      guardsFormulas = true
    case "title":
      guard let text = value.text, !text.isEmpty else { throw refuse(.title) }
      title = text
    case "totals":
      totals = try value.table.map { try Self.totals($0) { refuse(.totals) } } ?? { throw refuse(.totals) }()
    case "decimal":
      guard let text = value.text, text == "," || text == ".", let byte = text.utf8.first else {
        throw refuse(.decimal)
      }
      style.numbers = NumberStyle(point: byte)
    case "dates":
      let patterns = try Self.texts(value) ?? { throw refuse(.dates) }()
      style.dates = patterns.compactMap { DatePattern($0) }
      guard style.dates.count == patterns.count else { throw refuse(.dates) }
    case "skip":
      guard let count = value.integer, count >= 0 else { throw refuse(.lines) }
      reading.skippedLines = Int(count)
    case "null": reading.nulls = try Self.texts(value).map { $0.map { Array($0.utf8) } } ?? { throw refuse(.nulls) }()
    case "columns":
      columns = try Self.columns(value, word) ?? { throw refuse(.columns) }()
      reading.allowsTwins = columns?.isByPlace == true
    default:
      guard let count = value.integer, count > 0 else { throw refuse(.count) }
      errorLimit = Int(count)
    }
  }

  private static func totals(
    _ table: LuaTable, _ refusal: () -> ScriptError
  ) throws -> [String: ColumnTotal.Kind] {
    var totals: [String: ColumnTotal.Kind] = [:]
    for (key, value) in table.entries() {
      guard let name = key.text, let kind = value.text.flatMap({ ColumnTotal.Kind(rawValue: $0) }) else {
        throw refusal()
      }
      totals[name] = kind
    }
    return totals
  }

  /// One text or a list of them.
  private static func texts(_ value: LuaValue) -> [String]? {
    if let text = value.text { return [text] }
    guard let table = value.table, table.rawLength > 0 else { return nil }
    let texts = table.elements.compactMap(\.text)
    return texts.count == table.rawLength ? texts : nil
  }

  private static func columns(_ value: LuaValue, _ word: String) throws -> ColumnNames? {
    guard let table = value.table else { return nil }
    func field(_ value: LuaValue, _ key: String) throws -> String? {
      if case .boolean(false) = value { return nil }
      guard let name = value.text, !name.isEmpty else {
        throw ScriptError(ExchangeError.notAColumn(word: word, key: key, value: value.described))
      }
      return name
    }
    let count = table.rawLength
    if count > 0 {
      return .byPlace(try table.elements.enumerated().map { try field($1, "\($0 + 1)") })
    }
    var names: [String: String?] = [:]
    for (key, value) in table.entries().sorted(by: { $0.0.described < $1.0.described }) {
      guard let name = key.text else { return nil }
      names.updateValue(try field(value, quotedExcerpt(name)), forKey: name)
    }
    return names.isEmpty ? nil : .byName(names)
  }
}
