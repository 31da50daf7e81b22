// swift-tools-version: 6.1
import PackageDescription

/// Arrows point downward only; `scripts/check` compares every import with this table.
let package = Package(
  name: "moonshell",
  products: [.executable(name: "moonshell", targets: ["moonshell"])],
  targets: [
    // The C libraries, each with a shim for what Swift cannot call.
    .target(name: "CLua", linkerSettings: [.linkedLibrary("lua5.4")]),
    .target(name: "CEditline", linkerSettings: [.linkedLibrary("edit")]),
    .target(name: "CSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(name: "CPCRE2", linkerSettings: [.linkedLibrary("pcre2-8")]),

    // A Lua that is safe to embed.
    .target(name: "LuaRuntime", dependencies: ["CLua"]),

    // Regular expressions, which mean the same in memory and in every engine.
    .target(name: "Patterns", dependencies: ["CPCRE2"]),

    // Pure values: what the data is, how to ask for it, how an answer is arranged.
    .target(name: "Schema", dependencies: ["Patterns"]),
    .target(name: "Query", dependencies: ["Schema"]),
    .target(name: "ResultSets"),

    // What a function of Lua does with a row, said as an expression.
    .target(name: "ClosureSQL", dependencies: ["LuaRuntime", "Query", "Schema"]),

    // Where the data is and how it changes.
    .target(name: "Store", dependencies: ["Query", "ResultSets", "Schema"]),
    .target(name: "SQLiteEngine", dependencies: ["CSQLite", "Store", "Query", "Schema", "Patterns"]),

    // Text in and out.
    .target(name: "Interchange", dependencies: ["Schema", "Store"]),

    // The words of the language, the prompt, the program.
    .target(
      name: "Scripting",
      dependencies: ["LuaRuntime", "ClosureSQL", "Schema", "Query", "ResultSets", "Store", "Interchange"]),
    .target(
      name: "Shell",
      dependencies: ["CEditline", "Scripting", "LuaRuntime", "Interchange", "Store", "Schema"]),
    .executableTarget(
      name: "moonshell",
      dependencies: ["Shell", "Scripting", "LuaRuntime", "Interchange", "SQLiteEngine", "Store", "Schema"]),

    // What tests of many targets share: dice, temporary folders.
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    // What every engine promises, as tests that take an engine.
    .target(name: "EngineSuite", dependencies: ["Store", "Query", "Schema"], path: "Tests/EngineSuite"),
    .testTarget(name: "LuaRuntimeTests", dependencies: ["CLua", "LuaRuntime", "TestSupport"]),
    .testTarget(name: "PatternsTests", dependencies: ["Patterns"]),
    .testTarget(name: "SchemaTests", dependencies: ["Schema", "TestSupport"]),
    .testTarget(name: "QueryTests", dependencies: ["Query", "Schema", "SQLiteEngine", "TestSupport"]),
    .testTarget(name: "ResultSetsTests", dependencies: ["ResultSets", "TestSupport"]),
    .testTarget(
      name: "ClosureSQLTests",
      dependencies: ["ClosureSQL", "LuaRuntime", "Query", "Schema", "SQLiteEngine", "Store", "TestSupport"]),
    .testTarget(name: "StoreTests", dependencies: ["Store", "Schema", "TestSupport"]),
    .testTarget(
      name: "SQLiteEngineTests",
      dependencies: ["SQLiteEngine", "EngineSuite", "Store", "Query", "Schema", "TestSupport"]),
    .testTarget(name: "InterchangeTests", dependencies: ["Interchange", "Schema", "TestSupport"]),
    .testTarget(
      name: "ScriptingTests",
      dependencies: ["Scripting", "SQLiteEngine", "LuaRuntime", "Schema", "Store", "TestSupport"]),
    .testTarget(
      name: "ShellTests",
      dependencies: ["Shell", "Scripting", "SQLiteEngine", "LuaRuntime", "Schema", "TestSupport"]),
    .testTarget(name: "ProgramTests", dependencies: ["TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)
