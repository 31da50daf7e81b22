import TestSupport
import Testing

/// Random changes of relations against plain arrays, in which both must stay the same.
@Suite struct RelationModelTests {
  /// Two owners, and members of each kind that are told apart by their names.
  private static let schema = """
    Owner = entity "Owner" {
      ordered_games = has_many("Game", { inverse = "first", ordered = true }),
      games = has_many("Game", { inverse = "second" }),
      ordered_tags = many_to_many("Tag", { ordered = true }),
      tags = many_to_many("Tag", { inverse = "owners" }),
    }
    Game = entity "Game" { name = text {}, first = belongs_to "Owner", second = belongs_to "Owner" }
    Tag = entity "Tag" { name = text {}, owners = many_to_many "Owner" }
    db:create_all()
    owners = { Owner:create {}, Owner:create {} }
    members = {}
    function member(class, name)
      local key = class .. name
      members[key] = members[key] or _G[class] { name = name }
      return members[key]
    end
    function text(relation)
      local t = {}
      for i, o in ipairs(owners) do
        t[i] = table.concat(o[relation]:pluck "name", ",")
      end
      return table.concat(t, "/")
    end
    """

  private struct Model {
    var lists: [[String]] = [[], []]
    let isOrdered: Bool
    /// Whether a member belongs to one owner only.
    let isExclusive: Bool

    mutating func add(_ names: [String], to owner: Int) {
      for name in names where !lists[owner].contains(name) {
        if isExclusive { lists[1 - owner].removeAll { $0 == name } }
        lists[owner].append(name)
      }
    }

    /// False where there is no such place.
    mutating func insert(_ name: String, at place: Int, of owner: Int) -> Bool {
      guard (1...lists[owner].count + 1).contains(place) else { return false }
      if let known = lists[owner].firstIndex(of: name) {
        lists[owner].remove(at: known)
        lists[owner].insert(name, at: min(place - 1, lists[owner].count))
      } else {
        if isExclusive { lists[1 - owner].removeAll { $0 == name } }
        lists[owner].insert(name, at: place - 1)
      }
      return true
    }

    mutating func remove(_ names: [String], from owner: Int) { lists[owner].removeAll { names.contains($0) } }

    mutating func removeAt(_ place: Int, of owner: Int) -> Bool {
      guard lists[owner].indices.contains(place - 1) else { return false }
      lists[owner].remove(at: place - 1)
      return true
    }

    mutating func move(_ from: Int, _ to: Int, of owner: Int) -> Bool {
      guard [from, to].allSatisfy({ lists[owner].indices.contains($0 - 1) }) else { return false }
      lists[owner].insert(lists[owner].remove(at: from - 1), at: to - 1)
      return true
    }

    mutating func swap(_ first: Int, _ second: Int, of owner: Int) -> Bool {
      guard [first, second].allSatisfy({ lists[owner].indices.contains($0 - 1) }) else { return false }
      lists[owner].swapAt(first - 1, second - 1)
      return true
    }

    var text: String {
      lists.map { (isOrdered ? $0 : $0.sorted()).joined(separator: ",") }.joined(separator: "/")
    }
  }

  @Test(
    arguments: [
      ("ordered_games", "Game", true, true), ("games", "Game", false, true), ("ordered_tags", "Tag", true, false),
      ("tags", "Tag", false, false),
    ], [UInt64(11), 12, 13])
  func `a relation is what the same changes make of an array`(
    relation: (name: String, target: String, isOrdered: Bool, isExclusive: Bool), seed: UInt64
  ) throws {
    let script = try Script(schema: Self.schema)
    var dice = Dice(seed: seed)
    var model = Model(isOrdered: relation.isOrdered, isExclusive: relation.isExclusive)
    // Saved in the order of their names, which is then that of their keys.
    try script.run("for n in ('abcdefgh'):gmatch '.' do member('\(relation.target)', n):save() end")
    for step in 0..<150 {
      let owner = dice.roll(2)
      let names = (0...dice.roll(3)).map { _ in dice.pick(["a", "b", "c", "d", "e", "f", "g", "h"]) }
      let (first, second) = (dice.roll(8), dice.roll(8))
      let objects = names.map { "member('\(relation.target)', '\($0)')" }
      var call: String
      var isPossible = true
      switch dice.roll(relation.isOrdered ? 6 : 2) {
      case 0:
        call = "add(\(objects.joined(separator: ", ")))"
        model.add(names, to: owner)
      case 1:
        call = "remove { \(objects.joined(separator: ", ")) }"
        model.remove(names, from: owner)
      case 2:
        call = "insert(\(objects[0]), \(first))"
        isPossible = model.insert(names[0], at: first, of: owner)
      case 3:
        call = "remove_at(\(first))"
        isPossible = model.removeAt(first, of: owner)
      case 4:
        call = "move(\(first), \(second))"
        isPossible = model.move(first, second, of: owner)
      default:
        call = "swap(\(first), \(second))"
        isPossible = model.swap(first, second, of: owner)
      }
      call = "owners[\(owner + 1)].\(relation.name):\(call)"
      // What objects in hand say of their key is not what this is about.
      let result = try script.run(
        "for _, m in pairs(members) do m:reload() end local ok = pcall(function() \(call) end) return ok, text '\(relation.name)'"
      )
      #expect(result == "\(isPossible) \(model.text)", "seed \(seed), step \(step): \(call)")
      if result != "\(isPossible) \(model.text)" { return }
    }
    guard relation.isOrdered else { return }
    let table = relation.target == "Game" ? "game" : "owner_tag"
    let column = relation.target == "Game" ? "first" : "owner"
    let places = try script.run(
      """
      local t = {}
      for i, o in ipairs(owners) do
        -- A change of an order makes its places dense, also where members went to the other owner.
        if o.\(relation.name):count() > 0 then o.\(relation.name):swap(1, 1) end
        for _, r in ipairs(db:query("SELECT \(column)_position AS p FROM \(table) WHERE \(column)_id = ? ORDER BY p", i)) do
          t[#t + 1] = tostring(r.p)
        end
      end
      return table.concat(t, " ")
      """)
    let expected = model.lists.flatMap { list in list.indices.map { "\($0 + 1)" } }.joined(separator: " ")
    #expect(places == expected, "seed \(seed)")
  }
}
