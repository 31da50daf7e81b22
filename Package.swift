// swift-tools-version: 6.1
import PackageDescription

/// Arrows point downward only; `scripts/check` compares every import with this table.
let package = Package(
  name: "moonshell",
  products: [.executable(name: "moonshell", targets: ["moonshell"])],
  targets: [
    // A sandbox: what this process may still do, and the process that stays outside of it.
    .target(name: "CConfinement"),

    // What Swift's runtime asks for before the program begins: the program links against it.
    .target(name: "CRuntime"),

    // The C library of this system: one file knows which.
    .target(name: "Platform", dependencies: ["CConfinement"]),

    // What C and Swift share: when to stop, what a cell is; Lua's patterns without Lua.
    .target(name: "CLimits"),
    .target(name: "CCells"),
    .target(name: "CPatterns", dependencies: ["CLimits"]),

    // The C libraries, each with a shim for what Swift cannot call.
    .target(name: "CLua", dependencies: ["CLimits"], linkerSettings: [.linkedLibrary("lua5.4")]),
    .target(name: "CEditline", linkerSettings: [.linkedLibrary("edit")]),
    .target(name: "CRows", dependencies: ["CLua", "CCells"]),
    .target(name: "CLuaLibrary", dependencies: ["CConfinement", "CLua", "CLimits", "CPatterns"]),
    .target(
      name: "CSQLite", dependencies: ["CCells", "CConfinement", "CLimits", "CPatterns"],
      linkerSettings: [.linkedLibrary("sqlite3")]),
    // Neither linked nor needed to build: it loads libpq when a server is first asked for.
    .target(
      name: "CPostgreSQL", dependencies: ["CCells"],
      linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(name: "CPCRE2", linkerSettings: [.linkedLibrary("pcre2-8")]),

    // A Lua that is safe to embed.
    .target(name: "LuaRuntime", dependencies: ["CLua", "CLuaLibrary"]),

    // Rows and objects as Lua has them.
    .target(name: "LuaRows", dependencies: ["Platform", "CLua", "CRows", "Encodings", "LuaRuntime"]),

    // Regular expressions, which mean the same in memory and in every engine.
    .target(name: "RegularExpressions", dependencies: ["CPCRE2"]),

    // One tokenizer of SQL.
    .target(name: "SQLText"),

    // How text and bytes are written and read.
    .target(name: "Encodings", dependencies: ["Platform"]),

    // Pure values: what the data is, how to ask for it, how an answer is arranged.
    .target(name: "Schema", dependencies: ["Platform", "CCells", "Encodings", "RegularExpressions"]),
    .target(name: "Query", dependencies: ["Encodings", "SQLText", "Schema"]),
    .target(name: "ResultSets"),

    // What a function of Lua does with a row, said as an expression.
    .target(name: "ClosureSQL", dependencies: ["Encodings", "LuaRuntime", "Schema", "Query"]),

    // Which values satisfy the rules.
    .target(name: "Samples", dependencies: ["Encodings", "Schema"]),

    // Where the data is and how it changes.
    .target(name: "Store", dependencies: ["Platform", "CCells", "CLimits", "Encodings", "SQLText", "Schema", "Query"]),
    .target(
      name: "SQLiteEngine",
      dependencies: [
        "Platform", "CConfinement", "CLimits", "CSQLite", "Encodings", "RegularExpressions", "SQLText", "Schema",
        "Query", "Store",
      ]),
    .target(
      name: "PostgreSQLEngine",
      dependencies: [
        "Platform", "CConfinement", "CLimits", "CPostgreSQL", "Encodings", "SQLText", "Schema", "Query",
        "Store",
      ]),

    // Text in and out.
    .target(name: "Interchange", dependencies: ["Platform", "SQLText", "Encodings", "Schema"]),

    // What an object is, and how it gets into its table.
    .target(
      name: "Model",
      dependencies: ["Platform", "Encodings", "LuaRuntime", "LuaRows", "Schema", "Query", "Store"]),
    .target(name: "Saving", dependencies: ["LuaRuntime", "LuaRows", "Schema", "Query", "Store", "Model"]),

    // How a script asks, and how objects belong together.
    .target(
      name: "Requests",
      dependencies: [
        "Encodings", "LuaRuntime", "LuaRows", "Schema", "Query", "ClosureSQL", "Store", "Model", "Saving",
      ]),
    .target(
      name: "Relations",
      dependencies: ["LuaRuntime", "LuaRows", "Schema", "Query", "Store", "Model", "Saving", "Requests"]),

    // Result sets, data in and out, the way from one schema to the next.
    .target(
      name: "Lists",
      dependencies: [
        "Encodings", "LuaRuntime", "LuaRows", "Schema", "Query", "ResultSets", "ClosureSQL", "Store", "Model",
        "Requests",
      ]),
    .target(
      name: "Exchange",
      dependencies: [
        "Platform", "Encodings", "LuaRuntime", "LuaRows", "Schema", "Query", "Store", "Interchange", "Model", "Saving",
        "Requests", "Relations",
      ]),
    .target(
      name: "Migrating",
      dependencies: ["Encodings", "LuaRuntime", "LuaRows", "Schema", "Query", "Store", "Model", "Requests"]),

    // What people read: pages as text, and as a folder of files.
    .target(name: "Manual", dependencies: ["Platform", "Encodings"]),

    // The words of the language, the prompt, the program.
    .target(
      name: "Scripting",
      dependencies: [
        "Platform", "Encodings", "LuaRuntime", "LuaRows", "Schema", "Query", "ResultSets", "Store",
        "Interchange", "Model", "Samples", "Saving", "Requests", "Relations", "Lists", "Exchange", "Migrating",
      ]),
    // The line that is typed: its text, colours and picture, without a terminal.
    .target(name: "Editing", dependencies: ["Encodings", "SQLText"]),
    .target(
      name: "Shell",
      dependencies: [
        "Platform", "CEditline", "Editing", "Encodings", "SQLText", "LuaRuntime", "Schema", "Store",
        "Interchange",
        "Manual", "Model", "Lists", "Migrating", "Scripting",
      ]),
    .executableTarget(
      name: "moonshell",
      dependencies: [
        "Platform", "CRuntime", "CConfinement", "Encodings", "LuaRuntime", "Schema", "Store", "SQLiteEngine",
        "PostgreSQLEngine", "Interchange", "Manual", "Model", "Scripting", "Shell",
      ]),

    // What tests of many targets share: dice, temporary folders.
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    // What every engine promises, as tests that take an engine.
    .target(name: "EngineSuite", dependencies: ["Schema", "Query", "Store"], path: "Tests/EngineSuite"),
    // Feeds the readers with what no one has checked: `scripts/storm` runs it.
    .executableTarget(
      name: "Storm",
      dependencies: [
        "Encodings", "SQLText", "LuaRuntime", "Schema", "Query", "ClosureSQL", "SQLiteEngine", "Interchange",
        "TestSupport",
      ],
      path: "Tests/Storm"),
    // What a broken interpreter would do in the sandbox: the tests of the program run it.
    .executableTarget(name: "Intruder", dependencies: ["CConfinement"], path: "Tests/Intruder"),
    .testTarget(name: "LuaRuntimeTests", dependencies: ["CLua", "LuaRuntime", "TestSupport"]),
    .testTarget(name: "CPatternsTests", dependencies: ["CLimits", "CPatterns", "CLua", "TestSupport"]),
    .testTarget(name: "RegularExpressionsTests", dependencies: ["RegularExpressions"]),
    .testTarget(name: "EncodingsTests", dependencies: ["Encodings", "TestSupport"]),
    .testTarget(name: "SchemaTests", dependencies: ["Encodings", "Schema", "TestSupport"]),
    .testTarget(name: "SamplesTests", dependencies: ["RegularExpressions", "Samples", "Schema", "TestSupport"]),
    .testTarget(name: "EditingTests", dependencies: ["Editing", "TestSupport"]),
    .testTarget(name: "SQLTextTests", dependencies: ["SQLText", "TestSupport"]),
    .testTarget(name: "QueryTests", dependencies: ["Schema", "Query", "SQLiteEngine", "TestSupport"]),
    .testTarget(name: "ResultSetsTests", dependencies: ["ResultSets", "TestSupport"]),
    .testTarget(
      name: "ClosureSQLTests",
      dependencies: ["LuaRuntime", "Schema", "Query", "ClosureSQL", "Store", "SQLiteEngine", "TestSupport"]),
    .testTarget(name: "StoreTests", dependencies: ["Schema", "Store", "TestSupport"]),
    .testTarget(
      name: "SQLiteEngineTests",
      dependencies: ["Schema", "Query", "Store", "SQLiteEngine", "EngineSuite", "TestSupport"]),
    .testTarget(
      name: "PostgreSQLEngineTests",
      dependencies: ["Platform", "Schema", "Query", "Store", "PostgreSQLEngine", "EngineSuite", "TestSupport"]),
    .testTarget(name: "InterchangeTests", dependencies: ["Encodings", "Schema", "Interchange", "TestSupport"]),
    .testTarget(
      name: "ScriptingTests",
      dependencies: [
        "Encodings", "LuaRuntime", "LuaRows", "Schema", "Store", "SQLiteEngine", "PostgreSQLEngine", "Model", "Saving",
        "Requests", "Relations", "Lists", "Exchange", "Migrating", "Scripting", "TestSupport",
      ]),
    .testTarget(
      name: "ShellTests",
      dependencies: [
        "LuaRuntime", "SQLText", "Schema", "SQLiteEngine", "Interchange", "Lists", "Manual", "Model", "Query",
        "Requests",
        "Scripting", "Shell", "Store", "TestSupport",
      ]),
    .testTarget(name: "ProgramTests", dependencies: ["TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)

// Its text search would take Swift's regular expressions along, which nothing here uses: `Encodings` has what is needed.
for target in package.targets where target.type != .test && target.path == nil && !target.name.hasPrefix("C") {
  target.swiftSettings = [.unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"])]
}
