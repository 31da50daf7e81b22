import Encodings
import Interchange
import LuaRuntime
import Model
import Schema
import Scripting

extension Command {
  static let chart = Command(
    "chart", usage: ".chart ENTITY FIELD | REQUEST [LABEL] VALUE | GROUPS",
    summary: "a histogram of a field; of a request a bar for each row's number, or for how often a value occurs;"
      + " of groups for how many rows each has, or what is first counted of them",
    example: ".chart Player score   .chart Player:all() name score   .chart Player:group_by \"team.name\"",
    arguments: [.request, .field, .field]
  ) { runner, argument in
    var (expression, field) = argument.splittingLastWord
    if try runner.isWhole(argument, butFor: expression) {
      return try runner.draw(try runner.request(argument, for: "chart", orList: true), [])
    }
    guard !expression.isEmpty else { throw CommandError.chartWithoutField }
    var fields = [field.trimmingMarks]
    // What is no Lua as it stands has the label behind it.
    if !runner.isExpression(expression), expression.contains(" ") {
      (expression, field) = expression.splittingLastWord
      fields.insert(field.trimmingMarks, at: 0)
    }
    try runner.draw(try runner.request(expression, for: "chart", orList: true), fields)
  }
}

extension Runner {
  fileprivate func isExpression(_ text: String) -> Bool {
    (try? session.lua.load("return " + text, name: "=chart")) != nil
  }

  /// Whether an argument is an expression to its end, and names no field: a text at its end may be either.
  ///
  ///     Player:group_by("team")      Player:group_by "team"      whole
  ///     Player "age"      Player age                             with a field
  fileprivate func isWhole(_ argument: String, butFor rest: String) throws -> Bool {
    guard !argument.isEmpty, isExpression(argument) else { return false }
    return rest.isEmpty || argument.last != "\"" && argument.last != "'" || !isExpression(rest)
  }

  /// Draws the bars of a value by a field, or by a label and a number.
  func draw(_ value: LuaValue, _ fields: [String]) throws {
    let (value, fields) = try fields.isEmpty ? Chart.counting(value, self) : (value, fields)
    let chart = try Chart(value, fields, self)
    try paged {
      for line in chart.lines(width: min(terminal.width() ?? 80, 120), settings.palette) {
        try session.lua.checkInterruption()
        output.result(line + "\n")
      }
    }
  }
}

/// Horizontal bars with a label each.
///
///     Zerator  ████████████████████ 30
///     Maghla   ███████████████████▎ 29
struct Chart {
  private(set) var bars: [(label: String, value: Double, shown: String)] = []
  /// How many rows have no bar, because only the first are shown.
  private(set) var hidden = 0

  init(bars: [(label: String, value: Double, shown: String)], hidden: Int = 0) {
    self.bars = bars
    self.hidden = hidden
  }

  init(_ request: LuaValue, _ fields: [String], _ runner: Runner) throws {
    let field = fields.last ?? ""
    try Self.check(fields, request, runner)
    if fields.count == 1, let histogram = try runner.session.histogram(of: request, field: field) {
      bars = histogram.bins.map { ($0.label, Double($0.count), grouped($0.count)) }
      return
    }
    let nature = runner.session.nature(of: request)
    let code = fields.count == 2 ? Self.labelled(fields[0], nature) : Self.code(for: nature, field)
    try read(code, request, field, runner)
    // Where anything may be stored, what is stored decides.
    if bars.isEmpty, fields.count == 1, code != Self.countingValues, code != Self.readingTables {
      try read(Self.countingValues, request, field, runner)
    }
    if hidden < 0 {
      throw CommandError.chartOfValues
    }
    if bars.isEmpty, code == Self.readingTables, hidden != 0 {
      throw CommandError.noNumbers(field)
    }
  }

  /// Groups and what is drawn of each, where nobody said it: the first number, or how many rows there are.
  fileprivate static func counting(_ value: LuaValue, _ runner: Runner) throws -> (groups: LuaValue, fields: [String]) {
    guard let (keys, values) = try runner.session.groupColumns(of: value) else { throw CommandError.chartWithoutField }
    let numbers: [Storage] = [.integer, .real, .any]
    if let field = values.first(where: { numbers.contains($0.type.storage) }) ?? values.first {
      return (value, [field.name])
    }
    let name = keys.contains("count") ? "count_" : "count"
    let code = "local groups, name = ... return groups:aggregate { [name] = 'count' }"
    return (try runner.call(code, value, .string(LuaString(name))).first ?? value, [name])
  }

  /// Refuses names that groups do not have.
  private static func check(_ fields: [String], _ value: LuaValue, _ runner: Runner) throws {
    guard let (keys, values) = try runner.session.groupColumns(of: value) else { return }
    let names = keys + values.map(\.name)
    guard let unknown = fields.first(where: { !names.contains($0) }) else { return }
    throw CommandRefusal.groupsWithout(name: unknown, names: names)
  }

  /// Reads the bars; where some value is no number there are none, and all are hidden.
  private mutating func read(_ code: String, _ request: LuaValue, _ field: String, _ runner: Runner) throws {
    let results = try runner.call(
      code, request, .string(field), .integer(Int64(runner.terminal.outputIsTerminal ? runner.settings.limit : .max)))
    let labels = results.first?.table?.elements ?? []
    let values = results.dropFirst().first?.table?.elements ?? []
    bars = zip(labels, values).compactMap { label, value in
      if value.text == "" { return (runner.session.describe(label), 0, "NULL") }
      let shown = runner.session.describe(value)
      // A decimal is a value of its own, which reads as a number.
      guard let number = value.number ?? (value.text == nil ? Double(shown) : nil) else { return nil }
      return (runner.session.describe(label), number, shown)
    }
    hidden = Int(results.dropFirst(2).first?.integer ?? 0)
    if bars.count < values.count { (bars, hidden) = ([], values.count) }
  }

