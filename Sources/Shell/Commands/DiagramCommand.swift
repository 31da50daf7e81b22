import Interchange
import Schema
import Scripting

extension Command {
  static let diagram = Command(
    "diagram", usage: ".diagram", summary: "the entities as boxes, with their fields and relations", example: ".diagram"
  ) { runner, argument in
    guard argument.isEmpty else { throw CommandError.usage("diagram", ".diagram takes nothing") }
    let entities = runner.session.catalog.entities
    guard !entities.isEmpty else { throw CommandError.refused("diagram", "there are no entities yet") }
    let diagram = Diagram(entities, palette: runner.settings.palette)
    runner.paged { runner.output.result(diagram.text(width: runner.terminal.width() ?? 100)) }
  }
}

/// Entities as boxes that stand side by side, as many as there is room for.
///
///     ╭─ Player ──────────────╮
///     │ id    integer  key    │
///     │ name  text            │
///     ├───────────────────────┤
///     │ team ────▶ Team       │
///     │ games ──▶▶ Game       │
///     ╰───────────────────────╯
struct Diagram {
  private let boxes: [Box]
  private let palette: Palette
  private static let gap = 2

  init(_ entities: [Entity], palette: Palette) {
    boxes = entities.map { Box($0) }
    self.palette = palette
  }

  func text(width: Int) -> String {
    let limit = max(width, 12)
    var result = ""
    var row: [Box] = []
    var used = 0
    for box in boxes {
      let needed = min(box.width, limit)
      if !row.isEmpty, used + Self.gap + needed > limit {
        result += draw(row, limit)
        (row, used) = ([], 0)
      }
      used += (row.isEmpty ? 0 : Self.gap) + needed
      row.append(box)
    }
    return result + draw(row, limit)
  }

  private func draw(_ row: [Box], _ limit: Int) -> String {
    let drawn = row.map { $0.lines(width: min($0.width, limit), palette) }
    let height = drawn.map(\.count).max() ?? 0
    return (0..<height).map { line in
      let parts = zip(row, drawn).map { box, lines in
        lines.indices.contains(line) ? lines[line] : String(repeating: " ", count: min(box.width, limit))
      }
      var text = parts.joined(separator: String(repeating: " ", count: Self.gap))
      while text.last == " " { text.removeLast() }
      return text + "\n"
    }.joined()
  }

  /// One entity.
  private struct Box {
    private let title: String
    private let members: [String]
    private let links: [String]

    init(_ entity: Entity) {
      title = entity.name + (entity.isAbstract ? " (abstract)" : entity.isView ? " (view)" : "")
      let fields = entity.allFields.filter { $0.relation == nil }
      let nameWidth = fields.map { DisplayWidth.of($0.name) }.max() ?? 0
      let typeWidth = fields.map(\.type.name.count).max() ?? 0
      members = fields.map { field in
        Self.padded(field.name, nameWidth) + "  " + Self.padded(field.type.name, typeWidth) + Self.notes(field)
      }
      let linkWidth = entity.relations.map { DisplayWidth.of($0.name) }.max() ?? 0
      links = entity.relations.map { Self.padded($0.name, linkWidth) + " " + Self.arrow($0.kind) + " " + $0.target }
    }

    /// A border and a blank on both sides; the title stands in the upper border.
    var width: Int {
      let inner = (members + links).map { DisplayWidth.of($0) }.max() ?? 0
      return max(inner, DisplayWidth.of(title) + 2) + 4
    }

    func lines(width: Int, _ palette: Palette) -> [String] {
      let title = DisplayWidth.cut(title, to: width - 6)
      let rest = String(repeating: "─", count: max(width - 5 - DisplayWidth.of(title), 0))
      let top = palette("╭─ ", .dim) + palette(title, .heading) + palette(" " + rest + "╮", .dim)
      let rule = palette("├" + String(repeating: "─", count: width - 2) + "┤", .dim)
      let bottom = palette("╰" + String(repeating: "─", count: width - 2) + "╯", .dim)
      let rows = { (texts: [String]) in
        texts.map { text in
          let cut = DisplayWidth.cut(text, to: width - 4)
          return palette("│ ", .dim) + Self.padded(cut, width - 4) + palette(" │", .dim)
        }
      }
      let isDivided = !members.isEmpty && !links.isEmpty
      return [top] + rows(members) + (isDivided ? [rule] : []) + rows(links) + [bottom]
    }

    private static func notes(_ field: Field) -> String {
      let notes = [field.isPrimaryKey ? "key" : field.isRequired ? "required" : nil, field.isUnique ? "unique" : nil]
      let words = notes.compactMap { $0 }.joined(separator: " ")
      return words.isEmpty ? "" : "  " + words
    }

    private static func arrow(_ kind: Relation.Kind) -> String {
      switch kind {
      case .belongsTo, .hasOne: "──▶"
      default: "─▶▶"
      }
    }

    private static func padded(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(0, width - DisplayWidth.of(text)))
    }
  }
}
