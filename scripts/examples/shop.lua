-- A shop: every kind of field, every kind of relation, and what one asks of them.
--
--     moonshell scripts/examples/shop.lua

-- Documents: entities without a table, stored inside other rows.
Address = entity "Address" {
  abstract = true,
  street = text { required = true, validate = is.not_empty },
  city   = text { required = true },
  zip    = text { validate = is.matching "^[0-9]{5}$" },
}

function Address.methods:line() return self.street .. ", " .. self.city end

-- A tree: an entity that refers to itself.
Category = entity "Category" {
  name     = text { required = true, unique = true },
  parent   = belongs_to "Category" { on_delete = "cascade" },
  children = has_many "Category",
  products = has_many "Product",
}

Supplier = entity "Supplier" {
  code     = text { primary_key = true, validate = is.matching "^[A-Z]{3}$" },
  name     = text { required = true },
  website  = url {},
  products = has_many "Product",
}

Tag = entity "Tag" {
  word     = text { required = true, unique = true },
  products = many_to_many "Product",
}

-- Books and devices share the table of products.
Product = entity "Product" {
  sku         = uuid { auto = true, unique = true },
  name        = text { required = true, indexed = true, validate = is.length(2, 80) },
  price       = decimal { scale = 2, required = true, validate = is.at_least(decimal "0.01") },
  weight      = real { validate = is.greater(0) },
  stock       = integer { bits = 32, default = 0, validate = is.at_least(0) },
  on_sale     = boolean { default = false },
  released    = date {},
  picture     = data {},
  attributes  = json {},
  category    = belongs_to "Category",
  supplier    = belongs_to "Supplier" { on_delete = "restrict" },
  tags        = many_to_many "Tag",
  reviews     = has_many "Review",
  indexes     = { index("category", "price") },
}

Book = entity "Book" {
  extends = "Product", shared = true,
  pages = integer { required = true, validate = is.between(1, 5000) },
}

Device = entity "Device" {
  extends = "Product", shared = true,
  volts = integer { default = 230, validate = is.one_of(12, 110, 230) },
}

Customer = entity "Customer" {
  name      = text { required = true },
  email     = text { required = true, unique = true, validate = is.email },
  level     = enum { "basic", "silver", "gold", default = "basic" },
  born      = date {},
  home      = embedded "Address",
  others    = list_of "Address",
  by_season = map_of "Address",
  card      = has_one "Card",
  orders    = has_many "Order",
  wishes    = many_to_many("Product", { ordered = true }),
}

Card = entity "Card" {
  number   = text { primary_key = true },
  points   = integer { default = 0 },
  customer = belongs_to "Customer" { required = true, unique = true, on_delete = "cascade" },
}

-- An order and its lines: links with fields of their own, in an order of their own.
Order = entity "Order" {
  table    = "orders",
  placed   = datetime { required = true },
  payment  = variant { card = text {}, voucher = decimal { scale = 2 }, cash = true },
  customer = belongs_to "Customer" { required = true },
  lines    = has_many("Line", { ordered = true }),
  products = many_to_many("Product", { through = "Line" }),
}

Line = entity "Line" {
  amount  = integer { default = 1, validate = is.at_least(1) },
  price   = decimal { scale = 2, required = true },
  order   = belongs_to "Order" { required = true, on_delete = "cascade" },
  product = belongs_to "Product" { required = true },
}

Review = entity "Review" {
  stars    = integer { required = true, validate = is.between(1, 5) },
  words    = text {},
  product  = belongs_to "Product" { required = true, on_delete = "cascade" },
  customer = belongs_to "Customer",
}

db:create_all()
print("tables: " .. table.concat(db:tables(), " "))

-- Some data, all of it or none.
db:transaction(function()
  local goods = Category:create { name = "Goods" }
  local books = Category:create { name = "Books", parent = goods }
  local tools = Category:create { name = "Tools", parent = goods }
  local acme = Supplier:create { code = "ACM", name = "Acme", website = "https://acme.example/" }
  local lua = Book:create { name = "Programming in Lua", price = "39.90", pages = 388, stock = 12, category = books,
    released = "2016-08-01", attributes = { languages = { "en", "de" } } }
  local moon = Book:create { name = "The Moon", price = "12.50", pages = 96, category = books, on_sale = true }
  local drill = Device:create { name = "Drill", price = "89.00", weight = 1.8, stock = 3, category = tools, supplier = acme }
  local new, best = Tag:create { word = "new" }, Tag:create { word = "best" }
  lua.tags:add(best)
  moon.tags:add(new, best)
  drill.tags:add(new)
  local ada = Customer:create {
    name = "Ada", email = "ada@example.org", level = "gold",
    home = Address { street = "Byron Road 1", city = "London", zip = "12345" },
    others = { { street = "Sea Lane 2", city = "Dover" } },
    by_season = { summer = { street = "Hill 3", city = "Bath" } },
  }
  Customer:create { name = "Bob", email = "bob@example.org" }
  ada.card = Card { number = "C-1", points = 120 }
  ada:save()
  ada.wishes:add(drill, moon)
  ada.wishes:insert(lua, 1)
  local order = Order:create { placed = "2026-03-01T10:00:00Z", customer = ada, payment = { voucher = "50.00" } }
  order.products:add(lua, { amount = 1, price = lua.price })
  order.products:add(moon, { amount = 2, price = moon.price })
  moon.reviews:add(Review { stars = 5, words = "bright", customer = ada }, Review { stars = 3 })
end)

local ada = Customer:where { email = "ada@example.org" }:first()
print("home:", ada.home:line(), "| summer:", ada.by_season.summer.city, "| card:", ada.card.number, ada.card.customer.name)
print("wishes:", table.concat(ada.wishes:pluck "name", ", "))
ada.wishes:move(3, 1)
print("now:   ", table.concat(ada.wishes:pluck "name", ", "))

-- Products are books and devices.
for p in Product:sorted_by("-price"):with("tags"):iterate() do
  print(p.kind, p.name, p.price, table.concat(p.tags:sorted_by("word"):pluck "word", "+"))
end
print("pages of all books:", Book:sum "pages", "| dear:", Product:where("price > limit", { limit = decimal "30" }):count())

-- What is asked of relations.
print("in London:", Customer:where { ["home.city"] = "London" }:count())
print("best:", table.concat(Product:where { tags = Tag:where { word = "best" }:first() }:sorted_by("name"):pluck "name", ", "))
for line in Order:first().lines:with("product"):iterate() do print(line.amount, line.product.name, line.price * line.amount) end
print("stars:", Review:group_by("product.name"):aggregate { mean = "avg stars", votes = "count" }:fetch()[1].mean)
print("roots:", table.concat(Category:where { parent = null }:pluck "name", ", "),
  "children:", Category:where { ["parent.name"] = "Goods" }:count())

-- What does not fit is told whole, and nothing is half done.
local ok, err = pcall(Book.create, Book, { name = "X", price = "0.00", pages = 0 })
print(ok, err)
ok, err = pcall(function() ada.home.zip = "abc" end)
print(ok, err)
ok, err = pcall(function() Supplier:get("ACM"):delete() end)
print(ok, err)
print("payment:", Order:first().payment.voucher, "| products:", Product:count())
