/// What the tests of result sets need in Lua: a picture of a list, and changes replayed on such a picture.
let resultSetHarness = """
  -- A list as text: its sections with their rows, each by its fields.
  function words(row)
    if type(row) == "userdata" then row = row:to_table() end
    local names = {}
    for name in pairs(row) do names[#names + 1] = name end
    table.sort(names, function(a, b) return tostring(a) < tostring(b) end)
    for i, name in ipairs(names) do names[i] = name .. "=" .. tostring(row[name]) end
    return "{" .. table.concat(names, " ") .. "}"
  end

  function picture(rs)
    local result = {}
    for i = 1, rs:section_count() do
      local section, rows = rs.sections[i], {}
      for j = 1, #section do rows[j] = words(section[j]) end
      result[i] = { name = tostring(section.name), rows = rows }
    end
    return result
  end

  function as_text(picture)
    local result = {}
    for i, section in ipairs(picture) do
      result[i] = section.name .. ": " .. table.concat(section.rows, " ")
    end
    return table.concat(result, "\\n")
  end

  -- Puts arrivals at their places and what was kept between them.
  local function weave(kept, arrivals)
    local result, next = {}, 1
    for _, arrival in ipairs(arrivals) do
      assert(result[arrival.at] == nil, "two at one place")
      result[arrival.at] = arrival.value
    end
    for place = 1, #kept + #arrivals do
      if result[place] == nil then result[place] = kept[next] next = next + 1 end
    end
    assert(next == #kept + 1, "no room")
    return result
  end

  -- The picture that changes make of an old one.
  function replay(old, changes)
    local taken, gone = {}, {}
    for _, list in ipairs { changes.deleted, changes.moved } do
      for _, entry in ipairs(list) do
        local s, r = entry.from[1], entry.from[2]
        taken[s] = taken[s] or {}
        assert(not taken[s][r] and old[s].rows[r], "taken twice, or not there")
        taken[s][r] = true
      end
    end
    local kept = {}
    for s, section in ipairs(old) do
      local rows = {}
      for r, row in ipairs(section.rows) do
        if not (taken[s] and taken[s][r]) then rows[#rows + 1] = row end
      end
      kept[s] = { name = section.name, rows = rows }
    end
    for _, entry in ipairs(changes.sections.deleted) do
      local rows = {}
      for i, row in ipairs(entry.rows) do rows[i] = words(row) end
      assert(table.concat(rows) == table.concat(kept[entry.from].rows), "a section takes other rows along")
      gone[entry.from] = true
    end
    local arrivals = {}
    for _, entry in ipairs(changes.sections.moved) do
      gone[entry.from] = true
      arrivals[#arrivals + 1] = { at = entry.to, value = kept[entry.from] }
    end
    for _, entry in ipairs(changes.sections.inserted) do
      local rows = {}
      for i, row in ipairs(entry.rows) do rows[i] = words(row) end
      arrivals[#arrivals + 1] = { at = entry.to, value = { name = tostring(entry.name), rows = rows } }
    end
    local sections = {}
    for s, section in ipairs(kept) do if not gone[s] then sections[#sections + 1] = section end end
    sections = weave(sections, arrivals)
    arrivals = {}
    for _, list in ipairs { changes.inserted, changes.moved } do
      for _, entry in ipairs(list) do
        local s = entry.to[1]
        arrivals[s] = arrivals[s] or {}
        table.insert(arrivals[s], { at = entry.to[2], value = words(entry.object) })
      end
    end
    for s, section in ipairs(sections) do section.rows = weave(section.rows, arrivals[s] or {}) end
    for _, entry in ipairs(changes.updated) do sections[entry.to[1]].rows[entry.to[2]] = words(entry.object) end
    return sections
  end

  -- What holds of the order of entries.
  function check_order(changes)
    local function before(a, b) return a[1] < b[1] or a[1] == b[1] and a[2] < b[2] end
    for i = 2, #changes.deleted do assert(before(changes.deleted[i].from, changes.deleted[i - 1].from)) end
    for _, list in ipairs { changes.inserted, changes.moved, changes.updated } do
      for i = 2, #list do assert(before(list[i - 1].to, list[i].to)) end
    end
    for i = 2, #changes.sections.deleted do
      assert(changes.sections.deleted[i].from < changes.sections.deleted[i - 1].from)
    end
    local ranks = {
      ["sections.deleted"] = 1, deleted = 2, ["sections.inserted"] = 3, inserted = 4, ["sections.moved"] = 5, moved = 6,
      updated = 7,
    }
    local last, count = 0, 0
    for kind in changes:each() do
      assert(ranks[kind] >= last)
      last, count = ranks[kind], count + 1
    end
    assert(count > 0, "changes that say nothing")
  end

  -- Watches a list: after each call its picture must be the old one with the changes that were told.
  function watched(rs)
    local known, told, old = picture(rs), {}, rs:snapshot()
    local will
    local stop = rs:observe {
      will = function(changes)
        assert(as_text(picture(rs)) == as_text(known), "will is told before")
        will = changes
      end,
      did = function(changes)
        assert(will == changes, "will and did tell of the same")
        told[#told + 1] = changes
      end,
    }
    return function(what)
      assert(#told <= 1, "one value for each call")
      local now = picture(rs)
      if told[1] then
        check_order(told[1])
        local result = as_text(replay(known, told[1]))
        assert(as_text(picture(told[1]:apply(old))) == as_text(now), what .. ": apply makes another list")
        for _, entry in ipairs(told[1].updated) do
          assert(words(entry.old) == known[entry.from[1]].rows[entry.from[2]], what .. ": another old row")
          assert(#entry.fields > 0, what .. ": an update of nothing")
        end
        assert(result == as_text(now), what .. "\\nold:\\n" .. as_text(known) .. "\\nreplayed:\\n" .. result .. "\\nnew:\\n" .. as_text(now))
      else
        assert(as_text(known) == as_text(now), what .. ": nothing was told")
      end
      known, told, old = now, {}, rs:snapshot()
    end, stop
  end
  """
