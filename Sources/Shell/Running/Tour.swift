import Encodings
import Model
import Scripting
import Store

/// The first five minutes: what can be done here, one step at a time.
///
/// Each step says what it is about and what to type; Enter on an empty line types it.
struct Tour {
  struct Step: Sendable {
    let words: String
    let entry: String
  }

  private(set) var place = 0

  var step: Step? { Tour.steps.indices.contains(place) ? Tour.steps[place] : nil }

  /// Goes on when this is what the step asks for; blanks make no difference.
  ///
  /// - Returns: whether the step is done.
  mutating func hears(_ entry: String) -> Bool {
    guard let step, Self.words(entry) == Self.words(step.entry) else { return false }
    place += 1
    return true
  }

  private static func words(_ text: String) -> [Substring] { text.split(whereSeparator: \.isWhitespace) }

  static let steps: [Step] = [
    Step(words: "This is a Lua prompt: what an expression gives is shown. _ is the last value.", entry: "(1 + 2) * 7"),
    Step(
      words: "An entity says what the data is. Each field has a type, and may have rules.",
      entry: """
        Player = entity "Player" {
          name  = text    { required = true, validate = is.not_empty },
          age   = integer { validate = is.between(14, 70) },
          score = integer { default = 0 },
        }
        """),
    Step(words: "Its table is made once, with every rule that the database can keep.", entry: "db:create_all()"),
    Step(
      words: "Objects are made and saved; several at once are all saved, or none.",
      entry: #"""
        db:add(
          Player { name = "Zerator", age = 30, score = 12 },
          Player { name = "Maghla", age = 29, score = 31 })
        """#),
    Step(
      words: "What breaks the rules is refused whole, and says everything that is wrong.",
      entry: #"Player:create { name = "", age = 9 }"#),
    Step(
      words: "A request is a value that says which rows; at the prompt it prints them. Tab completes its words.",
      entry: #"Player:where { age = is.at_least(18) }:sorted_by("-score")"#),
    Step(
      words: "An object is a row: fields are read and set, and save() writes what has changed.",
      entry: "p = Player:first(); p.score = p.score + 1; p:save(); return p"),
    Step(
      words: "An entry that begins with an SQL keyword is SQL.", entry: "SELECT name, score * 2 AS twice FROM player"),
    Step(words: "Commands begin with a dot. The last result again, as JSON:", entry: ".last json"),
    Step(words: "How does the database find the rows?", entry: ".explain Player:where { id = 1 }"),
    Step(words: "And what is in a table?", entry: ".summary Player"),
    Step(words: "Everything has its help, with an example and what it prints.", entry: ".help sorted_by"),
  ]
}

extension Runner {
  /// Begins the tour: with a person step by step, else all of it at once.
  func beginTour() throws {
    guard session.main.location == Location.fresh, session.context.entities.catalog["Player"] == nil else {
      throw CommandError.tourWithData
    }
    if terminal.isInteractive {
      let words = "Type what each step shows, or press Enter to have it typed. Anything else runs as ever."
      output.message(broken(words, indent: "") + "\n")
      tour = Tour()
      return showStep()
    }
    for step in Tour.steps {
      output.result("\n\(step.words)\n\(shown(step.entry))\n")
      _ = runEntry(step.entry)
    }
    output.result("\n\(Self.endOfTour)\n")
  }

  /// After an entry: the next step, if this was what the last one asked for.
  func goOn(after entry: String) {
    if tour?.hears(entry) == true { showStep() }
  }

  /// Enter on an empty line has the step typed.
  func typeStep() {
    if let step = tour?.step { nextEntry = step.entry }
  }

  private func showStep() {
    let palette = settings.palette
    guard let step = tour?.step else {
      tour = nil
      return output.message("\n" + palette(broken(Self.endOfTour, indent: ""), .heading) + "\n")
    }
    let number = palette("\((tour?.place ?? 0) + 1)/\(Tour.steps.count)", .dim)
    // Set in, and not behind a prompt: nothing of it is typed yet.
    let indent = String(repeating: " ", count: 6)
    let entry = indent + step.entry.replacing("\n", with: "\n" + indent)
    output.message("\n\(number)  \(broken(step.words, indent: indent))\n" + palette(entry, .hint) + "\n")
  }

  private func broken(_ words: String, indent: String) -> String {
    wrapped(
      words.split(separator: " ").map(String.init), separator: " ", width: terminal.width().map { min($0, 100) },
      indent: indent, start: indent.count)
  }

  private func shown(_ entry: String) -> String { "moon> " + entry.replacing("\n", with: "\n  ... ") }

  private static let endOfTour =
    "That was the tour. .help lists everything; .diagram, .check and .advise are worth a look."
}
