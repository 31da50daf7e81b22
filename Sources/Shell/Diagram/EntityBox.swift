import Interchange
import Schema

/// An entity as a box: its name in the upper border, a line for each field and each relation.
///
///     ╭─ Player ──────────────╮
///     │ id    integer  key    │
///     │ name  text            │
///     ├───────────────────────┤
///     │ team  ──▶ Team        │
///     ╰───────────────────────╯
struct EntityBox {
  private enum Line {
    case top, rule, bottom
    case text(String)
  }

  private let title: String
  private let lines: [Line]
  private let places: [String: Int]
  private let glyphs: BoxGlyphs
  /// The cells that it takes from border to border.
  let width: Int

  /// - Parameter parent: the entity in whose table it is kept; what it has from there is not repeated.
  init(_ entity: Entity, parent: Entity? = nil, glyphs: BoxGlyphs) {
    let title = entity.name + Self.nature(of: entity, parent)
    let fields = entity.allFields.filter { field in
      field.relation == nil && parent?.allFields.contains { $0.name == field.name } != true
    }
    let relations = entity.relations.filter { parent == nil || !$0.isInherited }
    let names = Self.column(fields.map(\.name))
    let types = Self.column(fields.map(\.type.name))
    let members = fields.indices.map { names[$0] + "  " + types[$0] + Self.notes(fields[$0]) }
    let links = zip(Self.column(relations.map(\.name)), relations).map { name, relation in
      name + " " + (relation.kind.isToMany ? glyphs.toMany : glyphs.toOne) + " " + relation.target
    }
    let rule: [Line] = members.isEmpty || links.isEmpty ? [] : [.rule]
    let isEmpty = members.isEmpty && links.isEmpty
    lines =
      [.top] + (isEmpty ? [.text("")] : []) + members.map { .text($0) } + rule + links.map { .text($0) } + [.bottom]
    var places: [String: Int] = [:]
    for (place, relation) in relations.enumerated() {
      places[relation.name] = 1 + members.count + rule.count + place
    }
    self.places = places
    self.title = title
    self.glyphs = glyphs
    // A border and a blank on both sides; two more of the border beside the title.
    width = max((members + links).map { DisplayWidth.of($0) }.max() ?? 0, DisplayWidth.of(title) + 2) + 4
  }

  var height: Int { lines.count }

  /// The line of a relation; the first one for what only the other side names.
  func place(of relation: String?) -> Int { relation.flatMap { places[$0] } ?? 1 }

  /// One of its lines, cut to a width.
  ///
  /// - Parameter leaves: whether the line of a relation leaves from the left and from the right border.
  func line(_ place: Int, width: Int, leaves: (left: Bool, right: Bool), _ palette: Palette) -> String {
    let dash = { (count: Int) in String(repeating: glyphs.horizontal, count: max(count, 0)) }
    switch lines[place] {
    case .top:
      let title = DisplayWidth.cut(title, to: width - 6)
      let rest = dash(width - 5 - DisplayWidth.of(title))
      return palette(glyphs.topLeft + dash(1) + " ", .dim) + palette(title, .heading)
        + palette(" " + rest + glyphs.topRight, .dim)
    case .rule: return palette(glyphs.fromRight + dash(width - 2) + glyphs.fromLeft, .dim)
    case .bottom: return palette(glyphs.bottomLeft + dash(width - 2) + glyphs.bottomRight, .dim)
    case .text(let text):
      let cut = DisplayWidth.cut(text, to: width - 4)
      return palette((leaves.left ? glyphs.fromLeft : glyphs.vertical) + " ", .dim) + Self.padded(cut, width - 4)
        + palette(" " + (leaves.right ? glyphs.fromRight : glyphs.vertical), .dim)
    }
  }

  private static func nature(of entity: Entity, _ parent: Entity?) -> String {
    if let parent { return " (kind of \(parent.name))" }
    return entity.isAbstract ? " (abstract)" : entity.isView ? " (view)" : ""
  }

  private static func notes(_ field: Field) -> String {
    let notes = [field.isPrimaryKey ? "key" : field.isRequired ? "required" : nil, field.isUnique ? "unique" : nil]
    let words = notes.compactMap { $0 }.joined(separator: " ")
    return words.isEmpty ? "" : "  " + words
  }

  /// Texts of one width.
  private static func column(_ texts: [String]) -> [String] {
    let width = texts.map { DisplayWidth.of($0) }.max() ?? 0
    return texts.map { padded($0, width) }
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - DisplayWidth.of(text)))
  }
}
