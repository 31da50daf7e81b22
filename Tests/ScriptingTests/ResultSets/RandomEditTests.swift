import TestSupport
import Testing

@testable import Scripting

/// Random edits of lists in memory: what is shown is what a naive list shows, and the changes lead there.
@Suite struct RandomEditTests {
  /// Edits a list and a naive model of it at the same time.
  private static let model =
    resultSetHarness + """

      local sorts = {
        none = { false, function(a, b) return false end },
        name = { "score", function(a, b) return (a.score or -1) < (b.score or -1) end },
        key = { function(x) return -(x.score or -1) end, function(a, b) return (a.score or -1) > (b.score or -1) end },
        comparator = {
          function(a, b) return (a.score or -1) < (b.score or -1) end,
          function(a, b) return (a.score or -1) < (b.score or -1) end,
        },
      }
      local filters = {
        none = false,
        some = function(x) return (x.score or 0) % 3 ~= 0 end,
        most = function(x) return x.id ~= 2 end,
      }

      -- What a list shows, worked out from nothing.
      function expected(model)
        local sort, filter = sorts[model.sort][2], filters[model.filter]
        local sections, by_name, place_of = {}, {}, {}
        for place, row in ipairs(model.rows) do
          place_of[row] = place
          if not filter or filter(row) then
            local name = model.sectioned and row.team
            if not model.sectioned then name = "" end
            local key = name == nil and sections or name
            if not by_name[key] then
              by_name[key] = { name = name, rows = {} }
              sections[#sections + 1] = by_name[key]
            end
            -- Stable: behind all that it does not precede.
            local rows = by_name[key].rows
            local at = #rows + 1
            while at > 1 and sort(row, rows[at - 1]) do at = at - 1 end
            table.insert(rows, at, row)
          end
        end
        table.sort(sections, function(a, b)
          if a == b then return false end
          if a.name == nil or b.name == nil then return a.name == nil end
          if model.order == "appearance" then
            -- As they come in the order of all rows; those that it finds equal in the order of loading.
            local x, y = a.rows[1], b.rows[1]
            if sort(x, y) or sort(y, x) then return sort(x, y) end
            return place_of[x] < place_of[y]
          end
          return a.name < b.name
        end)
        local result = {}
        for i, section in ipairs(sections) do
          local rows = {}
          for j, row in ipairs(section.rows) do rows[j] = words(row) end
          result[i] = { name = tostring(section.name), rows = rows }
        end
        return result
      end

      local function copy(row) return { id = row.id, score = row.score, team = row.team } end

      local function put(model, row)
        for i, old in ipairs(model.rows) do
          if old.id == row.id then model.rows[i] = copy(row) return end
        end
        table.insert(model.rows, copy(row))
      end

      local function find(model, id)
        for i, row in ipairs(model.rows) do if row.id == id then return i end end
      end

      local random = math.random
      local teams = { "A", "B", "C" }
      local function row()
        return { id = random(8), score = random(4) > 1 and random(0, 6) or nil, team = teams[random(4)] }
      end
      local function list(n)
        local result = {}
        for i = 1, random(0, n) do result[i] = row() end
        return result
      end

      local edits = {
        function(rs, model) local rows = list(3) rs:insert(rows) for _, r in ipairs(rows) do put(model, r) end end,
        function(rs, model)
          local rows, seen = list(6), {}
          for i = #rows, 1, -1 do
            if seen[rows[i].id] then table.remove(rows, i) else seen[rows[i].id] = true end
          end
          rs:apply(rows)
          model.rows = {}
          for i, r in ipairs(rows) do model.rows[i] = copy(r) end
        end,
        function(rs, model)
          local id, score, team = random(8), random(0, 6), teams[random(4)]
          rs:update(id, function(x) x.score = score x.team = team end)
          local i = find(model, id)
          if i then model.rows[i].score, model.rows[i].team = score, team end
        end,
        function(rs, model)
          local id = random(8)
          if random(2) == 1 then rs:remove(id) else rs:remove { id = id } end
          local i = find(model, id)
          if i then table.remove(model.rows, i) end
        end,
        function(rs, model)
          local ids = { random(8), random(8) }
          rs:remove(ids)
          for _, id in ipairs(ids) do
            local i = find(model, id)
            if i then table.remove(model.rows, i) end
          end
        end,
        function(rs, model)
          if #rs == 0 then return end
          local n = random(#rs)
          local id, s, r = rs:at(n).id, rs:position(rs:at(n))
          if random(2) == 1 then rs:remove(s, r) else assert(rs:remove_at { { s, r } }[1].id == id) end
          table.remove(model.rows, find(model, id))
        end,
        function(rs, model)
          local names = { "none", "name", "key", "comparator" }
          if model.is_sorted then
            model.sort = names[random(2, 4)]
            rs:resort(sorts[model.sort][1])
          else
            rs:resort()
          end
        end,
        function(rs, model)
          if not model.is_filtered then rs:refilter() return end
          model.filter = ({ "none", "some", "most" })[random(3)]
          rs:refilter(filters[model.filter] or nil)
        end,
        function(rs, model)
          model.order = random(2) == 1 and "appearance" or "name"
          rs:resort_sections(model.order)
        end,
        function(rs, model)
          if rs:section_count() == 0 then return end
          local s = random(rs:section_count())
          local ids = {}
          for j = 1, #rs.sections[s] do ids[j] = rs.sections[s][j].id end
          rs:remove_sections(s)
          for _, id in ipairs(ids) do table.remove(model.rows, find(model, id)) end
        end,
        function(rs, model) if random(4) == 1 then rs:clear() model.rows = {} end end,
      }

      -- Edits that give rows places of their own: only the changes are checked, until all are sorted anew.
      local placing = {
        function(rs, model)
          if #rs == 0 then return end
          local s, r = rs:position(rs:at(random(#rs)))
          local target = random(rs:section_count())
          local moved = rs:at(s, r).id
          local room = #rs.sections[target] + (target == s and 0 or 1)
          local name, to = rs.sections[target].name, random(room)
          rs:move(s, r, target, to)
          assert(rs:section(name)[to].id == moved, "the place that was asked for")
        end,
        function(rs, model)
          if rs:section_count() == 0 then return end
          local s = random(rs:section_count())
          local name, new = rs.sections[s].name, row()
          local known = rs:position(new)
          local room = #rs.sections[s] + (known == s and 0 or 1)
          local to = random(room)
          rs:insert(new, s, to)
          local now = rs:position(new)
          assert(now == nil or rs:section(name)[to].id == new.id, "the place that was asked for")
        end,
        function(rs, model)
          if rs:section_count() > 0 then rs:sort_section(random(rs:section_count()), "-id") end
        end,
      }

      function sequence(is_sorted, is_sectioned, is_filtered, places)
        local model = { rows = {}, is_sorted = is_sorted, is_filtered = is_filtered, sectioned = is_sectioned }
        model.sort = is_sorted and ({ "name", "key", "comparator" })[random(3)] or "none"
        model.filter = is_filtered and ({ "some", "most" })[random(2)] or "none"
        local rs = result_set {
          unique = "id", sort = sorts[model.sort][1] or nil, filter = filters[model.filter] or nil,
          section = is_sectioned and "team" or nil,
          set_section = function(x, name) x.team = name end,
        }
        local rows = list(8)
        rs:load(rows)
        for _, r in ipairs(rows) do put(model, r) end
        local check = watched(rs)
        local given = false
        for step = 1, random(2, 6) do
          local place = places and random(3) == 1
          local edit = place and placing[random(#placing)] or edits[random(#edits)]
          if place then given = true end
          if random(5) == 1 then
            rs:batch(function()
              edit(rs, model)
              edits[random(#edits)](rs, model)
            end)
          else
            edit(rs, model)
          end
          check("step " .. step)
          if not given then
            local want, have = as_text(expected(model)), as_text(picture(rs))
            assert(want == have, "step " .. step .. "\\nexpected:\\n" .. want .. "\\nshown:\\n" .. have)
            assert(rs:loaded_count() == #model.rows)
          end
        end
        if given then
          rs:resort()
          check("resort")
        end
        return #rs
      end
      """

  @Test(arguments: 0..<8)
  func `random edits show what a naive list shows, and every change can be replayed`(combination: Int) throws {
    let seed = Dice.seed()
    let script = try Script(schema: Self.model)
    let flags = [1, 2, 4].map { combination & $0 != 0 ? "true" : "false" }.joined(separator: ", ")
    let failure = script.failure(
      """
      math.randomseed(\(seed))
      local rows = 0
      for n = 1, 1100 do rows = rows + sequence(\(flags), n % 3 == 0) end
      assert(rows > 500, "the lists are not empty")
      return "done"
      """)
    #expect(failure == "no error, but: done", "sorted, sectioned, filtered: \(flags); seed \(seed)")
  }
}
