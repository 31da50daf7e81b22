/// Customers with documents of every kind, whose entities are declared behind them.
let shop = #"""
  Customer = entity "Customer" {
    name = text { required = true },
    address = embedded "Address",
    homes = list_of "Address",
    places = map_of "Address" { column = "spots" },
    tags = list_of(text { validate = is.not_empty }),
    shape = variant { circle = real { validate = is.greater(0) }, rect = "Rect", none = true },
  }
  Address = entity "Address" {
    abstract = true,
    city = text { required = true, validate = is.not_empty },
    zip = text { validate = is.length(5) },
    since = date {},
    rent = decimal { scale = 2 },
    photo = data {},
    active = boolean { default = true },
    kind = enum { { "home", 1 }, { "work", 2 } },
    token = uuid {},
    extra = json {},
    geo = embedded "Geo",
  }
  Geo = entity "Geo" {
    abstract = true,
    lat = real { required = true, validate = is.between(-90, 90) },
    lon = real {},
  }
  Rect = entity "Rect" { abstract = true, width = real { required = true }, height = real { default = 1 } }
  function Address.methods:label() return self.city .. "!" end
  db:create_all()
  """#
