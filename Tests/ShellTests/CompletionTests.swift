import Testing

@testable import Shell

@Suite struct CompletionTests {
  @Test(arguments: [
    (["print"], "pr", false, CompletionStep.replace("print")),
    (["print"], "print", false, .none),
    (["print", "printf"], "p", false, .replace("print")),
    (["print", "printf"], "print", false, .none),
    (["printf", "print", "print"], "print", true, .list(["print", "printf"])),
    (["pairs", "print"], "p", false, .none),
    (["pairs", "print"], "p", true, .list(["pairs", "print"])),
    (["Player"], "pla", false, .replace("Player")),
    (["Player", "Plan"], "pl", true, .list(["Plan", "Player"])),
    ([], "p", true, .none),
    (["プレイヤー", "プラン"], "プ", true, .list(["プラン", "プレイヤー"])),
  ])
  func `tab inserts what is certain and lists when pressed again`(
    candidates: [String], typed: String, isRepeated: Bool, step: CompletionStep
  ) {
    let completion = Completion(replacementStart: 0, candidates: candidates)
    #expect(completion.step(typed: typed, isRepeated: isRepeated) == step)
  }

  @Test func `the common prefix is one of characters`() {
    #expect(commonPrefix("print", "printf") == "print")
    #expect(commonPrefix("é", "e") == "")
    #expect(commonPrefix("", "a") == "")
  }

  @Test func `candidates stand in columns read downward`() {
    Terminal.useUTF8()
    #expect(candidateColumns(["a", "b", "c", "d", "e"], width: 8, rowLimit: 9) == ["a  c  e", "b  d"])
    #expect(candidateColumns(["日本", "b"], width: 12, rowLimit: 9) == ["日本  b"])
    #expect(candidateColumns(["much too long"], width: 5, rowLimit: 9) == ["much too long"])
  }

  @Test func `what finds no place is counted`() {
    let candidates = (0..<324).map { "name\($0)" }
    let lines = candidateColumns(candidates, width: 18, rowLimit: 6)
    #expect(lines.count == 7)
    #expect(lines.last == "… 312 more")
  }

  @Test func `a candidate cannot drive the terminal`() {
    #expect(candidateColumns(["a\u{1B}[2J"], width: 40, rowLimit: 9) == ["a\\27[2J"])
  }
}
