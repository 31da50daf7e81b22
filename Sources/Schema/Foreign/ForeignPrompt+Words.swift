extension ForeignWords {
  static let functions = [
    Entry("print", "print(x)", "puts echo console printf println print_r var_dump say pp putStrLn"),
    Entry("#", "#list", "len strlen sizeof length"),
    Entry("for", "for i = 1, 10 do print(i) end", "range xrange seq loop times"),
    Entry("ipairs", "for i, x in ipairs(list) do print(i, x) end", "enumerate each forEach"),
    Entry("pairs", "for k, v in pairs(t) do print(k, v) end", "keys items entries"),
    Entry("tonumber", "tonumber(\"5\")", "parseInt parseFloat to_i atoi"),
    Entry("tostring", "tostring(5)", "to_s repr toString"),
    Entry("table.insert", "table.insert(list, x)", "append push push_back array_push"),
    Entry("table.remove", "table.remove(list)", "pop shift"), Entry("table.sort", "table.sort(list)", "sort usort"),
    Entry("table.concat", "table.concat(list, \", \")", "join implode"),
    Entry("string.format", "string.format(\"%d rows\", 5)", "format sprintf fmt"),
    Entry("error", "error(\"no\")", "throw raise panic die abort"),
    Entry("type", "type(x)", "typeof isinstance instanceof gettype is_a"),
    Entry("encode", "encode(x, \"json\")", "JSON json_encode dumps stringify"),
    Entry("decode", "decode(text, \"json\")", "json_decode loads parse"),
    Entry("require", "require \"schema\"", "include import_module require_relative use load_file source"),
    Entry("nil", "x == nil", "None undefined NULL Nil"), Entry("true", "x = true", "True"),
    Entry("false", "x = false", "False"),
    Entry("os.date", "os.date(\"!%Y-%m-%d\")", "now Date today"),
    Entry("math.floor", "math.floor(2.5)", "floor round trunc Math"),
    Entry("math.max", "math.max(1, 2)", "greatest"), Entry("math.min", "math.min(1, 2)", "least"),
    Entry("os.exit", "os.exit() ends a script, .quit leaves the prompt", "sys process exit quit"),
    Entry(".help", ".help where", "help man"),
    Entry(
      ".import", ".import people.csv; in a script Player:import \"players.csv\"",
      "pandas pd polars numpy np read_csv from_csv csv DataFrame"),
  ]

  static let modes = [
    Entry("box", ".mode box", "column columns grid pretty psql unicode"),
    Entry("table", ".mode table", "ascii tabular"), Entry("line", ".mode line", "vertical list expanded"),
    Entry("tsv", ".mode tsv", "tabs tab"), Entry("jsonl", ".mode jsonl", "ndjson jsonlines"),
  ]

  static let commands = [
    Entry("mode", ".mode line", "width x gset columns"),
    Entry("mode", ".mode box: names stand above the rows in every mode", "headers header"),
    Entry("mode", ".mode csv or .mode tsv", "separator colsep fieldsep"), Entry("quit", ".quit", "bye logout"),
    Entry("schema", ".schema Player", "fullschema describe d+ desc ddl show_create"),
    Entry("tables", ".tables", "dt collections show_tables ls dv"),
    Entry("entities", ".entities", "models classes"), Entry("open", ".open shop.db", "c connect use attach"),
    Entry("read", ".read script.lua", "i source load_script run"),
    Entry("output", ".output result.txt", "o once tee spool"),
    Entry("edit", ".edit", "e ed vi"), Entry("timer", ".timer on", "timing stats_time"),
    Entry("null", ".null -", "nullvalue pset"), Entry("backup", ".backup copy.db", "save saveas clone"),
    Entry("explain", ".explain Player:where { age = 20 }", "eqp plan"), Entry("echo", ".echo on", "trace log sql_echo"),
    Entry("export", ".export players.csv Player:all()", "copy save_csv to_csv unload"),
    Entry("import", ".import players.csv Player", "load_csv from_csv"),
    Entry("history", ".history", "s hist"), Entry("migrate", ".migrate", "upgrade makemigrations"),
    Entry("help", ".help", "commands man docs"), Entry("summary", ".summary Player", "stats info analyze profile"),
    Entry("limit", ".limit all", "maxrows rows rowcount"),
    Entry("advise", ".advise Player:where { age = 20 }", "expert lint"),
    Entry("check", ".check Player", "validate verify"), Entry("pager", ".pager off", "nopager less"),
  ]
}
