extension Chapters {
  /// The keys of the prompt.
  static let keys: Page = {
    let entries = rows(keysText) { _ in "key" }
    return Page("keys", "Keys", .reference, entries: entries, text: keysText)
  }()

  private static let keysText = #"""
    The prompt is libedit's; `~/.editrc` may bind every key anew. The last column is what libedit calls it:
    `bind "^R" em-inc-search-prev`.

    ## What everyone needs

    | key | what it does | libedit |
    |---|---|---|
    | `Tab` | completes words, methods, fields, options, commands and files; runs nothing | `moonshell-complete` |
    | `Enter` | runs the entry when it is whole, else goes on in a new line | `ed-newline` |
    | `Ctrl-C` | ends what runs and goes back to where the entry began; drops the line at the prompt | |
    | `Ctrl-D` | leaves, on an empty line; an open transaction is rolled back, and it says so | |
    | `Ctrl-R` | searches the history backward while you type | `em-inc-search-prev` |
    | `Up`, `Down` | the entry before, the entry after | `ed-prev-history`, `ed-next-history` |
    | `Alt-Up`, `Alt-Down` | the line above and below within an entry of many lines | `ed-prev-line`, `ed-next-line` |

    A second `Ctrl-C` within a second ends the program, should something be stuck; what was committed is kept.

    ## Moving and editing

    | key | what it does | libedit |
    |---|---|---|
    | `Home`, `Ctrl-A` | the beginning | `ed-move-to-beg` |
    | `End`, `Ctrl-E` | the end | `ed-move-to-end` |
    | `Ctrl-Left`, `Alt-Left` | a word back | `ed-prev-word` |
    | `Ctrl-Right`, `Alt-Right` | a word on | `em-next-word` |
    | `Delete` | the character under the cursor | `ed-delete-next-char` |
    | `Ctrl-U` | empties the line | `em-kill-line` |
    | `Ctrl-K` | deletes to the end | `ed-kill-line` |
    | `Ctrl-W` | deletes the word before the cursor | `ed-delete-prev-word` |
    | `Ctrl-L` | clears the screen | `ed-clear-screen` |
    | `paste` | arrives whole, as one entry or several, tabs intact | `moonshell-paste`, `ed-ignore` |
    """#
}
