import Testing

/// Functions over columns of numbers in which another program has texts, too: what these change nothing of is said in SQL.
@Suite struct OthersNumberTests {
  private let orders = """
    db:execute "CREATE TABLE customer (id INTEGER PRIMARY KEY)"
    db:execute [[CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer(id),
      freight NUMERIC, size INTEGER, price DECIMAL(10, 2))]]
    db:execute "CREATE INDEX of_customer ON orders (customer_id)"
    db:execute "INSERT INTO customer VALUES (1), (2), (3)"
    db:execute [[INSERT INTO orders VALUES (1, 1, 60, 1, 1.5), (2, 1, 45.5, 2, 'abc'), (3, 1, 'n/a', 'x', NULL),
      (4, 2, '7 kg', 3, x'00'), (5, 2, NULL, NULL, 2), (6, 2, x'39', 4, 'abd')]]
    db:reflect()
    function both(request, f)
      local rows, asked = {}, {}
      for i, row in ipairs(request:where(f):fetch()) do rows[i] = row.id end
      for i, row in ipairs(request:where(f):fetch { pushdown = false }) do asked[i] = row.id end
      local how = tostring(request:where(f):explain()):gsub("\\n.*", "")
      print(how, table.concat(rows, " "), table.concat(rows, " ") == table.concat(asked, " "))
    end
    """

  @Test func `sums and means of them are those of the relation`() throws {
    try Script(schema: orders).expect(
      """
      both(Customer, function(c) return (c.orders:sum "freight" or 0) > 100 end)
      both(Customer, function(c) return c.orders:sum "freight" == 0 end)
      both(Customer, function(c) return (c.orders:avg "size" or 0) > 1 end)
      """,
      """
      pushed: (SELECT CASE WHEN count(CASE WHEN typeof("orders"."freight") IN ('integer', 'real') THEN "orders"."freight" END) = 0 THEN 0 ELSE sum(CASE WHEN typeof("orders"."freight") IN ('integer', 'real') THEN "orders"."freight" END) END FROM "orders" WHERE "customer"."id" = "orders"."customer_id") > 100 1 true
      pushed: (SELECT CASE WHEN count(CASE WHEN typeof("orders"."freight") IN ('integer', 'real') THEN "orders"."freight" END) = 0 THEN 0 ELSE sum(CASE WHEN typeof("orders"."freight") IN ('integer', 'real') THEN "orders"."freight" END) END FROM "orders" WHERE "customer"."id" = "orders"."customer_id") = 0 2 3 true
      pushed: (SELECT avg(CASE WHEN typeof("orders"."size") IN ('integer', 'real') THEN "orders"."size" END) FROM "orders" WHERE "customer"."id" = "orders"."customer_id") > 1 1 2 true
      """)
  }

  @Test func `a text among decimals is a text, and no NULL`() throws {
    try Script(schema: orders).expect(
      """
      both(Orders, function(o) return o.price ~= nil end)
      both(Orders, function(o) return not o.price end)
      both(Orders, function(o) return o.price == "abc" end)
      both(Orders, function(o) return type(o.price) == "string" and o.price > "abc" end)
      """,
      """
      pushed: "price" IS NOT NULL 1 2 4 5 6 true
      pushed: "price" IS NULL 3 true
      pushed: "price" >= '' AND ((typeof("price") = 'text' AND "price" = 'abc') OR (NOT (typeof("price") = 'text') AND "price" = x'616263')) 2 true
      pushed: "price" >= '' AND ((typeof("price") = 'text' AND +"price" > 'abc') OR (NOT (typeof("price") = 'text') AND +"price" > x'616263')) 6 true
      """)
  }
}
