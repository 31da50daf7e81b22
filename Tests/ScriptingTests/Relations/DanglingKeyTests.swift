import Testing

/// Keys that refer to rows that are not there, as files of other programs have them.
@Suite struct DanglingKeyTests {
  /// Where the table says nothing of a key, nobody holds to it.
  private let loose = """
    db:execute "CREATE TABLE category (id INTEGER PRIMARY KEY, name TEXT)"
    db:execute "CREATE TABLE product (id INTEGER PRIMARY KEY, category_id INTEGER)"
    db:execute "INSERT INTO category VALUES (1, 'a')"
    db:execute "INSERT INTO product VALUES (1, 1), (2, NULL), (3, 9)"

    """
  private var schema: String {
    "db:execute 'PRAGMA foreign_keys = OFF'\n"
      + loose.replacing("category_id INTEGER", with: "category_id INTEGER REFERENCES category(id)")
      + "db:execute 'PRAGMA foreign_keys = ON'"
  }
  private let declared = """
    Category = entity "Category" { name = text {}, products = has_many "Product" }
    Product = entity "Product" { category = belongs_to "Category" }
    """
  private let question = """
    local function ids(r) local t = {} for i, p in ipairs(r) do t[i] = p.id end return table.concat(t, " ") end
    local list, found = Product:fetch(), {}
    for _, c in ipairs { { category = null }, "category == nil", { category = is.absent }, { category = is.equal(null) },
      "category:absent()", { category = { null } }, function(p) return p.category == nil end } do
      found[#found + 1] = ids(Product:where(c):fetch()) .. "|" .. ids(list:filter(c))
    end
    print(table.concat(found, "  "))
    print(ids(Product:where { category = is.present }:fetch()), ids(Product:where "category ~= nil":fetch()),
      ids(Product:where_not { category = null }:fetch()), ids(Product:where { category = { null, Category:get(1) } }:fetch()))
    """
  private let answer = """
    2 3|2 3  2 3|2 3  2 3|2 3  2 3|2 3  2 3|2 3  2 3|2 3  2 3|2 3
    1 1 1 1 2 3
    """

  @Test func `a relation that leads to no row is nil in every form`() throws {
    let script = try Script(schema: schema + "\ndb:reflect()")
    try script.expect(question, answer)
    try script.expect(
      "print(Product:where { category_id = null }:count(), Product:where 'category.name == nil':count())", "1 2")
  }

  @Test func `the same where a script declares it`() throws {
    try Script(schema: loose + declared).expect(question, answer)
  }

  @Test func `where keys are looked after, only the key is asked for`() throws {
    try Script(schema: declared + "\ndb:create_all()").expect(
      "print((Product:where { category = null }:sql()):match 'IS NULL(.*IN)')", "nil")
  }
}
