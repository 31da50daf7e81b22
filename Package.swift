// swift-tools-version: 6.1
import PackageDescription

/// Arrows point downward only; `scripts/check` compares every import with this table.
let package = Package(
  name: "moonshell",
  products: [.executable(name: "moonshell", targets: ["moonshell"])],
  targets: [
    // The C library of this system: one file knows which.
    .target(name: "Platform"),

    // What C and Swift share: when to stop, what a cell is; Lua's patterns without Lua.
    .target(name: "CLimits"),
    .target(name: "CCells"),
    .target(name: "CPatterns", dependencies: ["CLimits"]),

    // The C libraries, each with a shim for what Swift cannot call.
    .target(name: "CLua", dependencies: ["CLimits"], linkerSettings: [.linkedLibrary("lua5.4")]),
    .target(name: "CEditline", linkerSettings: [.linkedLibrary("edit")]),
    .target(name: "CRows", dependencies: ["CLua", "CCells"]),
    .target(name: "CLuaLibrary", dependencies: ["CLua", "CLimits", "CPatterns"]),
    .target(
      name: "CSQLite", dependencies: ["CCells", "CLimits", "CPatterns"], linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(name: "CPCRE2", linkerSettings: [.linkedLibrary("pcre2-8")]),

    // A Lua that is safe to embed.
    .target(name: "LuaRuntime", dependencies: ["CLua", "CLuaLibrary"]),

    // Rows and objects as Lua has them.
    .target(name: "LuaRows", dependencies: ["Platform", "CLua", "CRows", "LuaRuntime"]),

    // Regular expressions, which mean the same in memory and in every engine.
    .target(name: "Patterns", dependencies: ["CPCRE2"]),

    // One tokenizer of SQL.
    .target(name: "SQLText"),

    // How text and bytes are written and read.
    .target(name: "Encodings", dependencies: ["Platform"]),

    // Pure values: what the data is, how to ask for it, how an answer is arranged.
    .target(name: "Schema", dependencies: ["Platform", "CCells", "Encodings", "Patterns"]),
    .target(name: "Query", dependencies: ["Encodings", "Schema", "SQLText"]),
    .target(name: "ResultSets"),

    // What a function of Lua does with a row, said as an expression.
    .target(name: "ClosureSQL", dependencies: ["LuaRuntime", "Query", "Schema"]),

    // Where the data is and how it changes.
    .target(name: "Store", dependencies: ["Platform", "CCells", "Query", "ResultSets", "Schema", "SQLText"]),
    .target(
      name: "SQLiteEngine",
      dependencies: ["Platform", "CSQLite", "Store", "Query", "Schema", "SQLText", "Encodings", "Patterns"]),

    // Text in and out.
    .target(name: "Interchange", dependencies: ["Platform", "Encodings", "Schema"]),

    // What an object is, and how it gets into its table.
    .target(
      name: "Model",
      dependencies: ["Platform", "LuaRows", "Encodings", "SQLText", "LuaRuntime", "Query", "Schema", "Store"]),
    .target(
      name: "Saving",
      dependencies: ["LuaRows", "Encodings", "SQLText", "Model", "LuaRuntime", "Query", "Schema", "Store"]),

    // How a script asks, and how objects belong together.
    .target(
      name: "Requests",
      dependencies: [
        "LuaRows", "Encodings", "SQLText", "Saving", "Model", "ClosureSQL", "LuaRuntime", "Query", "Schema", "Store",
      ]),
    .target(
      name: "Relations",
      dependencies: [
        "LuaRows", "Encodings", "SQLText", "Requests", "Saving", "Model", "LuaRuntime", "Query", "Schema", "Store",
      ]),

    // Result sets, data in and out, the way from one schema to the next.
    .target(
      name: "Lists",
      dependencies: [
        "LuaRows", "Encodings", "SQLText",
        "Relations", "Requests", "Saving", "Model", "ResultSets", "ClosureSQL", "LuaRuntime", "Query", "Schema",
        "Store",
      ]),
    .target(
      name: "Exchange",
      dependencies: [
        "LuaRows", "Encodings", "SQLText",
        "Relations", "Requests", "Saving", "Model", "Interchange", "LuaRuntime", "Query", "Schema", "Store",
      ]),
    .target(
      name: "Migrating",
      dependencies: [
        "LuaRows", "Encodings", "SQLText", "Requests", "Saving", "Model", "LuaRuntime", "Query", "Schema", "Store",
      ]),

    // The words of the language, the prompt, the program.
    .target(
      name: "Scripting",
      dependencies: [
        "Platform",
        "LuaRows", "Encodings", "SQLText",
        "Lists", "Exchange", "Migrating", "Relations", "Requests", "Saving", "Model", "LuaRuntime", "ClosureSQL",
        "Schema",
        "Query", "ResultSets", "Store", "Interchange",
      ]),
    .target(
      name: "Shell",
      dependencies: [
        "Platform",
        "LuaRows", "Encodings", "SQLText",
        "CEditline", "Scripting", "Lists", "Exchange", "Migrating", "Relations", "Requests", "Saving", "Model",
        "LuaRuntime",
        "Interchange", "Store", "Schema",
      ]),
    .executableTarget(
      name: "moonshell",
      dependencies: [
        "Platform",
        "LuaRows", "Encodings", "SQLText",
        "Shell", "Scripting", "Model", "LuaRuntime", "Interchange", "SQLiteEngine", "Store", "Schema",
      ]),

    // What tests of many targets share: dice, temporary folders.
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    // What every engine promises, as tests that take an engine.
    .target(name: "EngineSuite", dependencies: ["Store", "Query", "Schema"], path: "Tests/EngineSuite"),
    // Feeds the readers with what no one has checked: `scripts/storm` runs it.
    .executableTarget(
      name: "Storm",
      dependencies: [
        "Encodings", "SQLText", "ClosureSQL", "Interchange", "LuaRuntime", "Query", "SQLiteEngine", "Schema",
        "TestSupport",
      ],
      path: "Tests/Storm"),
    .testTarget(name: "LuaRuntimeTests", dependencies: ["CLua", "LuaRuntime", "TestSupport"]),
    .testTarget(name: "CPatternsTests", dependencies: ["CLimits", "CLua", "CPatterns", "TestSupport"]),
    .testTarget(name: "PatternsTests", dependencies: ["Patterns"]),
    .testTarget(name: "EncodingsTests", dependencies: ["Encodings", "TestSupport"]),
    .testTarget(name: "SchemaTests", dependencies: ["Encodings", "Schema", "TestSupport"]),
    .testTarget(name: "SQLTextTests", dependencies: ["SQLText", "TestSupport"]),
    .testTarget(name: "QueryTests", dependencies: ["Query", "Schema", "SQLText", "SQLiteEngine", "TestSupport"]),
    .testTarget(name: "ResultSetsTests", dependencies: ["ResultSets", "TestSupport"]),
    .testTarget(
      name: "ClosureSQLTests",
      dependencies: ["ClosureSQL", "LuaRuntime", "Query", "Schema", "SQLiteEngine", "Store", "TestSupport"]),
    .testTarget(name: "StoreTests", dependencies: ["Store", "Schema", "TestSupport"]),
    .testTarget(
      name: "SQLiteEngineTests",
      dependencies: ["SQLiteEngine", "EngineSuite", "Store", "Query", "Schema", "TestSupport"]),
    .testTarget(name: "InterchangeTests", dependencies: ["Encodings", "Interchange", "Schema", "TestSupport"]),
    .testTarget(
      name: "ScriptingTests",
      dependencies: [
        "LuaRows", "Encodings", "SQLText",
        "Scripting", "Lists", "Exchange", "Migrating", "Relations", "Requests", "Saving", "Model", "SQLiteEngine",
        "LuaRuntime", "Schema", "Store", "TestSupport",
      ]),
    .testTarget(
      name: "ShellTests",
      dependencies: [
        "Interchange",
        "LuaRows", "Encodings", "SQLText", "Shell", "Scripting", "Model", "SQLiteEngine", "LuaRuntime", "Schema",
        "TestSupport",
      ]),
    .testTarget(name: "ProgramTests", dependencies: ["TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)
