extension Chapters {
  /// What was done to the program to see whether it loses, hangs or crashes.
  static let trials = Page("trials", "What was tried", .understanding, text: trialsText)

  private static let trialsText = #"""
    A database is trusted for what does not happen. `scripts/storm --hour` tries to make it happen: it ends the program at
    random moments, breaks its files, refuses it memory and room, and feeds its readers with what no one has checked. What
    follows is what its parts tried, one after the other, on Linux, with SQLite 3.40 and PostgreSQL 15: the ends with seed
    20261127 and the program as it is released, beside other work; the rest with seed 20261124 and, for the readers, the two
    numbers behind it, too, in a build without optimisation.

    ## Ends

    Work is one of seven: a transaction, an upsert, a batch, an update of all rows, an import, a migration, an export. After
    each end the tables, or the file, are as they were before the work or as they are after it; a third state is a fall.

    | tried | times | fell | seen |
    |---|---|---|---|
    | killed, a file of SQLite | 2,002 | 0 | 1,069 times as before, 933 as after |
    | killed, at a server | 1,001 | 0 | 444 times as before, 557 as after |
    | Ctrl-C in 50 kinds of work | 2,000 | 0 | the slowest ended after 0.11 s |
    | broken files of SQLite | 1,000 | 0 | none crashes or hangs |
    | writes that fail, or are short | 1,001 | 0 | 699 times it said so, else what it wrote was there |
    | memory that SQLite does not get | 504 | 0 | 366 times it said so |
    | memory that nobody gets | 504 | 0 | 394 times the system ended it, 30 times it said so, and no file was harmed |
    | eight writers beside each other | 1 run | 0 | 1,831 transactions that they had said were there; two were killed |
    | requests, of 16 kinds | 1,000,000 | 0 | the second half kept at most 52 KiB |

    ## Readers

    Inputs are sound ones that were changed at random. A crash, a hang of five seconds, or an answer that contradicts
    itself is a fall.

    | reader | inputs | fell |
    |---|---|---|
    | JSON | 3,499,100 | 0 |
    | JSON, a document a line | 3,461,455 | 0 |
    | CSV | 65,923 | 0 |
    | TSV | 90,137 | 0 |
    | property lists | 177,761 | 0 |
    | binary property lists | 1,046,617 | 0 |
    | models of Core Data | 200,109 | 0 |
    | predicates as text | 323,986 | 0 |
    | SQL | 109,928 | 0 |
    | functions, read as conditions | 532,963 | 0 |
    | bytecode | 1,688,298 | 0 |
    | together | 11,196,277 | 0 |

    ## Scripts that mean harm

    114 scripts try to reach a file, a program, the environment or another database from within `--sandbox`, and 62 system
    calls are made there as a broken interpreter would make them: none reaches anything. 96 more take Moonshell's own
    objects apart with the `debug` library, inside and outside of the sandbox: none ends the program.

    ## Memory

    Under `--memory-limit 64M`, 71 ways to ask for more than there is fail with one sentence. The process never held more
    than the limit and 16 MiB beside what it has without a script, and the next entry works.

    ## Your own run

    ```text
    scripts/storm                     # two seconds of each reader, as in continuous integration
    scripts/storm --hour --seed 7     # all of it
    ```

    A run prints its seed first and its table last; an input that made something fall is kept in `.build/storm`.
    """#
}
