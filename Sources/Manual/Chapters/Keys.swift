extension Chapters {
  /// The keys of the prompt.
  static let keys: Page = {
    let entries = rows(keysText) { _ in "key" }
    return Page("keys", "Keys", .reference, entries: entries, text: keysText)
  }()

  private static let keysText = #"""
    An entry is edited as one text, also when it has many lines, in colour. Where there are no colours (`--color never`,
    `NO_COLOR`, a dumb terminal), with `MOONSHELL_EDITOR=plain` and with the keys of vi, each line is edited by itself, as
    libedit does it. `~/.editrc` may bind every key anew. The last column is what libedit calls it:
    `bind "^R" em-inc-search-prev`.

    ## What everyone needs

    | key | what it does | libedit |
    |---|---|---|
    | `Tab` | completes words, methods, fields, options, commands and files; runs nothing | `moonshell-complete` |
    | `Enter` | runs the entry when it is whole, else goes on in a new line, as far in as the one above; `end`, `else`, `until`, `}` and `)` go a step back | `moonshell-enter` |
    | `Alt-Enter` | makes a new line in any case | `moonshell-new-line` |
    | `Ctrl-C` | ends what runs and goes back to where the entry began; drops the entry at the prompt | |
    | `Ctrl-D` | leaves, on an empty line; an open transaction is rolled back, and it says so | |
    | `Ctrl-R` | searches the history backward while you type; again goes on, `Ctrl-G` gives up | `moonshell-search`, `em-inc-search-prev` |
    | `Up`, `Down` | the line above and below; from the first and the last line through the history, after typed text through what begins with it | `moonshell-up`, `moonshell-down` |
    | `Right`, `Ctrl-E` | at the end: takes the earlier entry that stands dim behind the cursor | `moonshell-right`, `moonshell-end` |
    | `Ctrl-X Ctrl-E` | opens the entry in `$VISUAL` or `$EDITOR` | `moonshell-editor` |
    | `Ctrl-_` | takes the last change of the entry back; `Alt-_` does it again | `moonshell-undo`, `moonshell-redo` |

    A second `Ctrl-C` within a second ends the program, should something be stuck; what was committed is kept.

    ## Moving and editing

    | key | what it does | libedit |
    |---|---|---|
    | `Home`, `Ctrl-A` | the beginning of the line | `moonshell-home`, `ed-move-to-beg` |
    | `End`, `Ctrl-E` | the end of the line | `moonshell-end`, `ed-move-to-end` |
    | `Ctrl-Left`, `Alt-Left` | a word back | `ed-prev-word` |
    | `Ctrl-Right`, `Alt-Right` | a word on | `em-next-word` |
    | `Alt-Up`, `Alt-Down` | the line above and below | `moonshell-up`, `moonshell-down`, `ed-prev-line`, `ed-next-line` |
    | `Delete` | the character under the cursor | `ed-delete-next-char` |
    | `Ctrl-U` | deletes to the beginning of the line | `moonshell-kill-to-start` |
    | `Ctrl-K` | deletes to the end of the line | `moonshell-kill-to-end` |
    | `Ctrl-W` | deletes the word before the cursor | `moonshell-kill-word` |
    | `Alt-D` | deletes the word behind the cursor | `moonshell-kill-next-word` |
    | `Ctrl-Y` | brings back what was deleted last | `moonshell-yank` |
    | `Ctrl-L` | clears the screen | `moonshell-clear` |
    | `paste` | arrives whole, as one entry or several, tabs intact | `moonshell-paste`, `ed-ignore` |
    """#
}
