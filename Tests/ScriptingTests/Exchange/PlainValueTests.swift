import Testing

/// Plain values of Lua as texts, and texts as plain values.
@Suite struct PlainValueTests {
  @Test func `values are texts`() throws {
    let script = try Script()
    try script.expect(
      "print(encode({ 1, { b = null, a = 1.5, c = {} }, true, 'é' }, 'json'))",
      #"[1,{"a":1.5,"b":null,"c":[]},true,"é"]"#)
    try script.expect("print(encode(nil, 'json'), encode('x', 'json'))", #"null "x""#)
    try script.expect("print(encode({ { a = 1, b = 'x,y' }, { b = true } }, 'csv'))", "a,b\n1,\"x,y\"\n,true\n")
    try script.expect(
      "print(encode({ { b = 1 }, { a = 2 }, { b = 3, c = 4 } }, 'tsv'))",
      "b\ta\tc\n1\t\t\n\t2\t\n3\t\t4\n")
    try script.expect("print(encode({ 1, { a = 2 } }, 'jsonl'))", "1\n{\"a\":2}\n")
    try script.expect("print(encode({ price = decimal '0.10' }, 'json'))", #"{"price":"0.10"}"#)
  }

  @Test func `texts are values`() throws {
    let script = try Script()
    try script.expect(
      #"local v = decode('{"a":[1,null,2.50,9007199254740993]}', "json").a print(v[1], v[2], v[3], v[4], math.type(v[1]))"#,
      "1 null 2.5 9007199254740993 integer")
    try script.expect("print(decode('null', 'json'), decode('3', 'json'))", "nil 3")
    try script.expect("local v = decode('a,b\\n1,\\n', 'csv') print(#v, v[1].a, v[1].b)", "1 1 nil")
    // Columns keep their order, and are there though nothing stands in them.
    for format in ["csv", "tsv"] {
      let text = format == "csv" ? "b,a,c\\n1,,\\n2,,3\\n" : "b\\ta\\tc\\n1\\t\\t\\n2\\t\\t3\\n"
      try script.expect(
        "local v = decode('\(text)', '\(format)') print(encode(v, '\(format)') == '\(text)')", "true")
    }
  }

  @Test func `property lists hold bytes`() throws {
    let script = try Script()
    for format in ["plist", "bplist"] {
      try script.expect(
        "local v = decode(encode({ a = '\\255\\0', b = { 1, 'é' }, c = math.mininteger }, '\(format)'), '\(format)')"
          + " print(v.a == '\\255\\0', v.b[2], v.c == math.mininteger)", "true é true")
    }
  }

  @Test func `what cannot be said is refused`() throws {
    let script = try Script()
    for (value, format, words) in [
      ("{ 1, nil, 3, x = 1 }", "json", "encode: json cannot hold a table with both places and names, or with gaps"),
      ("print", "json", "encode: json cannot hold a function"),
      ("'\\255'", "json", "encode: json cannot hold text that is not UTF-8"),
      ("0/0", "json", "encode: json cannot hold nan"),
      ("{ null }", "plist", "encode: a property list cannot hold null"),
      (
        "(function() local t = {} t.t = t return t end)()", "json",
        "encode: json cannot hold tables more than 200 deep, nor one that contains itself"
      ),
      ("3", "csv", "encode: csv cannot hold the integer 3 as a row"),
    ] { #expect(script.failure("encode(\(value), '\(format)')") == words) }
    #expect(
      script.failure("decode('[1,\\n x]', 'json')") == "decode: json: line 2, column 2: expected a value, not 'x'")
    #expect(script.kindOfFailure("decode('[', 'json')") == "DecodeError")
    #expect(script.failure("decode(7, 'json')") == "decode takes a text and the name of a format, not the integer 7")
  }
}
