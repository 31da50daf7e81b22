extension TestOption {
  /// So many tests are named that have an option.
  private static let most = 4

  /// What follows an option that a test does not have: those that it has, and the tests that have this one.
  package static func advice(for name: String, in known: [String]) -> String {
    let others = TestKind.all.filter { $0.options.contains { $0.rawValue == name } }.map { "is.\($0.name)" }
    let advice = optionAdvice(for: name, in: known)
    guard let last = others.last else { return advice }
    let few = others.count > most ? others.prefix(most) + ["…"] : others.dropLast() + ["and \(last)"]
    return "\(advice); \(name) is one of \(few.joined(separator: others.count == 2 ? " " : ", "))"
  }
}
