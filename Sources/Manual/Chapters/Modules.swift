extension Chapters {
  /// A project of several files.
  static let modules = Page(
    "modules", "A project of several files", .understanding, entries: entries(modulesText, kind: "modules"),
    text: modulesText)

  private static let modulesText = #"""
    A script that grows becomes a folder: the schema in one file, what it knows in others, and the scripts that use them.
    `require` is Lua's own; Moonshell looks beside the script first.

    ## `require`

    ```lua shop/schema.lua
    -- Entities are globals: whoever requires this file has them.
    entity "Product" {
      name = text { required = true, unique = true },
      price = decimal { required = true, validate = is.greater(0) },
    }
    entity "Sale" { product = belongs_to("Product", { required = true }), at = date { required = true }, pieces = integer {} }
    db:migrate()
    ```

    ```lua shop/lib/turnover.lua
    local turnover = {}

    --- What each product brought in.
    function turnover.of(sales)
      return sales:group_by("product.name"):aggregate { { "turnover", "sum pieces * product.price" } }
    end

    return turnover
    ```

    ```lua shop/report.lua
    require "schema"
    local turnover = require "lib.turnover"

    if Product:count() == 0 then
      db:add(Product { name = "Tea", price = decimal "3.20" }, Product { name = "Cup", price = decimal "8" })
      db:add(Sale { product = Product:get(1), at = "2024-05-02", pieces = 3 }, Sale { product = Product:get(2), at = "2024-05-03", pieces = 1 })
    end
    show(turnover.of(Sale:all()), arg[1] or "table")
    ```

    ```sh
    $ moonshell shop.db shop/report.lua 2>/dev/null
    +--------------+----------+
    | product.name | turnover |
    +--------------+----------+
    | Cup          |     8.00 |
    | Tea          |     9.60 |
    +--------------+----------+
    $ moonshell shop.db shop/report.lua csv
    product.name,turnover
    Cup,8.00
    Tea,9.60
    ```

    A dot in the name is a folder: `lib.turnover` is `lib/turnover.lua`, or `lib/turnover/init.lua`. The folder of the
    script comes first, wherever one calls it from; then what `package.path` and `LUA_PATH` say, as in any Lua. A module
    runs once; what it returns is kept in `package.loaded`. At the prompt, and with `-e`, the present folder is looked
    in; in `-e`, a paste and a pipe a `require` that stands by itself prints nothing, at the prompt what the module gives.
    Modules written in C are found by `package.cpath`, if they are made for Lua 5.4.

    What a module does while it is loaded, all its callers get: an entity is a global, and a schema that is required twice is
    declared once. `local` names stay in their file. To try a changed module at the prompt, forget it first:

    ```lua
    package.loaded["lib.turnover"] = nil
    turnover = require "lib.turnover"
    ```

    `db` is the database of the command line, in modules too. `db:migrate()` in the schema file makes the tables on the
    first run, and brings them along when the schema changes; its plan goes to standard error, and where
    nothing differs nothing is said.

    ## In the sandbox

    Modules are files: `--allow-read` names the folder that they are in.

    ```sh
    $ moonshell --sandbox shop.db shop/report.lua 2>&1 | grep "module\|sandbox"
    moonshell: shop/report.lua:1: module 'schema' not found:
    	the sandbox reads no file but the database (--allow-read FOLDER)
    $ moonshell --sandbox --allow-read shop shop.db shop/report.lua csv
    product.name,turnover
    Cup,8.00
    Tea,9.60
    ```

    Modules in C are not loaded there, whatever is allowed.

    ## Tests

    A file of tests requires what it tests, and each of its cases is undone. What is not beside the file is looked for in the
    folder above, so that `shop/tests/all.lua` finds `shop/schema.lua` wherever `--test` is called from. A folder means its
    `*.lua`, not those of the folders in it: name these, too.

    ```lua shop/tests.lua
    require "schema"
    local turnover = require "lib.turnover"

    test("turnover counts pieces", function()
      local tea = Product:create { name = "Green tea", price = decimal "2.50" }
      Sale:create { product = tea, at = "2024-01-01", pieces = 4 }
      expect(turnover.of(Sale:where { product = tea })[1].turnover):equals(decimal "10")
    end)
    ```

    ```sh
    $ moonshell --test shop/tests.lua 2>/dev/null
    TAP version 13
    ok 1 - shop/tests.lua: turnover counts pieces
    1..1
    ```

    ## For editors

    `moonshell --generate luals > moonshell.lua` writes the types of the language for lua-language-server, and
    `generate "luals"` those of the schema. What is installed has the first in `share/moonshell/luals`: name that folder in
    `workspace.library`.
    """#
}
