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
    return page + ending
  }

  private static let ending = """
    .SH EXIT STATUS
    .TP
    .B 0
    done
    .TP
    .B 1
    a script, a chunk or a piped entry failed, or the database cannot be used; the open transaction is rolled back
    .TP
    .B 2
    the command line was not understood
    .TP
    .B 130
    interrupted: the program ends by the signal itself
    .TP
    .I n
    what a script gave to \\fBos.exit\\fR
    .SH ENVIRONMENT
    .TP
    .B NO_COLOR
    no colours, if it is not empty
    .TP
    .B PAGER
    shows long results after \\fB.pager on\\fR
    .TP
    .BR VISUAL , " EDITOR"
    opens the last entry for \\fB.edit\\fR
    .TP
    .B MOONSHELL_HISTORY
    where the history is kept; nowhere, if it is empty
    .SH FILES
    .TP
    .I ~/.config/moonshell/init.lua
    runs before a prompt
    .TP
    .I ~/.local/state/moonshell/history
    the entries that were typed
    .TP
    .I ~/.editrc
    the keys of the prompt; see editrc(5)
    .SH SEE ALSO
    .BR lua (1),
    .BR sqlite3 (1),
    .BR editrc (5)

    """

  /// Text that man(7) takes as it is: no hyphen is a minus by chance, no dot begins a request.
  private static func roff(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }
}
