/// Lua that asks conditions of a request and of the list of all its rows.
enum BothWays {
  /// `both(…)` prints for each condition the keys of the items that it selects, and both where they differ:
  /// `1 8 / 1`.
  static let items = """
    function ids(rows) return table.concat(rows:map(function(i) return tostring(i.id) end), " ") end
    function both(...)
      for _, c in ipairs { ... } do
        local here, there = ids(Item:where(c):fetch()), ids(Item:fetch():filter(c))
        print(here == there and here or here .. " / " .. there)
      end
    end
    """
}
