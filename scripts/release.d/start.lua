-- What a short script does: the functions that run meanwhile come to stand together in the program.
Player = entity "Player" { name = text { required = true }, age = integer { validate = is.between(16, 60) } }
db:create_all()
db:add(Player { name = "Mara", age = 30 })
print(db:query "SELECT count(*) AS n FROM player")
print(Player:where { name = "Mara" }:sorted_by("age"):first().name)
