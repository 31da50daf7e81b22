import TestSupport
import Testing

@testable import Model

/// Objects with documents of every kind in them, and with related objects, there and back through every format.
@Suite struct NestedRoundTripTests {
  private let schema = """
    Geo = entity "Geo" { abstract = true, lat = real { required = true }, note = text {} }
    Address = entity "Address" {
      abstract = true, version = 2, migrate = function(t) error "these are of the second version" end,
      city = text { default = "?" }, since = date {}, at = datetime {}, rent = decimal { scale = 3 }, photo = data {},
      active = boolean { default = true }, count = integer {}, kind = enum { { "home", 1 }, { "work", 2 } },
      token = uuid {}, extra = json {}, geo = embedded "Geo", others = map_of "Geo",
    }
    Animal = entity "Animal" { abstract = true, name = text {} }
    Cat = entity "Cat" { extends = "Animal", shared = true, lives = integer {} }
    Dog = entity "Dog" { extends = "Animal", shared = true, good = boolean {} }
    Person = entity "Person" { name = text {}, home = embedded "Address" }
    Shop = entity "Shop" {
      name = text { required = true }, address = embedded "Address", homes = list_of "Address", places = map_of "Address",
      words = list_of(text {}), sums = map_of(decimal { scale = 1 }), grid = list_of(list_of(integer {})),
      shape = variant { circle = real {}, rect = "Geo", path = list_of "Geo", none = true },
      code = text { encode = function(v) return "<" .. v .. ">" end, decode = function(v) return v:sub(2, -2) end },
      owner = belongs_to "Person", items = has_many("Item", { ordered = true }), licence = has_one "Licence",
      labels = many_to_many("Label", { table = "shop_labels" }), pets = has_many "Animal2",
    }
    Item = entity "Item" { title = text {}, place = embedded "Geo", shop = belongs_to "Shop", parts = has_many "Part" }
    Part = entity "Part" { size = real {}, item = belongs_to "Item" }
    Licence = entity "Licence" { number = integer {}, shop = belongs_to "Shop" { unique = true } }
    Label = entity "Label" { name = text {} }
    Animal2 = entity "Animal2" { name = text {}, shop = belongs_to "Shop" }
    db:create_all()
    tables = { "person", "shop", "item", "part", "licence", "label", "shop_labels", "animal2", "animal" }
    """

