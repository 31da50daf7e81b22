import Testing

/// Objects whose key was changed and not saved: until it is saved, they are the row that they were.
@Suite struct ChangedKeyTests {
  private static let schema = """
    Book = entity "Book" {
      isbn = text { primary_key = true }, tags = many_to_many "Tag", revs = has_many("Rev", { ordered = true }),
      card = has_one "Card" }
    Tag = entity "Tag" { n = integer { primary_key = true }, books = many_to_many "Book" }
    Rev = entity "Rev" { n = integer {}, book = belongs_to "Book" }
    Card = entity "Card" { book = belongs_to "Book" }
    db:create_all()
    a, b = Book:create { isbn = "A" }, Book:create { isbn = "B" }
    function state(isbn)
      local book = Book:get(isbn)
      return ("%s: %d tags, %d revs, %s"):format(isbn, book.tags:count(), book.revs:count(), book.card)
    end
    """

  @Test func `relations are those of the row`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      a.isbn = "B"
      a.tags:add(Tag { n = 1 })
      a.revs:add(Rev {})
      a.card = Card {}
      a.isbn = "C"
      a.revs:insert(Rev {}, 1)
      print(a.tags:count(), a.revs:count(), a:key(), Rev:where { book = a }:count())
      a.isbn = "A"
      a:save()
      print(state "A") print(state "B")
      """,
      """
      1 2 Book:'A' 2
      A: 1 tags, 2 revs, Card(1)
      B: 0 tags, 0 revs, nil
      """)
  }

  @Test func `so is what belongs to it, or is linked with it`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      a.isbn = "B"
      local r = Rev { book = a }
      print(r.book_id, rawequal(r.book, a))
      r:save()
      print(rawequal(r.book, a), state "A", state "B")
      local s, t = Tag:create { n = 1 }, Tag:create { n = 2 }
      s.n = 2
      b.tags:add(s)
      print(b.tags:first().n, Tag:where { books = b }:count(), s.books:first().isbn)
      b.tags:remove(t)
      print(b.tags:count())
      b.tags:remove(s)
      print(b.tags:count())
      """,
      """
      A true
      true A: 0 tags, 1 revs, nil B: 0 tags, 0 revs, nil
      1 1 B
      1
      0
      """)
  }
}
