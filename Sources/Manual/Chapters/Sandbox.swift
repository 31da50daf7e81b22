extension Chapters {
  /// What scripts may reach that come from others.
  static let sandbox = Page(
    "sandbox", "The sandbox", .reference, entries: entries(sandboxText, kind: "sandbox"), text: sandboxText)

  private static let sandboxText = #"""
    `moonshell --sandbox` lets scripts and entries reach the database that is opened, the standard streams, and nothing
    else: no other file, no process, no network. The walls are the system's own, and hold also where the interpreter
    itself is broken into. At a prompt the first line says `(sandbox)`.

    ## What stays outside

    ```csv prices.csv
    name,price
    Tea,3
    ```

    ```sh
    $ moonshell --sandbox -e 'print(io.open "prices.csv")'
    nil	prices.csv: the sandbox does not read it (--allow-read prices.csv)	13
    $ moonshell --sandbox --allow-read prices.csv -e 'print(io.open("prices.csv"):read "a")'
    name,price
    Tea,3

    $ moonshell --sandbox -e 'print(pcall(os.execute, "true"))'
    false	os.execute is not available in the sandbox
    ```

    A refused access names the option that would allow it. `.edit`, the pager and `~/.config/moonshell/init.lua` are
    outside, too; the history is kept in memory. `db:open`, `.open`, `ATTACH`, `VACUUM INTO` and `.backup` reach the
    database of the command line, and what the options name; a database that is written is read as well, and has files
    beside it, so that its folder needs both options. A file of rows (`moonshell --sandbox people.csv`) may be read.

    ## What the options allow

    | option | what it says |
    |---|---|
    | `--sandbox` | the database and the standard streams, no more |
    | `--allow-read PATH` | a file, or all of a folder, may be read as well; may be said again |
    | `--allow-write PATH` | and written; a file that is to be made is allowed by its folder |
    | `--memory-limit SIZE` | how much all of it may hold: 512M where nothing is said |
    | `--time-limit SECONDS` | how long a script or an entry may take |

    ## When the inside dies

    The inside is a process of its own. When it ends by its limits or by a fault, the outside says why in one line. At a
    prompt a new one begins: what was committed is there, an open transaction is rolled back, and the globals of the
    session are gone.

    ## Where it does not start

    The walls are those of Linux. Without seccomp, so on every other system, and with `--allow-read` and `--allow-write`
    without Landlock (Linux 5.13), the program does not start, and says why. `--test` runs outside of it.

    ## A server

    `moonshell --sandbox postgres://ann@host/shop` connects before the walls stand. Behind them that connection stays open
    and no other can be made: `db:open` of a server is refused, and a connection that is lost is not made again. Ctrl-C and
    `--time-limit` end a statement on the server through a process outside that does nothing else. What the script may do
    there is what the role of the address may do. A server reads files and runs programs for its superusers, and for others
    that were given such rights: for a role of that kind the program does not start. `CREATE ROLE ann LOGIN` makes one
    that has none of them, and `GRANT` gives it tables.
    """#
}
