-- Documents inside fields: objects, lists and maps of them, and enums with payloads, stored as JSON.

Customer = entity "Customer" {
  name    = text { required = true },
  address = embedded "Address" { required = true },
  places  = map_of "Address",
  phones  = list_of(text { validate = is.matching "^[+0-9 ]+$" }),
  payment = variant { card = "Card", invoice = integer { validate = is.between(0, 90) }, cash = true, default = "cash" },
}
Address = entity "Address" {
  abstract = true,
  street = text { required = true },
  city   = text { required = true, validate = is.not_empty },
  rent   = decimal { scale = 2 },
}
Card = entity "Card" { abstract = true, number = text { validate = is.length(4) }, expires = date {} }

function Address.methods:line() return self.street .. ", " .. self.city end

db:create_all()

db:add(
  Customer {
    name = "Ann", address = { street = "Rue 1", city = "Paris", rent = "900.50" }, phones = { "+33 1" },
    payment = { card = { number = "1234", expires = "2027-12-31" } },
  },
  Customer {
    name = "Bob", address = Address { street = "Via 2", city = "Rome", rent = 1100 },
    places = { summer = { street = "Lido 3", city = "Venice" } }, payment = { invoice = 30 },
  },
  Customer { name = "Cid", address = { street = "Gate 4", city = "Oslo" } })

-- A document reads as an object; an edit inside is a change of the row.
ann = Customer:get(1)
print(ann.address:line(), ann.payment.card.expires)
ann.address.city = "Lyon"
table.insert(ann.phones, "+33 2")
for field, change in pairs(ann:changes()) do
  if field == "address" then print(change.from:line() .. " -> " .. change.to:line()) end
end
ann:save()

-- Everything that is wrong is said at once, with the way to it.
print(select(2, pcall(function()
  ann.places = { home = { street = "X", city = "" }, work = { stret = "Y" } }
end)))

-- Dotted names lead into documents, typed by the inner field.
print(Customer:where { ["address.rent"] = is.at_least(decimal "900.50") }:sum "address.rent")
print(table.concat(Customer:where "payment.invoice > 14 or payment.cash":sorted_by "-address.city":pluck "name", " "))
print(Customer:where { ["places.summer.city"] = "Venice" }:first().places.summer:line())
