import Encodings
import Interchange
import Manual
import Model
import Scripting

/// The reference part of the manual: what `.help` says, with what its examples print, a page a group.
package struct ReferencePages {
  private let runner: Runner

  /// - Parameter runner: says how the world of the examples is opened; nothing is run in it.
  package init(_ runner: Runner) {
    self.runner = runner
  }

  package func pages() throws -> [Page] {
    try Help.groups.map { try page(title: $0.title, topics: $0.topics) } + [Self.formats, Self.samples]
  }

  private func page(title: String, topics: [Help.Topic]) throws -> Page {
    let name = title.lowercased().replacing(" ", with: "-")
    let entries = topics.map { IndexEntry($0.name, kind: title.lowercased(), summary: $0.summary, heading: $0.name) }
    let sections = try topics.map { try section($0, of: title.lowercased()) }
    let head = "The examples speak of [entities and values](samples.md) that they have in common."
    return Page(name, title, .reference, entries: entries, text: ([head] + sections).joined(separator: "\n\n"))
  }

  private func section(_ topic: Help.Topic, of group: String) throws -> String {
    var text = "## `\(topic.name)`\n\n\(sentence(topic.summary))\n"
    let options = runner.session.optionNames(of: topic.name)
    if !options.isEmpty { text += "\nOptions: " + options.map { "`\($0)`" }.joined(separator: ", ") + ".\n" }
    guard let entries = topic.entries else {
      let session = Sessions.of(topic.name, in: group).map { "\n\n\($0)" } ?? ""
      return text + "\n```\n\(topic.example)\n```" + session
    }
    let lines = try HelpSample(like: runner).transcript(of: entries)
    return text + "\n```moon\n" + lines + "```"
  }

  /// What a summary says, as a sentence.
  private func sentence(_ summary: String) -> String {
    summary.prefix(1).uppercased() + summary.dropFirst() + (summary.last == "." ? "" : ".")
  }

  /// What the examples of the reference begin with.
  private static var samples: Page {
    let text = """
      Each example of the reference, and of `.help`, begins with these entities in a database of its own:

      ```lua
      \(HelpSample.entities)
      ```

      and with these objects, requests and lists:

      ```lua
      \(HelpSample.values)
      ```
      """
    return Page("samples", "The entities of the examples", .reference, text: text)
  }

  /// How results and files are written.
  static var formats: Page {
    let modes = Format.all.map {
      IndexEntry($0.name, kind: "mode of results", summary: $0.summary, heading: "Modes of results")
    }
    let files = FileFormat.all.map {
      IndexEntry($0.name, kind: "format of files", summary: $0.summary, heading: "Formats of files")
    }
    let others = [("sql", "the statements that make the tables"), ("luals", "types of the schema for editors")]
    let generators = ((Generator.all + [Generator.coreData]).map { ($0.name, $0.summary) } + others).map {
      IndexEntry($0.0, kind: "kind of generate", summary: $0.1, heading: "What generate writes")
    }
    let text = """
      ## Modes of results

      What `.mode`, `--mode` and `show` take.

      \(table(modes, "mode"))

      ## Formats of files

      What `import`, `export`, `encode`, `decode` and `read` take as `format`; the ending of a file says it, too.

      \(table(files, "format"))

      ## What generate writes

      `generate "sql"` gives the statements of the database, and `generate "luals"` types for editors (after those of the
      language); `generate("xcdatamodel", "Shop.xcdatamodel")` writes a folder, as Xcode wants it. What the others give is a
      text, or a file: `generate("swift", "Shop.swift")`.

      \(table(generators, "kind"))
      """
    return Page("formats", "Formats", .reference, entries: modes + files + generators, text: text)
  }

  private static func table(_ entries: [IndexEntry], _ head: String) -> String {
    "| \(head) | |\n|---|---|\n" + entries.map { "| `\($0.name)` | \($0.summary) |" }.joined(separator: "\n")
  }
}
