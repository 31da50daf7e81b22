extension Chapters {
  /// Which Lua runs scripts, what is different in it, and what is wrong with it.
  static let lua = Page(
    "lua", "The Lua that was found", .reference,
    entries: entries(luaText, kind: "Lua") + rows(luaText) { _ in "fault of Lua" }, text: luaText)

  private static let luaText = #"""
    Moonshell runs scripts in the Lua 5.4 of the system. `moonshell --version` says which release that is, and which of
    the faults below it has: it tries them, since distributions mend some of them without a new number.

    ## Known faults

    | fault | what happens, and what to write |
    |---|---|
    | `bit operators` | In a function with more than 255 constants, an operator on bits whose right side is `a or b` of constants is compiled wrongly: `1 ~ (2 or 3)` is 0. Name the constant: `local mask = 2`. |
    | `concatenation` | In `a .. b .. object`, where the `__concat` of the object calls deeply, the result may be wrong, or the program may end. Only Debian's 5.4.4 has it. Give the object a method, or concatenate in two steps. No value of Moonshell has `__concat`. |
    | `break and <close>` | Where a closure was made in the body of `for … in next, t, nil, value`, `break` does not close the fourth value. Close it after the loop, or put the loop into a function and return. The cursors of Moonshell close when the entry ends in any case. |
    | `utf8.codes` | It goes over bytes that are no UTF-8 without an error. `utf8.len(text)` is nil for such a text. Fields of text hold UTF-8 only. |
    | `assignments when memory ends` | `t[key] = value`, where memory ends in the middle of it, may use memory that was freed. It was not seen here. |

    Two more cannot reach a script: `coroutine.close` of coroutines that close each other, thousands deep, ends other
    programs (Moonshell brings its own), and so do binary chunks that were tampered with (`load` takes text and what
    `string.dump` made in this session).

    ## A newer Lua

    The library is found as every program finds its libraries, when it starts. On Debian, `liblua5.4.so.0` in
    `/usr/local/lib` comes before the system's (`ldconfig` once, after it was put there), and no program needs to be built
    again: all releases of 5.4 can stand in for each other. The dumps of functions that Moonshell reads are the same from
    5.4.0 to 5.4.8, so closures become SQL with each of them.
    """#
}