  /// What reads labels and numbers, and how many rows are left out: rows of a database are not read for nothing.
  private static func code(for nature: ValueKind, _ field: String) -> String {
    switch nature {
    case .entity(let entity), .request(let entity): code(of: entity, field)
    default: readingTables
    }
  }

  /// Bars with a label that was named.
  private static func labelled(_ label: String, _ nature: ValueKind) -> String {
    let start = "local label = \(luaQuoted(label))\n"
    return switch nature {
    case .entity, .request: start + readingNumbers
    default: start + readingLabelledTables
    }
  }

  /// Where there is no value, an empty text says so.
  private static let giving = """
    local function value(row, field)
      if row[field] == nil then return "" end
      return row[field]
    end

    """

  private static let readingLabelledTables =
    giving + """
      local rows, field, limit = ...
      if type(rows) ~= "table" and rows.fetch then rows = rows:fetch() end
      local labels, numbers = {}, {}
      for i = 1, math.min(#rows, limit) do labels[i], numbers[i] = tostring(rows[i][label]), value(rows[i], field) end
      return labels, numbers, #rows - #labels
      """

  /// Numbers are bars by themselves; keys of other rows, and everything else, are counted.
  private static func code(of entity: Entity, _ field: String) -> String {
    let readings: [Reading] = [.asStored, .decimal]
    let storages: [Storage] = [.integer, .real, .any]
    guard let found = entity.field(field), readings.contains(found.type.reading),
      storages.contains(found.type.storage), found.relation == nil,
      !entity.relations.contains(where: { $0.kind == .belongsTo && $0.columns.contains(found.column) })
    else { return countingValues }
    let label = entity.fields.first { $0.type == .text && $0.name != field } ?? entity.fields.first { $0.isPrimaryKey }
    return "local label = \(luaQuoted(label?.name ?? field))\n" + readingNumbers
  }

  private static let readingNumbers =
    giving + """
      local request, field, limit = ...
      local labels, numbers = {}, {}
      for i, row in ipairs(request:first(limit)) do
        labels[i], numbers[i] = tostring(row[label]), value(row, field)
      end
      return labels, numbers, #labels < limit and 0 or request:count() - #labels
      """

  private static let countingValues = """
    local request, field, limit = ...
    local labels, numbers = {}, {}
    local groups = request:group_by(field):aggregate { moonshell_count = "count" }:sorted_by("-moonshell_count"):fetch()
    for i = 1, math.min(#groups, limit) do
      labels[i], numbers[i] = tostring(groups[i][field]), groups[i].moonshell_count
    end
    return labels, numbers, #groups - #labels
    """

  /// Groups, and lists of plain tables or of objects: whatever else is in a row is its label.
  private static let readingTables =
    giving + """
      local rows, field, limit = ...
      if type(rows) ~= "table" and rows.fetch then rows = rows:fetch() end
      local first = rows[1]
      if first ~= nil and type(first) ~= "table" and type(first) ~= "userdata" then return {}, {}, -1 end
      local labels, numbers = {}, {}
      local function label(row)
        local parts = {}
        for key, value in pairs(type(row) == "table" and row or row:to_table()) do
          if key ~= field and type(key) == "string" then parts[#parts + 1] = key .. "\\0" .. tostring(value) end
        end
        table.sort(parts)
        for i, part in ipairs(parts) do parts[i] = part:match("%z(.*)") end
        return table.concat(parts, ", ")
      end
      for i = 1, math.min(#rows, limit) do
        labels[i], numbers[i] = label(rows[i]), value(rows[i], field)
      end
      return labels, numbers, #rows - #labels
      """

  /// The bars, the longest as long as there is room for.
  func lines(width: Int, _ palette: Palette) -> [String] {
    guard !bars.isEmpty else { return [palette("(no rows)", .dim)] }
    let labels = bars.map { DisplayWidth.cut(escapingControls($0.label), to: max(width / 3, 4)) }
    let labelWidth = labels.map { DisplayWidth.of($0) }.max() ?? 0
    let numberWidth = bars.map(\.shown.count).max() ?? 0
    let room = max(width - labelWidth - numberWidth - 4, 4)
    let most = bars.map { abs($0.value) }.filter(\.isFinite).max() ?? 0
    var lines = zip(labels, bars).map { label, bar in
      let blanks = String(repeating: " ", count: labelWidth - DisplayWidth.of(label))
      let share = most > 0 ? min(abs(bar.value) / most, 1) : bar.value.isInfinite ? 1 : 0
      let length = share.isNaN ? 0 : share * Double(room)
      let role: Role = bar.value < 0 ? .removed : .number
      let drawn = bar.value < 0 ? String(repeating: "▒", count: Int(length.rounded(.up))) : Self.bar(length)
      return label + blanks + "  " + palette(drawn, role) + " " + bar.shown
    }
    if hidden > 0 { lines.append(palette("… \(grouped(hidden)) more", .dim)) }
    return lines
  }

  /// A bar of so many cells, to an eighth of one.
  private static func bar(_ length: Double) -> String {
    let eighths = Int((length * 8).rounded())
    let parts = Array(" ▏▎▍▌▋▊▉")
    let end = eighths % 8 == 0 ? "" : String(parts[eighths % 8])
    return String(repeating: "█", count: eighths / 8) + end
  }
}

extension String {
  /// The text without quotation marks around it.
  fileprivate var trimmingMarks: String {
    guard count > 1, let first, first == last, "'\"".contains(first) else { return self }
    return String(dropFirst().dropLast())
  }
}