  private let make = #"""
    math.randomseed(seed)
    local function pick(...) return (select(math.random(select("#", ...)), ...)) end
    local function maybe(make) if math.random() < 0.7 then return make() end end
    local function word() return pick("a", "", "é,", "\"q\"", "\n", "<&>", "007", "true", "null", "\1", "東 ") end
    local function list(make) local t = {} for i = 1, math.random(0, 3) do t[i] = make() end return t end
    local function map(make) local t = {} for i = 1, math.random(0, 3) do t[word() .. i] = make() end return t end
    local function geo() return { lat = pick(0.1, -1e300, 3.0, math.random()), note = maybe(word) } end
    local function json() return pick(1, 2.5, "x", false, { 1, null, { a = "b" } }, { k = {} }, math.mininteger) end
    local function address()
      return {
        city = maybe(word), since = maybe(function() return "2024-02-29" end), rent = maybe(function() return "-12.345" end),
        at = maybe(function() return "1969-12-31T23:59:59Z" end), photo = maybe(function() return pick("", "\0\255", "x") end),
        active = maybe(function() return pick(true, false) end), count = pick(nil, math.maxinteger, 0),
        kind = maybe(function() return pick("home", "work") end), extra = maybe(json), geo = maybe(geo), others = maybe(function() return map(geo) end),
        token = maybe(function() return "123e4567-e89b-42d3-a456-426614174000" end),
      }
    end
    local function shape()
      return pick({ circle = math.random() }, { rect = geo() }, { path = list(geo) }, { none = true })
    end
    local people, labels = {}, {}
    for i = 1, 4 do people[i] = Person:create { name = word(), home = maybe(address) } end
    for i = 1, 4 do labels[i] = Label:create { name = word() } end
    for i = 1, 25 do
      local shop = Shop:create {
        name = word(), address = maybe(address), homes = maybe(function() return list(address) end),
        places = maybe(function() return map(address) end), words = maybe(function() return list(word) end),
        sums = maybe(function() return map(function() return pick("1.5", "-0.1") end) end),
        grid = maybe(function() return list(function() return list(function() return math.random(9) end) end) end),
        shape = maybe(shape), code = maybe(word), owner = maybe(function() return people[math.random(4)] end),
      }
      for n = 1, math.random(0, 3) do
        local item = Item { title = word(), place = maybe(geo) }
        shop.items:insert(item, 1)
        for p = 1, math.random(0, 2) do item.parts:add(Part { size = math.random() }) end
      end
      if math.random() < 0.5 then Licence:create { number = i, shop = shop } end
      for n = 1, math.random(0, 2) do shop.labels:add(labels[math.random(4)]) end
    end
    for i = 1, 10 do if math.random() < 0.5 then Cat:create { name = word(), lives = i } else Dog:create { name = word(), good = maybe(function() return true end) } end end
    function dump()
      local lines = {}
      for _, name in ipairs(tables) do
        for _, row in ipairs(db:query('SELECT * FROM "' .. name .. '" ORDER BY 1, 2')) do
          local cells = {}
          for k, v in pairs(row) do cells[#cells + 1] = ("%s=%q"):format(k, v) end
          table.sort(cells)
          lines[#lines + 1] = name .. " " .. table.concat(cells, " ")
        end
      end
      return lines
    end
    function compare(what, before)
      local after = dump()
      if #after ~= #before then print(what, "rows", #before, #after) end
      for i = 1, #before do if before[i] ~= after[i] then print(what, before[i], "IS", after[i]) return end end
    end
    function clear(...)
      for _, name in ipairs { ... } do db:execute('DELETE FROM "' .. name .. '"') end
    end
    """#

  private func files(_ what: String) throws -> FileScript {
    let files = try FileScript(schema: schema)
    let seed = Int(Dice.seed())
    print("seed of the \(what) round trip: \(seed)")
    files.script.session.lua.setGlobal("seed", .integer(Int64(seed)))
    _ = try files.run(make)
    return files
  }

  @Test(arguments: ["csv", "tsv", "json", "jsonl", "plist", "bplist"])
  func `documents come back from every format`(format: String) throws {
    let files = try files("\(format) documents")
    let outcome = try files.run(
      """
      clear("shop_labels", "part", "item", "licence")
      local before = dump()
      for _, name in ipairs { "Shop", "Person", "Animal" } do
        _ENV[name]:export(dir .. "/" .. name .. ".\(format)") _ENV[name]:fetch():export(dir .. "/list" .. name .. ".\(format)")
      end
      for _, kind in ipairs { "/", "/list" } do
        clear("shop", "person", "animal")
        for _, name in ipairs { "Person", "Shop", "Animal" } do _ENV[name]:import(dir .. kind .. name .. ".\(format)") end
        compare("import " .. kind, before)
        clear("shop", "person", "animal")
        for _, name in ipairs { "Person", "Shop", "Animal" } do db:add(_ENV[name]:read(dir .. kind .. name .. ".\(format)")) end
        compare("read " .. kind, before)
      end
      """)
    #expect(outcome == "")
  }

  @Test(arguments: ["json", "jsonl", "plist", "bplist"])
  func `related objects come back with those that they belong to`(format: String) throws {
    let files = try files("\(format) objects")
    let outcome = try files.run(
      """
      for _, p in ipairs(Person:fetch()) do if Shop:where{ owner = p }:count() == 0 then p:delete() end end
      for _, l in ipairs(Label:fetch()) do
        if #db:query("SELECT 1 FROM shop_labels WHERE label_id = ?", l.id) == 0 then l:delete() end
      end
      clear("animal")
      local before = dump()
      local request = Shop:with("owner", "items", "items.parts", "licence", "labels")
      request:export(dir .. "/a.\(format)")
      local text = request:encode "\(format)"
      clear("shop_labels", "part", "item", "licence", "shop", "person", "label")
      Shop:import(dir .. "/a.\(format)")
      compare("import", before)
      clear("shop_labels", "part", "item", "licence", "shop", "person", "label")
      db:add(Shop:decode(text, "\(format)"))
      compare("decode", before)
      Shop:import(dir .. "/a.\(format)", { upsert = true })
      compare("upsert", before)
      """)
    #expect(outcome == "")
  }
}
