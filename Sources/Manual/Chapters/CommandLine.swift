extension Chapters {
  /// What is said of the command line; the table of options stands where `OPTIONS` does.
  package static let commandLine = #"""
    ```
    moonshell [OPTIONS] [DATABASE] [SCRIPT [ARG...]]
    ```

    | command | what it does |
    |---|---|
    | moonshell | a prompt on a fresh database in memory |
    | moonshell shop.db | a prompt on a file; its tables become entities at once |
    | moonshell report.lua a b | a script with arguments: the global `arg`, and `...` |
    | moonshell shop.db report.lua | a script on a file |
    | moonshell shop.db -e 'Player:count()' | a chunk of Lua |
    | moonshell --generate manual DIR | writes this manual into a folder |
    | moonshell --test tests | runs the cases of the files of a folder, each undone, and tells of them as TAP |

    A first argument that ends in `.lua`, or a file that begins with `#!`, is the script; anything else is the database:
    a path, or `:memory:`. `-` as script is standard input. Options come before the script: what follows it belongs to
    it. `--` ends the options.

    Standard input that is no terminal is run entry by entry, as at the prompt, without a prompt; the first error ends
    it with exit code 1.

    ```sh
    $ printf '6 * 7\nerror "enough"\n"not reached"\n' | moonshell; echo "exit $?"
    42
    moonshell: stdin:2: enough
      2 | error "enough"
    exit 1
    $ moonshell -e 'print(6 * 7)'
    42
    $ moonshell --moed json
    moonshell: unknown option '--moed'. Did you mean '--mode'?
    usage: moonshell [OPTIONS] [DATABASE] [SCRIPT [ARG...]]
    moonshell --help says more
    ```

    ## Options

    OPTIONS

    ## Exit codes

    | code | what it means |
    |---|---|
    | `0` | done |
    | `1` | a script, a chunk or a piped entry failed, `.check` found a broken rule, a case of `--test` failed, or the database cannot be used; the open transaction is rolled back |
    | `2` | the command line was not understood |
    | `130` | interrupted: the program ends by the signal itself |
    | `n` | what a script gave to `os.exit(n)` |

    Results go to standard output, everything else to standard error.

    A database that another program has locked is waited for: 2 seconds, at a prompt 60, or as `--busy-timeout` says.

    ## Installed and removed

    `scripts/install ~/.local` of the source code puts the program into `~/.local/bin`, and the manual, the examples and the
    completions into `~/.local/share`. A shell finds it where `PATH` names the folder: `export PATH="$HOME/.local/bin:$PATH"`,
    in `~/.profile` for good. `scripts/install --remove ~/.local` takes all of it away again; the package is removed as any
    other, by `apt remove moonshell`. What stays are the history in `~/.local/state/moonshell` and `~/.config/moonshell/init.lua`.

    ## Settings

    What commands set is in the table `settings`, too, for `init.lua` and for scripts: `settings.mode = "table"`.

    | setting | what it says |
    |---|---|
    | `mode` | how results are printed, as `.mode` and `--mode` say it |
    | `limit` | how many rows are shown at most, or `"all"` |
    | `pager` | whether what is taller than the screen goes through `$PAGER` |
    | `null` | how NULL is printed |
    | `timer` | whether the time of each entry is shown |

    ## Environment

    | variable | what it says |
    |---|---|
    | `NO_COLOR` | no colours, if it is not empty |
    | `PAGER` | what shows long results |
    | `VISUAL`, `EDITOR` | what opens the last entry for `.edit` |
    | `MOONSHELL_HISTORY` | where the history is kept; nowhere, if it is empty |
    | `MOONSHELL_EDITOR` | `plain` edits each line by itself, as libedit does it |
    | `MOONSHELL_PROMPT_MARK` | `1` marks the end of each prompt (OSC 133), for programs that type into it |
    | `TERM` | what the terminal can do; `dumb` is taken at its word |
    | `COLUMNS` | how wide tables are where the terminal does not say it |
    | `LUA_PATH`, `LUA_CPATH` | where `require` looks behind the folder of the script |
    | `PGPASSWORD` | the password for a server, if the address has none |
    | `XDG_CONFIG_HOME` | where `moonshell/init.lua` is, in place of `~/.config` |
    | `XDG_STATE_HOME` | where `moonshell/history` is, in place of `~/.local/state` |

    ## Files

    | file | what it is |
    |---|---|
    | `~/.config/moonshell/init.lua` | runs before a prompt, entries from a pipe and `-e`, never before a script; `--no-init` leaves it out |
    | `~/.local/state/moonshell/history` | the entries that were typed |
    | `~/.editrc` | the keys of the prompt, see [keys](keys.md) |
    """#

  package static let commandLineEntries: [IndexEntry] = rows(commandLine) { heading in
    ["Environment": "variable of the environment", "Exit codes": "exit code", "Settings": "setting"][heading] ?? "file"
  }
}
