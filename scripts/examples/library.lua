-- The schema of the tutorial's second part, with what is typed there: scripts/moonshell scripts/examples/library.lua
Author = entity "Author" { name = text { required = true, unique = true }, books = has_many "Book" }
Member = entity "Member" { name = text { required = true }, since = date {} }
Book = entity "Book" {
  title    = text    { required = true, validate = is.not_empty },
  year     = integer { validate = is.between(1450, 2100) },
  shelf    = enum    { "novel", "science", "poetry" },
  price    = decimal { scale = 2 },
  author   = belongs_to("Author", { required = true }),
  borrower = belongs_to "Member",
}
db:create_all()

local lem, austen = Author:create { name = "Stanisław Lem" }, Author:create { name = "Jane Austen" }
db:add(
  Book { title = "Solaris", year = 1961, shelf = "novel", author = lem },
  Book { title = "The Cyberiad", year = 1965, shelf = "novel", author = lem },
  Book { title = "Emma", year = 1815, shelf = "novel", author = austen })

-- What breaks the rules is refused whole.
print(select(2, pcall(Book.create, Book, { title = "", year = 12, author = lem })))

-- A function that fails takes back what it did.
pcall(db.transaction, db, function()
  Book:create { title = "Persuasion", year = 1817, author = austen }
  Book:create { title = "Sanditon", year = 18170, author = austen }
end)
print(Book:count() .. " books")

local emma = Book:where { title = "Emma" }:first()
emma.borrower = Member:create { name = "Ann", since = "2026-01-15" }
emma:save()
print(Book:where { ["borrower.name"] = "Ann" }:first().title)

-- A list in sections says what changed.
local shown = Book:sorted_by("title"):sectioned_by("author.name"):results()
shown:observe(print)
Book:create { title = "Fiasco", year = 1986, shelf = "novel", author = lem }

for author in Author:sorted_by("name"):with("books"):iterate() do
  print(author.name .. ":")
  for _, book in ipairs(author.books:fetch()) do print("  " .. book.title, book.year) end
end
