import Testing

/// Files as named tools write them: data frames, spreadsheets, shells of databases, programs, banks.
@Suite struct ToolFilesTests {
  /// Each is made, looked at, and taken in by the entity that fits it.
  private static let script = #"""
    local function utf16(text) local p = { "\255\254" } for _, c in utf8.codes(text) do p[#p+1] = string.pack("<I2", c) end return table.concat(p) end
    local function latin(text) return (text:gsub("[\xC2\xC3].", function(c) return string.char(utf8.codepoint(c)) end):gsub("€", "\x80")) end
    local files = {
      { "pandas.csv", ",name,score,when,ok\n0,Ann,1.0,2024-01-02 03:04:05,True\n1,Bob,,,False\n" },
      { "pandas_tab.tsv", "name\tscore\nAnn\t1.5\nBob\tNaN\n", "{ null = 'NaN' }" },
      { "pandas_utc.csv", "name,when\nAnn,2024-01-02 03:04:05+00:00\nBob,2024-01-02 03:04:05.250000+00:00\n" },
      { "pandas_records.json", '[{"name":"Ann","score":1.0,"when":1704164645000},{"name":"Bob","score":null,"when":null}]' },
      { "pandas_lines.jsonl", '{"name":"Ann","score":1.0}\n{"name":"Bob","score":null}\n' },
      { "pandas_split.json", '{"columns":["a"],"index":[0],"data":[[1]]}' },
      { "pandas_columns.json", '{"name":{"0":"Ann","1":"Bob"},"age":{"0":1,"1":2}}' },
      { "excel_utf8.csv", "\u{FEFF}Name,Größe,Preis\r\nAnn,\"1,5\",2\r\n\"Bob \"\"B\"\"\",,3\r\n" },
      { "excel_de.csv", latin("Name;Preis;Datum;Größe\r\nMüller;1.234,50;31.12.2024;1,75 €\r\nÖz;7,00;01.02.2024;2,00 €\r\n"), "{ decimal = ',', dates = 'dd.mm.yyyy', encoding = 'latin1' }" },
      { "excel_unicode.txt", utf16("Name\tPreis\r\nMüller\t3\r\nZoë\t4\r\n"), "{ format = 'tsv' }" },
      { "excel_sep.csv", "sep=;\r\nName;Preis\r\nAnn;3\r\n" },
      { "excel_fr.csv", latin("Nom;Montant;Date\r\nRenée;1\u{A0}234,50;03/02/2024\r\nÉmile;7,5;25/12/2024\r\n"), "{ decimal = ',', dates = 'dd/mm/yyyy', encoding = 'latin1' }" },
      { "excel_pct.csv", "Name,Share,Price\nAnn,12%,\"$1,234.50\"\nBob,7%,$3.00\n" },
      { "numbers.csv", "Name,Done,Date\r\nAnn,TRUE,01/02/2024\r\nBob,FALSE,13/02/2024" },
      { "numbers_de.csv", "Name;Fertig;Betrag\r\nAnn;WAHR;1,5\r\nBob;FALSCH;2\r\n", "{ decimal = ',' }" },
      { "swiss.csv", "Name,Betrag\nAnn,1'234.50\nBob,7.00\n", "{ decimal = '.' }" },
      { "duckdb.csv", "id,name,at,ok,list,big\n1,Ann,2024-01-02 03:04:05,true,\"[1, 2]\",170141183460469231731687303715884105727\n2,,2024-01-02 03:04:05.123456,false,[],1\n" },
      { "duck.json", '[{"id":1,"name":"Ann","at":"2024-01-02 03:04:05","list":[1,2],"s":{"a":1}},\n{"id":2,"name":null,"at":null,"list":null,"s":null}]' },
      { "sqlite.csv", "id,name,note\r\n1,Ann,\"a,b\"\r\n2,Bob,\"line\nbreak\"\r\n" },
      { "lite_list.csv", "id|name\n1|Ann\n2|Bob\n" },
      { "lite_tabs.tsv", "id\tname\n1\tsay \"x\"\n2\t\n" },
      { "lite.json", '[{"id":1,"name":"Ann","x":1.5e-07},\n{"id":2,"name":null,"x":2.0}]\n' },
      { "mysql.tsv", "1\tAnn\t\\N\n2\tBob\\ttab\t2024-01-02 03:04:05\n", "{ header = false, escape = 'backslash', null = '\\\\N' }" },
      { "postgres.csv", "id,name,ok,at,tags,j\n1,Ann,t,2024-01-02 03:04:05+00,\"{a,b}\",\"{\"\"a\"\": 1}\"\n2,,f,2024-01-02 03:04:05.25+01,{},\n" },
        { "r.csv", "\"\",\"name\",\"x\"\n\"1\",\"Ann\",1.5\n\"2\",NA,NA\n", "{ null = 'NA' }" },
      { "libreoffice.csv", "\"Name\",\"n\"\n\"Ann\",1\n\"Bob\",2\n" },
      { "sheets.csv", "Name,When,Amount,Done\nAnn,1/2/2024,\"1,234.50\",TRUE\nBob,12/31/2024,7,FALSE\n", "{ decimal = '.', dates = 'm/d/yyyy' }" },
      { "forms.csv", "\"Timestamp\",\"What is your name?\",\"Pick one, or more\"\n\"2024/01/02 3:04:05 PM GMT+1\",\"Ann\",\"a;b\"\n" },
      { "powershell.csv", "#TYPE System.Diagnostics.Process\r\n\"Name\",\"Id\"\r\n\"a\",\"1\"\r\n", "{ skip = 1 }" },
      { "bank.csv", latin("\"Konto\";\"DE12\"\n\n\"Datum\";\"Empfänger\";\"Betrag (EUR)\"\n\"31.12.2024\";\"Müller\";\"-1.234,50\"\n\"30.12.2024\";\"Özil\";\"7,00\"\n"), "{ skip = 2, decimal = ',', dates = 'dd.mm.yyyy', encoding = 'latin1' }" },
      { "paypal.csv", "\u{FEFF}\"Date\",\"Name\",\"Gross\"\n\"01/02/2024\",\"Ann\",\"-1,234.50\"\n", "{ decimal = '.', dates = 'mm/dd/yyyy' }" },
      { "sap.csv", "Konto;Betrag\n1000;12,50-\n1001;7,00\n" },
      { "js.json", '[{"name":"Ann","at":"2024-01-02T03:04:05.250Z","deep":{"a":[1]}}]' },
        { "python.csv", "name,x\r\nAnn,0.1\r\nBob,1e-07\r\n" },
      { "python_nonnumeric.csv", "\"name\",\"x\"\r\n\"Ann\",1.0\r\n\"Bob\",2\r\n" },
      { "jq.jsonl", '{"a":1}\n\n{"a":2,"b":"x"}\n' },
      { "bom.json", '\u{FEFF}[{"a":1}]' },
      { "utf16.json", utf16('[{"a":"ä"}]') },
      { "access.csv", "1;\"Ann\";01.01.2024 00:00:00\r\n2;\"Bob\";02.01.2024 00:00:00\r\n", "{ header = false, dates = 'dd.mm.yyyy hh:mm:ss' }" },
      { "old_mac.csv", "name,n\rAnn,1\rBob,2\r" },
      { "trailing.csv", "name,n,\nAnn,1,\nBob,2,\n" },
      { "comment.csv", "name,n\nAnn,1\n\n\nBob,2\n\n" },
      { "salesforce.csv", "\"Id\",\"Name\",\"IsDeleted\",\"CreatedDate\"\n\"001A\",\"Acme\",\"false\",\"2024-01-02T03:04:05.000Z\"\n\"001B\",\"Ben\",\"true\",\"2024-01-02T03:04:05.000+0000\"\n" },
      { "plutil.plist", '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n<plist version="1.0">\n<array>\n\t<dict>\n\t\t<key>name</key>\n\t\t<string>Ann</string>\n\t\t<key>n</key>\n\t\t<integer>1</integer>\n\t\t<key>ok</key>\n\t\t<true/>\n\t\t<key>at</key>\n\t\t<date>2024-01-02T03:04:05Z</date>\n\t</dict>\n</array>\n</plist>\n' },
    }
    for _, file in ipairs(files) do
      local path, options = dir .. "/" .. file[1], file[3] and load("return " .. file[3])()
      local handle <close> = io.open(path, "wb")
      handle:write(file[2])
      handle:flush()
      local text = infer(path, options)
      load(text)()
      db:create_all()
      local entity = _G[text:match 'entity "([^"]+)"']
      entity:import(path, options)
      local types = {}
      for name, type in text:gmatch "\n  (%S.-) = (%l+)" do types[#types + 1] = name .. " " .. type end
      print(file[1] .. ": " .. table.concat(types, ", "))
      for _, row in ipairs(entity:fetch()) do print("  " .. row:encode "json") end
    end
    """#

  /// What each entity is, and the rows that it holds then.
  private static let expected = #"""
    pandas.csv: column_1 integer, name text, score real, when datetime, ok boolean
      {"id":1,"column_1":null,"name":"Ann","score":1.0,"when":"2024-01-02T03:04:05Z","ok":true}
      {"id":2,"column_1":null,"name":"Bob","score":null,"when":null,"ok":false}
    pandas_tab.tsv: name text, score real
      {"id":1,"name":"Ann","score":1.5}
      {"id":2,"name":"Bob","score":null}
    pandas_utc.csv: name text, when datetime
      {"id":1,"name":"Ann","when":"2024-01-02T03:04:05.000000Z"}
      {"id":2,"name":"Bob","when":"2024-01-02T03:04:05.250000Z"}
    pandas_records.json: name text, score real, when integer
      {"id":1,"name":"Ann","score":1.0,"when":1704164645000}
      {"id":2,"name":"Bob","score":null,"when":null}
    pandas_lines.jsonl: name text, score real
      {"id":1,"name":"Ann","score":1.0}
      {"id":2,"name":"Bob","score":null}
    pandas_split.json: columns json, index json, data json
      {"id":1,"columns":["a"],"index":[0],"data":[[1]]}
    pandas_columns.json: name json, age json
      {"id":1,"name":{"0":"Ann","1":"Bob"},"age":{"0":1,"1":2}}
    excel_utf8.csv: Name text, ["Größe"] text, Preis integer
      {"id":1,"Name":"Ann","Größe":"1,5","Preis":2}
      {"id":2,"Name":"Bob \"B\"","Größe":null,"Preis":3}
    excel_de.csv: Name text, Preis decimal, Datum date, ["Größe"] text
      {"id":1,"Name":"Müller","Preis":"1234.50","Datum":"2024-12-31","Größe":"1,75 €"}
      {"id":2,"Name":"Öz","Preis":"7.00","Datum":"2024-02-01","Größe":"2,00 €"}
    excel_unicode.txt: Name text, Preis integer
      {"id":1,"Name":"Müller","Preis":3}
      {"id":2,"Name":"Zoë","Preis":4}
    excel_sep.csv: Name text, Preis integer
      {"id":1,"Name":"Ann","Preis":3}
    excel_fr.csv: Nom text, Montant real, Date date
      {"id":1,"Nom":"Renée","Montant":1234.5,"Date":"2024-02-03"}
      {"id":2,"Nom":"Émile","Montant":7.5,"Date":"2024-12-25"}
    excel_pct.csv: Name text, Share text, Price text
      {"id":1,"Name":"Ann","Share":"12%","Price":"$1,234.50"}
      {"id":2,"Name":"Bob","Share":"7%","Price":"$3.00"}
    numbers.csv: Name text, Done boolean, Date text
      {"id":1,"Name":"Ann","Done":true,"Date":"01/02/2024"}
      {"id":2,"Name":"Bob","Done":false,"Date":"13/02/2024"}
    numbers_de.csv: Name text, Fertig text, Betrag decimal
      {"id":1,"Name":"Ann","Fertig":"WAHR","Betrag":"1.5"}
      {"id":2,"Name":"Bob","Fertig":"FALSCH","Betrag":"2.0"}
    swiss.csv: Name text, Betrag decimal
      {"id":1,"Name":"Ann","Betrag":"1234.50"}
      {"id":2,"Name":"Bob","Betrag":"7.00"}
    duckdb.csv: id integer, name text, at datetime, ok boolean, list text, big text
      {"id":1,"name":"Ann","at":"2024-01-02T03:04:05.000000Z","ok":true,"list":"[1, 2]","big":"170141183460469231731687303715884105727"}
      {"id":2,"name":null,"at":"2024-01-02T03:04:05.123456Z","ok":false,"list":"[]","big":"1"}
    duck.json: id integer, name text, at datetime, list json, s json
      {"id":1,"name":"Ann","at":"2024-01-02T03:04:05Z","list":[1,2],"s":{"a":1}}
      {"id":2,"name":null,"at":null,"list":null,"s":null}
    sqlite.csv: id integer, name text, note text
      {"id":1,"name":"Ann","note":"a,b"}
      {"id":2,"name":"Bob","note":"line\nbreak"}
    lite_list.csv: id integer, name text
      {"id":1,"name":"Ann"}
      {"id":2,"name":"Bob"}
    lite_tabs.tsv: id integer, name text
      {"id":1,"name":"say \"x\""}
      {"id":2,"name":null}
    lite.json: id integer, name text, x real
      {"id":1,"name":"Ann","x":1.5e-07}
      {"id":2,"name":null,"x":2.0}
    mysql.tsv: ["1"] integer, ["2"] text, ["3"] datetime
      {"id":1,"1":1,"2":"Ann","3":null}
      {"id":2,"1":2,"2":"Bob\ttab","3":"2024-01-02T03:04:05Z"}
    postgres.csv: id integer, name text, ok text, at datetime, tags text, j text
      {"id":1,"name":"Ann","ok":"t","at":"2024-01-02T03:04:05.00Z","tags":"{a,b}","j":"{\"a\": 1}"}
      {"id":2,"name":null,"ok":"f","at":"2024-01-02T02:04:05.25Z","tags":"{}","j":null}
    r.csv: column_1 integer, name text, x real
      {"id":1,"column_1":null,"name":"Ann","x":1.5}
      {"id":2,"column_1":null,"name":null,"x":null}
    libreoffice.csv: Name text, n integer
      {"id":1,"Name":"Ann","n":1}
      {"id":2,"Name":"Bob","n":2}
    sheets.csv: Name text, When date, Amount decimal, Done boolean
      {"id":1,"Name":"Ann","When":"2024-01-02","Amount":"1234.50","Done":true}
      {"id":2,"Name":"Bob","When":"2024-12-31","Amount":"7.00","Done":false}
    forms.csv: Timestamp text, ["What is your name?"] text, ["Pick one, or more"] text
      {"id":1,"Timestamp":"2024/01/02 3:04:05 PM GMT+1","What is your name?":"Ann","Pick one, or more":"a;b"}
    powershell.csv: Name text, Id integer
      {"Name":"a","Id":1}
    bank.csv: Datum date, ["Empfänger"] text, ["Betrag (EUR)"] decimal
      {"id":1,"Datum":"2024-12-31","Empfänger":"Müller","Betrag (EUR)":"-1234.50"}
      {"id":2,"Datum":"2024-12-30","Empfänger":"Özil","Betrag (EUR)":"7.00"}
    paypal.csv: Date date, Name text, Gross decimal
      {"id":1,"Date":"2024-01-02","Name":"Ann","Gross":"-1234.50"}
    sap.csv: Konto integer, Betrag text
      {"id":1,"Konto":1000,"Betrag":"12,50-"}
      {"id":2,"Konto":1001,"Betrag":"7,00"}
    js.json: name text, at datetime, deep json
      {"id":1,"name":"Ann","at":"2024-01-02T03:04:05.250Z","deep":{"a":[1]}}
    python.csv: name text, x real
      {"id":1,"name":"Ann","x":0.1}
      {"id":2,"name":"Bob","x":1e-07}
    python_nonnumeric.csv: name text, x real
      {"id":1,"name":"Ann","x":1.0}
      {"id":2,"name":"Bob","x":2.0}
    jq.jsonl: a integer, b text
      {"id":1,"a":1,"b":null}
      {"id":2,"a":2,"b":"x"}
    bom.json: a integer
      {"id":1,"a":1}
    utf16.json: a text
      {"id":1,"a":"ä"}
    access.csv: ["1"] integer, ["2"] text, ["3"] date
      {"id":1,"1":1,"2":"Ann","3":"2024-01-01"}
      {"id":2,"1":2,"2":"Bob","3":"2024-01-02"}
    old_mac.csv: name text, n integer
      {"id":1,"name":"Ann","n":1}
      {"id":2,"name":"Bob","n":2}
    trailing.csv: name text, n integer, column_3 text
      {"id":1,"name":"Ann","n":1,"column_3":null}
      {"id":2,"name":"Bob","n":2,"column_3":null}
    comment.csv: name text, n integer
      {"id":1,"name":"Ann","n":1}
      {"id":2,"name":"Bob","n":2}
    salesforce.csv: Id text, Name text, IsDeleted boolean, CreatedDate datetime
      {"Id":"001A","Name":"Acme","IsDeleted":false,"CreatedDate":"2024-01-02T03:04:05Z"}
      {"Id":"001B","Name":"Ben","IsDeleted":true,"CreatedDate":"2024-01-02T03:04:05Z"}
    plutil.plist: name text, n integer, ok boolean, at datetime
      {"id":1,"name":"Ann","n":1,"ok":true,"at":"2024-01-02T03:04:05Z"}
    """#

  @Test func `files of named tools come in as what they hold`() throws {
    let files = try FileScript(schema: "")
    files.script.session.diagnostics = { _ in }
    let result = try files.run(Self.script)
    for (line, expected) in zip(result.split(separator: "\n"), Self.expected.split(separator: "\n")) {
      #expect(line == expected)
    }
    #expect(result.split(separator: "\n").count == Self.expected.split(separator: "\n").count)
  }
}
