import LuaRuntime
import Model

extension Word {
  static let expect = Word(
    function: "expect", takes: 1,
    "what a case of a file of tests expects of a value: equals, raises, fails_on",
    #"expect(Player:count()):equals(6)   expect(Player { name = "Al", age = 9 }):fails_on "age""#
  ) { session, call in
    guard call.argumentCount > 0 else { throw WordError.expectWithoutValue }
    let make = try session.state(Expectations.self).make(session)
    for result in try make.call([call.value(1)]) { call.push(result) }
    return 1
  }
}

/// The functions of `expect`, made when it is first said.
private final class Expectations: SessionState {
  private var function: LuaFunction?

  init(_ session: SessionContext) {}

  func make(_ session: SessionContext) throws -> LuaFunction {
    if let function { return function }
    let libraries = ["pcall", "error", "type", "tostring", "pairs", "next", "rawequal", "getmetatable", "setmetatable"]
    let arguments =
      libraries.map { session.lua.global($0) }
      + [session.lua.global("string"), session.lua.global("table")]
    let made = try session.lua.load(Self.code, name: "=" + LuaFunction.ownSource).call(arguments)
    guard case .function(let function)? = made.first else { throw WordError.expectWithoutValue }
    self.function = function
    return function
  }

  /// Lua knows best what is equal in Lua.
  private static let code = """
    local pcall, error, type, tostring, pairs, next, rawequal, getmetatable, setmetatable, string, table = ...

    -- The place is that of the case.
    local function fail(words) error(words, 3) end

    local function is_plain(v) return type(v) == "table" and not getmetatable(v) end

    local function shown(v, depth)
      if type(v) == "string" then return #v > 60 and string.format("%q", v:sub(1, 57)) .. "…" or string.format("%q", v) end
      if not is_plain(v) then return tostring(v) end
      if (depth or 0) > 2 then return "{ … }" end
      local parts, names = {}, {}
      for place = 1, #v do parts[#parts + 1] = shown(v[place], (depth or 0) + 1) end
      for key in pairs(v) do
        if type(key) ~= "number" or key < 1 or key > #v or key % 1 ~= 0 then names[#names + 1] = key end
      end
      table.sort(names, function(a, b) return tostring(a) < tostring(b) end)
      for _, key in pairs(names) do
        local name = type(key) == "string" and key:match "^[%a_][%w_]*$" and key or "[" .. shown(key, 9) .. "]"
        parts[#parts + 1] = name .. " = " .. shown(v[key], (depth or 0) + 1)
      end
      if #parts > 12 then parts = { table.unpack(parts, 1, 12) } parts[13] = "…" end
      return #parts == 0 and "{}" or "{ " .. table.concat(parts, ", ") .. " }"
    end

    local function is_list(v)
      if type(v) == "table" then return true end
      if type(v) ~= "userdata" then return false end
      local ok, count = pcall(function() return #v end)
      return ok and type(count) == "number"
    end

    local function equal(a, b)
      if rawequal(a, b) or a ~= a and b ~= b then return true end
      local ok, same = pcall(function() return a == b end)
      if ok and same then return true end
      if type(a) == "userdata" or type(b) == "userdata" then
        local ok, same = pcall(function() return type(a) == "userdata" and a:equals(b) end)
        if ok and same == true then return true end
        ok, same = pcall(function() return type(b) == "userdata" and b:equals(a) end)
        if ok and same == true then return true end
      end
      return false
    end

    -- Where two values differ; nil where they do not.
    local function difference(a, b, place, seen)
      if equal(a, b) then return nil end
      local bothPlain = is_plain(a) and is_plain(b)
      if not bothPlain and not (is_list(a) and is_list(b) and (is_plain(a) or is_plain(b))) then return place, a, b end
      if not bothPlain then
        if #a ~= #b then return place .. " (its length)", #a, #b end
        for i = 1, #b do
          local at, x, y = difference(a[i], b[i], place .. "[" .. i .. "]", seen)
          if at then return at, x, y end
        end
        return nil
      end
      if seen[a] == b then return nil end
      seen[a] = b
      local keys = {}
      for key in pairs(b) do keys[#keys + 1] = key end
      for key in pairs(a) do if b[key] == nil then keys[#keys + 1] = key end end
      table.sort(keys, function(x, y)
        if type(x) == type(y) and (type(x) == "number" or type(x) == "string") then return x < y end
        return tostring(x) < tostring(y)
      end)
      for _, key in pairs(keys) do
        local name = type(key) == "string" and "." .. key or "[" .. tostring(key) .. "]"
        local at, x, y = difference(a[key], b[key], place .. name, seen)
        if at then return at, x, y end
      end
    end

    local methods = {}

    function methods.equals(self, other)
      local at, x, y = difference(self.value, other, "", {})
      local where = at and at ~= "" and "at " .. at:gsub("^%.", "") .. ": " or ""
      if at then
        local expected, got = shown(y), shown(x)
        -- Digits that are not shown make the difference.
        if expected == got and math.type(x) == "float" then got = string.format("%.17g", x) end
        fail(where .. "expected " .. expected .. ", got " .. got)
      end
      return self
    end

    function methods.raises(self, words)
      if type(self.value) ~= "function" then fail("raises: expect takes a function there, not " .. shown(self.value)) end
      if words ~= nil and type(words) ~= "string" then fail("raises takes words of the message, not " .. shown(words)) end
      local ok, message = pcall(self.value)
      local expected = words and " with " .. shown(words) or ""
      if ok then fail("expected an error" .. expected .. ", but none was raised") end
      message = tostring(message)
      if words and not message:find(words, 1, true) then
        fail("expected an error" .. expected .. ", got " .. message)
      end
      return self
    end

    function methods.fails_on(self, field)
      local object = self.value
      local ok, valid, errors = pcall(function() return object:validate() end)
      if not ok then fail("fails_on: expect takes an object there, not " .. shown(object)) end
      if valid then
        local known, message = pcall(function() return object[field] end)
        if not known and type(field) == "string" and field:find("^[%w_]+$") then
          fail("fails_on: " .. (type(message) == "table" and tostring(message.message) or tostring(message)))
        end
        fail("expected " .. tostring(field) .. " to fail, but the object is valid")
      end
      local names = {}
      for place = 1, #errors do
        local found = errors[place]
        local message = tostring(found.message)
        local owner = tostring(found.entity or errors.entity) .. ": "
        if message:sub(1, #owner) == owner then message = message:sub(#owner + 1) end
        -- A rule over several fields is of none of them, and goes by its text.
        local isRule = found.field == nil or found.field == ""
        if found.field == field or isRule and message:find(tostring(field), 1, true) == 1 then return self end
        names[#names + 1] = isRule and message:gsub(" does not hold$", "") or tostring(found.field)
      end
      fail("expected " .. tostring(field) .. " to fail, but it is " .. table.concat(names, ", ") .. " that does")
    end

    local metatable = {
      __name = "expectation",
      __tostring = function() return "expectation" end,
      __index = function(_, name)
        if methods[name] or name == "value" then return methods[name] end
        fail("expect has no '" .. tostring(name) .. "': there are equals, raises, fails_on")
      end,
    }
    return function(value) return setmetatable({ value = value }, metatable) end
    """
}
