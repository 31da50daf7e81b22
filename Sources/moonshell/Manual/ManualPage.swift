import Encodings
import Manual
import Shell

extension Generated {
  /// The manual page, in the language of man(7).
  @Sendable static func manualPage() -> String {
    var page = """
      .TH MOONSHELL 1 "" "moonshell \(Version.number)" "User Commands"
      .SH NAME
      moonshell \\- a Lua prompt on a database: entities, requests and their results
      .SH SYNOPSIS
      .B moonshell
      [\\fIOPTIONS\\fR] [\\fIDATABASE\\fR] [\\fISCRIPT\\fR [\\fIARG\\fR...]]
      .SH DESCRIPTION
      Without \\fISCRIPT\\fR and \\fB\\-e\\fR there is a prompt; a pipe is run entry by entry.
      .PP
      \\fIDATABASE\\fR is a file, made when it is first written, whose tables become entities at once; without it, or as
      \\fB:memory:\\fR, there is a fresh database in memory.
      \\fISCRIPT\\fR is a file that ends in \\fB.lua\\fR or begins with \\fB#!\\fR, or \\fB\\-\\fR for standard input; what
      follows belongs to it, as \\fBarg\\fR and as \\fB...\\fR
      .PP
      Results go to standard output, everything else to standard error.
      .SH OPTIONS

      """
    for option in ProgramOption.shown {
      let names = [option.short.map { "-\($0)" }, "--" + option.long].compactMap { $0 }
      let value = option.value.map { " \\fI\($0)\\fR" } ?? ""
      page += ".TP\n" + names.map { "\\fB\(roff($0))\\fR\(value)" }.joined(separator: ", ") + "\n"
      page += roff(option.details) + "\n"
    }
    page += ".SH COMMANDS\nAt the prompt, commands begin with a dot.\n"
    for command in Command.all { page += ".TP\n\\fB\(roff(command.usage))\\fR\n\(roff(command.summary))\n" }
    page += ".SH WORDS\nThe words of the language. At the prompt, \\fB.help \\fIWORD\\fR shows an example.\n"
    for group in Help.groups where group.title != "Commands" {
      page += ".SS \(group.title)\n"
      for topic in group.topics { page += ".TP\n\\fB\(roff(topic.name))\\fR\n\(roff(topic.summary))\n" }
    }
    let parts = [
      ("EXIT STATUS", "exit code"), ("SETTINGS", "setting"), ("ENVIRONMENT", "variable of the environment"),
      ("FILES", "file"),
    ]
    for (title, kind) in parts {
      page += ".SH \(title)\n"
      for entry in Chapters.commandLineEntries where entry.kind == kind {
        page += ".TP\n.B \(roff(entry.name))\n\(roff(plain(entry.summary)))\n"
      }
    }
    return page + ending
  }

  private static let ending = """
    .SH SEE ALSO
    .BR lua (1),
    .BR sqlite3 (1),
    .BR editrc (5)

    """

  /// A cell of a table without the marks of Markdown.
  private static func plain(_ text: String) -> String {
    MarkdownLink.words(of: text.split(separator: " ").joined(separator: " ").replacing("`", with: ""))
  }

  /// Text that man(7) takes as it is: no hyphen is a minus by chance, no dot begins a request.
  private static func roff(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }
}
