import Testing

@testable import ResultSets

@Suite struct IdentityIndexTests {
  @Test(arguments: [
    [], [0], [-1], [Int.min], [Int.max], [3, 1, 2], [-5, 5, 0], [Int.min, Int.max], [Int.min, 0, Int.max],
    [0, 1 << 40, 1], Array(100...200), [Int.max, Int.max - 1], [Int.min, Int.min + 60],
  ])
  func `every identity is found and no other`(identities: [Int]) throws {
    let index = try IdentityIndex(identities)
    for (place, identity) in identities.enumerated() { #expect(index[identity] == place) }
    let others = [Int.min, Int.min + 1, -2, -1, 0, 1, 2, 99, 201, 1 << 40, (1 << 40) + 1, Int.max - 1, Int.max]
    for other in others where !identities.contains(other) { #expect(index[other] == nil) }
  }

  @Test(arguments: [[1, 2, 1], [1 << 40, 0, 1 << 40], [Int.min, Int.max, Int.min]])
  func `an identity that occurs twice is reported`(identities: [Int]) {
    #expect(throws: IdentityIndex.Duplicate.self) { try IdentityIndex(identities) }
  }
}
