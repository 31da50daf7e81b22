import Schema
import TestSupport
import Testing

@testable import Model
@testable import Shell

/// Boxes of entities, and the lines between them.
@Suite struct DiagramTests {
  private func draw(_ script: String, width: Int, glyphs: BoxGlyphs = .box) throws -> String {
    let prompt = try Prompt(script)
    let entities = try prompt.session.context.entities.catalog.resolved().entities
    return Diagram(entities.filter { !$0.isLink }, palette: .plain, glyphs: glyphs).text(width: width) {}
  }

  private static let shop = """
    A = entity "A" { bs = has_many "B", one = has_one "C" }
    B = entity "B" { a = belongs_to "A", tags = many_to_many "Tag", parent = belongs_to "B" }
    C = entity "C" { a = belongs_to "A" { unique = true } }
    Tag = entity "Tag" { bs = many_to_many "B" }
    """

  @Test func `a line leads from relation to relation and counts the rows at its ends`() throws {
    #expect(
      try draw(Prompt.sample, width: 80) == """
        ╭─ Team ────────────────╮          ╭─ Player ────────────╮
        │ id    integer  key    │          │ id     integer  key │
        │ name  text     unique │          │ name   text         │
        ├───────────────────────┤          │ score  integer      │
        │ players ─▶▶ Player    ├1─╮       │ age    integer      │
        ╰───────────────────────╯  │       ├─────────────────────┤
                                   ╰──────n┤ team ──▶ Team       │
                                           ╰─────────────────────╯

        """)
  }

  @Test func `lines may be made of plain characters`() throws {
    #expect(
      try draw(Self.shop, width: 60, glyphs: .ascii) == """
        +- A --------------+          +- C --------------+
        | id  integer  key |          | id  integer  key |
        +------------------+          +------------------+
        | bs  ->> B        +1++------1+ a --> A          |
        | one --> C        +1|+       +------------------+
        +------------------+ |
                             +-----+  +- B --------------+
        +- Tag ------------+       |  | id  integer  key +1-+
        | id  integer  key |       |  +------------------+  |
        +------------------+       +-n+ a      --> A     |  |
        | bs ->> B         +n--------n+ tags   ->> Tag   |  |
        +------------------+          | parent --> B     +n-+
                                      +------------------+

        """)
  }

  @Test func `a narrow screen has one column`() throws {
    #expect(
      try draw(Prompt.sample, width: 36) == """
        ╭─ Player ────────────╮
        │ id     integer  key │
        │ name   text         │
        │ score  integer      │
        │ age    integer      │
        ├─────────────────────┤
        │ team ──▶ Team       ├n───╮
        ╰─────────────────────╯    │
                                   │
        ╭─ Team ────────────────╮  │
        │ id    integer  key    │  │
        │ name  text     unique │  │
        ├───────────────────────┤  │
        │ players ─▶▶ Player    ├1─╯
        ╰───────────────────────╯

        """)
  }

  @Test func `what shares a table says so and repeats nothing`() throws {
    let text = try draw(
      """
      Owner = entity "Owner" { animals = has_many "Animal" }
      Animal = entity "Animal" { name = text {}, owner = belongs_to "Owner" }
      Cat = entity "Cat" { extends = "Animal", shared = true, lives = integer {} }
      """, width: 80)
    #expect(text.contains("─ Cat (kind of Animal) ─") && text.contains("│ lives  integer "))
    #expect(text.ranges(of: "owner ──▶ Owner").count == 1)
  }

  @Test(arguments: 0..<30 as Range<UInt64>) func `every line ends at two boxes and nothing is wider than the screen`(
    seed: UInt64
  )
    throws
  {
    var dice = Dice(seed: seed)
    let count = 1 + dice.roll(12)
    var entities = (0..<count).map { Entity(name: "Entity\($0)", table: "t\($0)", fields: []) }
    for place in entities.indices {
      for number in 0..<dice.roll(4) {
        let kind = [Relation.Kind.belongsTo, .hasMany, .manyToMany][dice.roll(3)]
        entities[place].relations.append(Relation(name: "r\(number)", kind: kind, target: "Entity\(dice.roll(count))"))
      }
    }
    let width = 30 + dice.roll(120)
    let ties = Association.all(among: entities)
    let drawing = DiagramDrawing(entities.map { EntityBox($0, glyphs: .box) }, ties, width: width, rowGap: 1)
      .joined(ties) {}
    let text = drawing.text(.plain, .box)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(Array.init)
    #expect(lines.allSatisfy { $0.count <= width }, "seed \(seed)")
    // A mark stands at each end of each line, with a border at one side of it and the line at the other.
    let cells = { (row: Int, place: Int) in lines[row].indices.contains(place) ? lines[row][place] : " " }
    var marks = 0
    for row in lines.indices {
      for place in lines[row].indices where lines[row][place] == "1" || lines[row][place] == "n" {
        let sides = (cells(row, place - 1), cells(row, place + 1))
        let isAtRight = sides.0 == "├" && "─╮╯┼1n".contains(sides.1)
        let isAtLeft = sides.1 == "┤" && "─╭╰┼1n".contains(sides.0)
        if isAtRight || isAtLeft { marks += 1 }
      }
    }
    #expect(marks == 2 * (ties.count - drawing.missed.count), "seed \(seed)\n\(text)")
    #expect(try followed(lines) == ties.count - drawing.missed.count, "seed \(seed)\n\(text)")
  }

  /// Follows every line from its mark to the other one, and counts them.
  private func followed(_ lines: [[Character]]) throws -> Int {
    var ends: Set<[Int]> = []
    var count = 0
    func cell(_ x: Int, _ y: Int) -> Character {
      lines.indices.contains(y) && lines[y].indices.contains(x) ? lines[y][x] : " "
    }
    for y in lines.indices {
      for x in lines[y].indices where "1n".contains(cell(x, y)) && !ends.contains([x, y]) {
        let isAtRight = cell(x - 1, y) == "├"
        guard isAtRight || cell(x + 1, y) == "┤" else { continue }
        var (placeX, placeY, stepX, stepY) = (x, y, isAtRight ? 1 : -1, 0)
        while true {
          (placeX, placeY) = (placeX + stepX, placeY + stepY)
          switch cell(placeX, placeY) {
          case "─", "│", "┼": continue
          case "╭": (stepX, stepY) = stepX < 0 ? (0, 1) : (1, 0)
          case "╮": (stepX, stepY) = stepX > 0 ? (0, 1) : (-1, 0)
          case "╰": (stepX, stepY) = stepX < 0 ? (0, -1) : (1, 0)
          case "╯": (stepX, stepY) = stepX > 0 ? (0, -1) : (-1, 0)
          default: break
          }
          if !"╭╮╰╯".contains(cell(placeX, placeY)) { break }
        }
        let end = try #require("1n".contains(cell(placeX, placeY)) ? [placeX, placeY] : nil)
        #expect(ends.insert(end).inserted && ends.insert([x, y]).inserted)
        count += 1
      }
    }
    return count
  }

  @Test func `a relation without room for a line is named in its box`() throws {
    let text = try draw(Prompt.sample, width: 20)
    #expect(text.contains("─▶▶ P") && !text.contains("├" + "n"))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 20 })
  }

  @Test func `many entities are drawn without endless search`() throws {
    var entities = (0..<40).map { Entity(name: "Entity\($0)", table: "t\($0)", fields: []) }
    for place in entities.indices {
      for (number, target) in [(place * 7 + 1) % 40, (place * 13 + 5) % 40].enumerated() {
        entities[place].relations.append(Relation(name: "r\(number)", kind: .belongsTo, target: "Entity\(target)"))
      }
    }
    let text = Diagram(entities, palette: .plain).text(width: 80) {}
    #expect(text.ranges(of: "r1 ──▶ Entity").count == 40)
  }
}
