import Testing

@testable import Model
@testable import Scripting

/// A method that is called with '.' says so instead of taking its first argument for the object.
@Suite struct DotCallTests {
  static let calls: [(String, [String])] = [
    // `update` and `delete` must be said of a request anyway.
    ("Player", (EntityMethods.all + RequestMethods.all).map(\.name).filter { $0 != "update" && $0 != "delete" }),
    ("Player:all()", RequestMethods.all.map(\.name)),
    ("Player:get(1)", ObjectMethods.all.map(\.name)),
    ("Player:fetch()", ListMethods.all.map(\.name)),
    ("db", DatabaseMethods.all.map(\.name)),
    ("result_set {}", ResultSetMethods.all.map(\.name)),
  ]

  @Test(arguments: calls)
  func `a dot in place of a colon is named`(receiver: String, methods: [String]) throws {
    let script = try Script(schema: fivePlayers)
    for method in methods {
      for argument in ["", "nil", "'x'", "5", "{ name = 'x' }", "print", "is.present"] {
        let failure = script.failure("return (\(receiver)).\(method)(\(argument))")
        #expect(failure.contains("expected") || failure.contains("takes"), "\(method)(\(argument)): \(failure)")
      }
    }
  }
}
