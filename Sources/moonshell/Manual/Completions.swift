import Encodings

extension Generated {
  @Sendable static func bashCompletion() -> String {
    let options = ProgramOption.shown
    let words = options.flatMap { option in [option.short.map { "-\($0)" }, "--" + option.long].compactMap { $0 } }
    let choices = options.filter { !$0.choices().isEmpty }.map { option in
      "    --\(option.long)) COMPREPLY=($(compgen -W '\(option.choices().joined(separator: " "))' -- \"$word\")); return ;;"
    }
    let free = options.filter { $0.value != nil && $0.choices().isEmpty && !$0.takesFile }.map { option in
      (option.short.map { "-\($0)|" } ?? "") + "--" + option.long
    }
    return """
      # bash completion for moonshell
      _moonshell() {
        local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
        case $before in
      \(choices.joined(separator: "\n"))
          \(free.joined(separator: "|"))) return ;;
        esac
        if [[ $word == -* ]]; then
          COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- "$word"))
        else
          COMPREPLY=($(compgen -f -- "$word"))
        fi
      }
      complete -o filenames -F _moonshell moonshell

      """
  }

  @Sendable static func zshCompletion() -> String {
    let lines = ProgramOption.shown.map { option in
      let summary = option.summary.replacing(": ", with: " - ").filter { !"[]:'".contains($0) }
      let action =
        option.takesFile ? "_files" : option.choices().isEmpty ? "" : "(\(option.choices().joined(separator: " ")))"
      let value = option.value.map { ":\($0):\(action)" } ?? ""
      let names = option.short.map { "'(-\($0) --\(option.long))'{-\($0),--\(option.long)}'" } ?? "'--\(option.long)"
      let isRepeatable = option.long == "execute"
      return "  \(isRepeatable ? "'*'{-e,--execute}'" : names)[\(summary)]\(value)' \\"
    }
    return """
      #compdef moonshell
      _arguments -S \\
      \(lines.joined(separator: "\n"))
        '*:file:_files'

      """
  }

  @Sendable static func fishCompletion() -> String {
    let lines = ProgramOption.shown.map { option in
      var line = "complete -c moonshell -l \(option.long)"
      if let short = option.short { line += " -s \(short)" }
      if option.value != nil { line += option.takesFile ? " -r -F" : " -x" }
      if !option.choices().isEmpty { line += " -a '\(option.choices().joined(separator: " "))'" }
      return line + " -d '\(option.summary.filter { $0 != "'" })'"
    }
    return "# fish completion for moonshell\n" + lines.joined(separator: "\n") + "\n"
  }
}
