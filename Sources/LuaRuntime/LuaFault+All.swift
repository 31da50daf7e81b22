extension LuaFault {
  /// The faults that are known, with the wrong results first, without those that Moonshell keeps from scripts
  /// (its own `coroutine.close` does not overflow the stack; it reads no binary chunks of others).
  ///
  /// From the list of bugs at https://www.lua.org/bugs.html; the second stands in Debian's release alone.
  package static let all = [
    LuaFault(
      name: "bit operators",
      effect: "after 255 other constants in a function, '1 ~ (2 or 3)' is wrong: name the constant first",
      evidence: .trial(
        """
        local numbers = {}
        for i = 1, 300 do numbers[i] = i + 0.5 end
        return load("local t = {" .. table.concat(numbers, ",") .. "} return 1 ~ (2 or 3)")() == 3
        """)),
    LuaFault(
      name: "concatenation",
      effect: "'a .. b .. object' may be wrong or end the program where __concat calls deeply: use a method",
      // The metamethod makes Lua's stack grow, which moves what the chain still holds.
      evidence: .trial(
        """
        local function deep(n) return n > 0 and 1 + deep(n - 1) or 0 end
        local metatable = { __concat = function(a) deep(500) return a .. "c" end }
        return coroutine.wrap(function() return "a" .. "b" .. setmetatable({}, metatable) end)() == "abc"
        """)),
    LuaFault(
      name: "break and <close>",
      effect: "'break' may leave the fourth value of 'for … in' open: close it after the loop",
      evidence: .trial(
        """
        local isClosed = false
        local closing = setmetatable({}, { __close = function() isClosed = true end })
        for key in next, { 1 }, nil, closing do
          local function keeps() return key end
          break
        end
        return isClosed
        """)),
    LuaFault(
      name: "utf8.codes",
      effect: "it goes over bytes that are no UTF-8 without an error: ask utf8.len(text) first",
      evidence: .trial(
        #"""
        return not pcall(function() for _ in utf8.codes("\xC3\xA9\x80b") do end end)
        """#)),
    LuaFault(
      name: "assignments when memory ends",
      effect: "'t[key] = value' at a memory limit may use memory that was freed; it was not seen here",
      evidence: .mended(release: 8)),
  ]
}
