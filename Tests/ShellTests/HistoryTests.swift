import Glibc
import Testing

@testable import Shell

@Suite struct HistoryTests {
  @Test(arguments: ["x = 1", "f {\n\tx = 1,\n}", "s = '\\n\\\\'", "a\r\nb", "プレイヤー", "a\0b", "#moonshell history"])
  func `an entry comes back from its line as it was`(entry: String) {
    let line = HistoryLine.encode(entry)
    #expect(!line.contains("\n"))
    #expect(HistoryLine.decode(Array(line.utf8)) == entry)
  }

  @Test(arguments: ["", "a\\x", "ends in \\", "a\0b", HistoryLine.header])
  func `a line that is no entry is recognised`(line: String) {
    #expect(HistoryLine.decode(Array(line.utf8)) == nil)
  }

  @Test func `neighbouring duplicates blanks and leading spaces are not kept`() {
    let history = History(file: nil)
    #expect(history.add("a"))
    #expect(!history.add("a"))
    #expect(!history.add("a\n"))
    #expect(history.add("b"))
    #expect(history.add("a"))
    #expect(!history.add(" password = 'x'"))
    #expect(!history.add(" \n"))
    #expect(!history.add(""))
    #expect(history.entries == ["a", "b", "a"])
  }

  @Test func `an empty line that ends a statement is no part of it`() {
    let history = History(file: nil)
    #expect(history.add("SELECT *\n  FROM player\n  "))
    #expect(!history.add("SELECT *\n  FROM player"))
    #expect(history.add("x = [[\n\n]]  "))
    #expect(history.entries == ["SELECT *\n  FROM player", "x = [[\n\n]]  "])
  }

  @Test func `what one run typed the next one finds`() throws {
    try withDirectory { directory in
      let file = "\(directory)/state/moonshell/history"
      let first = History(file: file)
      first.add("f {\n  x = 1\n}")
      first.add("y = '\\n'")
      #expect(History(file: file).entries == ["f {\n  x = 1\n}", "y = '\\n'"])
    }
  }

  @Test func `only the owner may read it`() throws {
    try withDirectory { directory in
      let file = "\(directory)/state/moonshell/history"
      History(file: file).add("x")
      #expect(permissions(of: file) == 0o600)
      #expect(permissions(of: "\(directory)/state/moonshell") == 0o700)
    }
  }

  @Test func `two shells at once lose nothing`() throws {
    try withDirectory { directory in
      let file = "\(directory)/history"
      let a = History(file: file)
      let b = History(file: file)
      for number in 0..<500 {
        a.add("a\(number)")
        b.add("b\(number)\nsecond line")
      }
      let entries = History(file: file).entries
      #expect(entries.count == 1000)
      #expect(entries.filter { $0.hasPrefix("a") } == (0..<500).map { "a\($0)" })
      #expect(entries.filter { $0.hasPrefix("b") } == (0..<500).map { "b\($0)\nsecond line" })
    }
  }

  @Test func `shells that shorten the file meanwhile lose nothing new`() async throws {
    try await withDirectory { directory in
      let file = "\(directory)/history"
      await withTaskGroup(of: Void.self) { group in
        for writer in 0..<4 {
          group.addTask {
            for number in 0..<100 {
              let history = HistoryFile(path: file, limit: 150, byteLimit: 2000)
              try? history.append("writer \(writer) line \(number) \(String(repeating: "-", count: 20))")
              if number % 10 == 0 { _ = try? history.load() }
            }
          }
        }
      }
      let kept = try HistoryFile(path: file, limit: 1000).load()
      #expect(kept.count > 20)
      #expect(kept.allSatisfy { $0.hasSuffix("-") && $0.hasPrefix("writer") })
      for writer in 0..<4 {
        let numbers = kept.filter { $0.hasPrefix("writer \(writer) ") }.compactMap { Int($0.split(separator: " ")[3]) }
        // Of each writer the newest lines are there, without a gap.
        #expect(numbers == Array((numbers.first ?? 100)..<100))
      }
    }
  }

  @Test func `bad lines are skipped and stay in the file`() throws {
    try withDirectory { directory in
      let file = "\(directory)/history"
      let garbage = Array("good\nbad \\q escape\n".utf8) + [0xFF, 0xFE, 0x0A, 0x00, 0x0A] + Array("torn".utf8)
      write(garbage, to: file)
      let history = History(file: file)
      #expect(history.entries == ["good", "torn"])
      history.add("new")
      #expect(History(file: file).entries == ["good", "torn", "new"])
      #expect(contents(of: file) == garbage + Array("\nnew\n".utf8))
    }
  }

  @Test func `a file that grows far beyond its limit keeps the newest lines`() throws {
    try withDirectory { directory in
      let file = "\(directory)/history"
      let long = History(file: file, limit: 10_000)
      for number in 0..<50 { long.add("line \(number)") }
      #expect(History(file: file, limit: 20).entries == (30..<50).map { "line \($0)" })
      #expect(History(file: file, limit: 10_000).entries == (30..<50).map { "line \($0)" })
      #expect(permissions(of: file) == 0o600)
    }
  }

  @Test func `a file of another program is never shortened`() throws {
    try withDirectory { directory in
      let file = "\(directory)/history"
      let foreign = (0..<50).map { "line \($0)\n" }.joined()
      write(Array(foreign.utf8), to: file)
      #expect(History(file: file, limit: 20).entries.count == 20)
      #expect(contents(of: file) == Array(foreign.utf8))
    }
  }

  @Test func `what cannot be written is said once`() throws {
    try withDirectory { directory in
      var warnings: [String] = []
      symlink("/etc/hostname", "\(directory)/link")
      let history = History(file: "\(directory)/link") { warnings.append($0) }
      #expect(history.add("a"))
      #expect(history.add("b"))
      #expect(history.entries == ["a", "b"])
      #expect(warnings.count == 1)
      #expect(warnings.first?.contains("link") == true)

      let onDirectory = History(file: directory) { warnings.append($0) }
      onDirectory.add("a")
      #expect(warnings.count == 2)
    }
  }

  @Test func `the file is where XDG says`() {
    func file(_ variables: [String: String]) -> String? { History.defaultFile { variables[$0] } }
    #expect(file(["HOME": "/h"]) == "/h/.local/state/moonshell/history")
    #expect(file(["HOME": "/h", "XDG_STATE_HOME": "/s"]) == "/s/moonshell/history")
    #expect(file(["HOME": "/h", "XDG_STATE_HOME": "relative"]) == "/h/.local/state/moonshell/history")
    #expect(file(["HOME": "/h", "MOONSHELL_HISTORY": "/x"]) == "/x")
    #expect(file(["HOME": "/h", "MOONSHELL_HISTORY": ""]) == nil)
    #expect(file(["HOME": "/h", "MOONSHELL_HISTORY": "/dev/null"]) == nil)
    #expect(file([:]) == nil)
  }

  @Test func `a text finds the entries that contain it`() {
    let history = History(file: nil)
    for entry in ["Player:count()", "x = 1", "f {\n  player\n}"] { history.add(entry) }
    #expect(history.matching("player") == ["Player:count()", "f {\n  player\n}"])
    #expect(history.matching("") == history.entries)
  }
}
