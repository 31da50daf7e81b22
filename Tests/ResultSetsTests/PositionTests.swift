import ResultSets
import Testing

@Suite struct PositionTests {
  @Test func `positions are read by section then by row`() {
    let positions = [(2, 1), (1, 3), (1, 1), (2, 2)].map { Position(section: $0.0, row: $0.1) }
    #expect(positions.sorted().map(\.description) == ["1.1", "1.3", "2.1", "2.2"])
  }
}
