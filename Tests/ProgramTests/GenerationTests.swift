import Glibc
import Testing

/// What is generated is not only text: the tool that it is for takes it.
@Suite struct GenerationTests {
  @Test func theStructsOfTheShopCompile() throws {
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    let run = try Program.shell(
      """
      export PATH='\(path)'; d=$(mktemp -d)
      (sed '/^db:create_all/,$d' scripts/examples/shop.lua; echo 'io.write(generate "swift")') > $d/shop.lua
      moonshell $d/shop.lua > $d/shop.swift && swiftc -typecheck -module-cache-path $d/cache $d/shop.swift
      status=$?; grep -c 'struct ' $d/shop.swift; rm -r $d; exit $status
      """)
    #expect(run.errors == "" && run.exit == .exited(0))
    // Eleven entities with a table, one in documents, and the links that two relations make.
    #expect(run.output == "14\n")
  }

  @Test func theStructsReadAndWriteWhatIsExported() throws {
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    let run = try Program.shell(
      """
      export PATH='\(path)'; d=$(mktemp -d)
      cat > $d/schema.lua <<'END'
      Geo = entity "Geo" { abstract = true, lat = real { required = true }, price = decimal { scale = 2 } }
      Place = entity "Place" {
        name = text { required = true }, size = integer { bits = 16 }, price = decimal { scale = 3 }, day = date {},
        level = enum { { "low", 1 }, { "high", 2 }, required = true }, word = enum { "a", "b" }, active = boolean {},
        photo = data {}, extra = json {}, geo = embedded "Geo", all = list_of "Geo", named = map_of "Geo",
        sums = list_of(decimal { scale = 1 }), shapes = list_of(variant { circle = real {}, at = "Geo", none = true }),
        kind = variant { voucher = decimal { scale = 2 }, cash = true },
      }
      END
      cat > $d/rows.lua <<'END'
      dofile(arg[1] .. "/schema.lua")
      db:create_all()
      db:add {
        Place { name = "full", size = -3, price = "1.500", day = "2024-02-29", level = "high", word = "b", active = true,
          photo = "\\0\\255", extra = { 1, { a = null, b = "x" }, 2.5, true }, geo = { lat = 1.5, price = "0.10" },
          all = { { lat = 1 }, { lat = 2 } }, named = { x = { lat = 3 } }, sums = { "0.1", "-2.0" },
          shapes = { { circle = 1.5 }, { at = { lat = 4 } }, "none" }, kind = { voucher = "12.50" } },
        Place { name = "empty", level = "low", kind = "cash" },
      }
      Place:export(arg[1] .. "/a.json")
      local text = Place:encode "json"
      local file <close> = io.open(arg[1] .. "/places.swift", "w")
      file:write(generate "swift")
      END
      echo "import" Foundation > $d/main.swift
      cat >> $d/main.swift <<'END'
      let folder = CommandLine.arguments[1]
      let places = try JSONDecoder().decode([Place].self, from: Data(contentsOf: URL(fileURLWithPath: folder + "/a.json")))
      print(places[0].price! * 2, places[0].level, places[0].geo!.price!, places[1].photo == nil)
      try JSONEncoder().encode(places).write(to: URL(fileURLWithPath: folder + "/b.json"))
      END
      cat > $d/back.lua <<'END'
      dofile(arg[1] .. "/schema.lua")
      db:create_all()
      Place:import(arg[1] .. "/a.json") local before = Place:encode "json"
      Place:all():delete()
      Place:import(arg[1] .. "/b.json") local after = Place:encode "json"
      print(before == after or before .. after)
      END
      moonshell $d/rows.lua $d && swiftc -module-cache-path $d/cache -o $d/program $d/places.swift $d/main.swift &&
      $d/program $d && moonshell $d/back.lua $d; rm -r $d
      """)
    #expect(run.errors == "")
    #expect(run.output == "3 high 0.1 true\ntrue\n")
  }
}
