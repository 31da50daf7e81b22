import Testing

@testable import Shell

/// Every word, method, test and command is in the help, once, with a summary and an example.
@Suite struct HelpTests {
  @Test(arguments: Help.groups.map(\.title))
  func namesAreUniqueAndEachIsExplained(title: String) throws {
    let topics = Help.groups.first { $0.title == title }?.topics ?? []
    #expect(!topics.isEmpty)
    #expect(Set(topics.map(\.name)).count == topics.count)
    let overview = Help.overview(.plain, width: 80)
    for topic in topics {
      #expect(!topic.summary.isEmpty && !topic.example.isEmpty, "\(topic.name)")
      #expect(overview.split(whereSeparator: \.isWhitespace).contains { $0 == topic.name }, "\(topic.name)")
      let text = try Help.text(for: topic.name, .plain)
      #expect(text.contains(topic.summary) && text.contains(topic.example), "\(topic.name)")
    }
  }

  @Test(arguments: [40, 80, 100]) func theOverviewFitsTheWindow(width: Int) {
    let lines = Help.overview(.plain, width: width).split(separator: "\n")
    #expect(lines.filter { $0.count > width && $0.contains(" is.") }.isEmpty)
  }

  @Test func anUnknownWordGetsASuggestion() {
    #expect(throws: (any Error).self) { try Help.text(for: "whree", .plain) }
  }
}
