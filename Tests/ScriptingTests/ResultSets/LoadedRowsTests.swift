import TestSupport
import Testing

/// Lists in memory that take over fetched lists: as if they were given each object.
@Suite struct LoadedRowsTests {
  private static let model =
    resultSetHarness + """

      Row = entity "Row" {
        name = text {}, team = text {}, score = integer {}, weight = real {}, active = boolean {}, tags = json {},
      }
      db:create_all()
      local random = math.random
      local names = { "", "ann", "Ann", "bob", "Bob the builder", "Bob the baker", "émile", "Émile", "ßa", "🙂x", "zoë", "7up" }
      local function maybe(value) if random(5) > 1 then return value end end

      function fetched()
        Row:all():delete()
        db:transaction(function()
          for i = 1, random(0, 14) do
            Row:create {
              name = maybe(names[random(#names)]), team = maybe(({ "A", "B", "C" })[random(3)]),
              score = maybe(random(0, 5)), weight = maybe(random(4) / 2), active = maybe(random(2) == 1),
            }
          end
        end)
        local list = Row:fetch()
        if #list > 0 and random(3) == 1 then
          for _ = 1, random(3) do
            local row = list[random(#list)]
            row.score, row.name = random(0, 5), names[random(#names)]
          end
        end
        return list
      end

      local function pick(...) local all = table.pack(...) return all[random(all.n)] end
      function rules()
        return {
          unique = pick(nil, "id"),
          section = pick(nil, "team", initial "name", function(x) return x.team end, "score", "active"),
          sort = pick(nil, "name", "-score", { "team", "-name" }, { asc("name", { ignore_case = true }), "id" },
            asc("score", { nulls = "last" }), function(x) return x.name end, { function(x) return x.score end, "-id" },
            function(a, b) return (a.score or -1) < (b.score or -1) end, desc "active", function(x) return x.active end,
            { "weight", "name" }, function(x) return -(x.score or 9) end),
          filter = pick(nil, nil, function(x) return (x.score or 0) % 3 ~= 0 end),
          sort_sections = pick(nil, "appearance", "-name"),
        }
      end

      -- A set that was given objects one by one, in a table.
      function given(list)
        local result = {}
        for i = 1, #list do result[i] = list[i] end
        return result
      end

      local function edit_both(list, one, other)
        local choice = random(8)
        local id = #list > 0 and list[random(#list)].id or 1
        if choice == 1 then
          local score, name = maybe(random(0, 5)), maybe(names[random(#names)])
          -- The sets share their objects: the first would change what the second compares with.
          local before = list[1] and one:find(function(x) return x.id == id end)
          one:remove(id) other:remove(id)
          local object = Row:get(id)
          if object and before then
            object.score, object.name = score, name
            one:insert { object } other:insert { object }
          end
        elseif choice == 2 then
          one:remove(id) other:remove(id)
        elseif choice == 3 then
          local sort = rules().sort
          one:resort(sort) other:resort(sort)
        elseif choice == 4 then
          one:refilter(function(x) return x.id % 3 ~= id % 3 end)
          other:refilter(function(x) return x.id % 3 ~= id % 3 end)
        elseif choice == 5 then
          local fresh = Row:where(function(x) return x.id % 2 == id % 2 end):fetch()
          one:insert(fresh) other:insert(given(fresh))
        elseif choice == 6 then
          local fresh = Row:sorted_by "-id":fetch()
          one:apply(fresh) other:apply(given(fresh))
        elseif choice == 7 then
          local fresh = Row:fetch():sorted(function(x) return x.name or "" end)
          one:load(fresh) other:load(given(fresh))
        else
          db:execute("UPDATE row SET score = 4, name = 'Bob' WHERE id = " .. id)
          local fresh = Row:where { id = id }:fetch()
          one:insert(fresh) other:insert(given(fresh))
        end
      end

      function round()
        local list = fetched()
        local said = rules()
        local one, other = result_set(said), result_set(said)
        one:load(list)
        other:load(given(list))
        for step = 1, random(6) do
          local a, b = as_text(picture(one)), as_text(picture(other))
          assert(a == b, "step " .. step .. "\\ntaken over:\\n" .. a .. "\\ngiven:\\n" .. b)
          assert(one:loaded_count() == other:loaded_count())
          edit_both(list, one, other)
        end
        return #one
      end
      """

  @Test func `a list that is taken over shows what its objects would`() throws {
    let seed = Dice.seed()
    let script = try Script(schema: Self.model)
    let failure = script.failure(
      """
      math.randomseed(\(seed))
      local rows = 0
      for _ = 1, 700 do rows = rows + round() end
      assert(rows > 500, "the lists are not empty")
      return "done"
      """)
    #expect(failure == "no error, but: done", "seed \(seed)")
  }

  @Test func `what becomes of the list afterwards is not seen`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      local list = Player:fetch()
      local rs = result_set { sort = "-score" }
      rs:load(list)
      table.sort(list, function(a, b) return a.id > b.id end)
      list[1] = nil
      list[1] = list[2]
      print(names(rs:objects()), rawequal(rs:at(1), Player:fetch()[3]), rs:at(1).name)
      """, "Cid Ann Bob Eve Dan false Cid")
  }

  @Test func `its rows are objects of its own, the same each time`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      local list = Player:fetch()
      local rs = result_set { sort = "-score", section = initial "name" }
      rs:load(list)
      print(rawequal(rs:at(1, 1), list[1]), rawequal(rs:at(2, 1), rs:at(2, 1)), rs:at(1, 1) == list[1])
      -- A change is found when the row is given again.
      list[1].score = 0
      print(rs:at(1, 1).score, #rs:insert(list).updated, rs:insert(list) == nil, rs:at(1, 1).score)
      """, "false true true\n5 1 true 0")
  }

  @Test func `an object of the list that changes does not move its row`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      local list = Player:fetch()
      local rs = result_set { sort = "score" }
      rs:load(list)
      list[4].score = 100
      print(names(rs:objects()))
      rs:resort()
      print(names(rs:objects()))
      """, "Dan Bob Eve Ann Cid\nDan Bob Eve Ann Cid")
  }
}
