import EngineSuite
import SQLiteEngine
import TestSupport
import Testing

@Suite struct PromiseTests {
  @Test(arguments: EngineSuite.promises)
  func `the engine keeps what every engine promises`(promise: Promise) throws {
    let folder = try TemporaryFolder()
    try promise.keep(
      EngineFactory(keyColumn: "id INTEGER PRIMARY KEY") { name, isInterrupted in
        try SQLiteEngine(path: folder.file(name), options: SQLiteOptions(isInterrupted: isInterrupted))
      })
  }

  @Test func `there is nothing that the engine cannot do`() throws {
    let engine = try memory()
    let needs = Set(EngineSuite.promises.compactMap(\.needs))
    #expect(needs.allSatisfy { engine.capabilities.has($0) && engine.capabilities.reason(against: $0) == nil })
  }
}
