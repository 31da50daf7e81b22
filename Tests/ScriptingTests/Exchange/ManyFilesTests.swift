import Testing

/// Files as spreadsheets, databases and data frames write them, and files that something has damaged.
@Suite struct ManyFilesTests {
  @Test func `every dialect brings the same rows`() throws {
    let files = try FileScript(
      schema: """
        P = entity "P" { name = text {}, city = text {}, n = integer {} }
        db:create_all()
        """)
    let result = try files.run(
      """
      local function utf16(text)
        local parts = { "\\255\\254" }
        for _, code in utf8.codes(text) do parts[#parts + 1] = string.pack("<I2", code) end
        return table.concat(parts)
      end
      local encodings = {
        plain = function(text) return text end, bom = function(text) return "\\u{FEFF}" .. text end, utf16 = utf16,
      }
      local quotings = {
        always = function() return true end, never = function() return false end,
        needed = function(value, sep) return value:find('[" ]') or value:find(sep, 1, true) end,
      }
      local rows = { { "name", "city", "n" }, { "Zoë", "Köln", "1" }, { "Bob", "New York", "2" }, { "Ann", "", "3" } }
      local made, wrong = 0, {}
      for _, sep in ipairs { ",", ";", "\\t", "|" } do
        for _, eol in ipairs { "\\n", "\\r\\n" } do
          for how, quotes in pairs(quotings) do
            for name, encode in pairs(encodings) do
              local all = table.move(rows, 1, #rows, 1, {})
              if how ~= "never" then all[#all + 1] = { 'say "x"', "a" .. sep .. "b", "4" } end
              local lines = {}
              for _, row in ipairs(all) do
                local cells = {}
                for i, value in ipairs(row) do
                  cells[i] = quotes(value, sep) and '"' .. value:gsub('"', '""') .. '"' or value
                end
                lines[#lines + 1] = table.concat(cells, sep) .. eol
              end
              local path = dir .. "/f" .. made .. ".csv"
              local file <close> = io.open(path, "wb")
              file:write(encode(table.concat(lines)))
              file:flush()
              made = made + 1
              local ok, count = pcall(P.import, P, path)
              local sum, last = P:sum "n", P:sorted_by "-n":first()
              local isRight = ok and count == #all - 1 and P:where { city = "Köln", name = "Zoë" }:count() == 1
                and (how == "never" or last.name == 'say "x"' and last.city == "a" .. sep .. "b")
              if not isRight then
                wrong[#wrong + 1] = table.concat({ ("%q"):format(sep), ("%q"):format(eol), how, name, tostring(count) }, " ")
              end
              P:all():delete()
            end
          end
        end
      end
      print(made, table.concat(wrong, "; "))
      """)
    #expect(result == "72 ")
  }

  @Test func `a damaged file comes in whole or not at all, and says where it is wrong`() throws {
    let files = try FileScript(
      schema: """
        P = entity "P" { name = text { required = true }, n = integer { validate = is.between(1, 99) } }
        db:create_all()
        """)
    files.script.session.diagnostics = { _ in }
    let result = try files.run(
      """
      local text = 'name,n\\n"Zoë x",1\\n"two\\nlines",2\\nAnn,3\\n'
      local made, wrong = 0, {}
      local function try(bytes)
        made = made + 1
        local path = dir .. "/h.csv"
        local file = io.open(path, "wb")
        file:write(bytes)
        file:close()
        local ok, found = pcall(P.import, P, path)
        local count = P:count()
        if ok and found ~= count or not ok and (count ~= 0 or not tostring(found):find("h.csv", 1, true)) then
          wrong[#wrong + 1] = ("%q %s"):format(bytes, tostring(found))
        end
        P:all():delete()
      end
      for cut = 0, #text - 1 do try(text:sub(1, cut)) end
      for place = 8, #text, 3 do
        for _, byte in ipairs { "\\0", "\\255", '"', "\\r", "," } do
          try(text:sub(1, place - 1) .. byte .. text:sub(place + 1))
        end
      end
      print(made > 60, table.concat(wrong, "; "))
      """)
    #expect(result == "true ")
  }
}
