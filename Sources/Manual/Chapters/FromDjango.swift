extension Chapters {
  static let fromDjango = Page("from-django", "Django", .comingFrom, text: fromDjangoText)

  private static let fromDjangoText = #"""
    A request here is a QuerySet there. Lookups with two underscores are tests, and names that follow relations have dots.

    ```python
    class Book(models.Model):
        title = models.CharField(max_length=80)
        year = models.IntegerField(null=True)
        author = models.ForeignKey(Author, on_delete=models.CASCADE, related_name="books")
    ```

    ```moon new
    moon> Author = entity "Author" { name = text { required = true }, books = has_many "Book" }
    moon> Book = entity "Book" {
      ...   title = text { required = true, validate = is.length(1, 80) },
      ...   year = integer {},
      ...   author = belongs_to("Author", { required = true, on_delete = "cascade" }),
      ... }
    moon> db:create_all()
    the schema changed · .undo begins here
    ```

    | Django | here |
    |---|---|
    | `Book.objects.all()` | `Book:all()` |
    | `.filter(year__gte=1900)` | `:where { year = is.at_least(1900) }` |
    | `.filter(title__contains="Sol")` | `:where { title = is.containing("Sol") }` |
    | `.filter(author__name="Lem")` | `:where { ["author.name"] = "Lem" }` |
    | `.filter(year__in=[1, 2])` | `:where { year = { 1, 2 } }` |
    | `.filter(year__isnull=True)` | `:where { year = null }` |
    | `.exclude(…)` | `:where_not { … }` |
    | `Q(a) \| Q(b)` | `:where { … }:or_where { … }` |
    | `.order_by("-year")` | `:sorted_by("-year")` |
    | `.get(pk=1)` | `:get(1)` |
    | `.select_related`, `.prefetch_related` | `:with("author")` |
    | `.values("title", "author__name")` | `:values("title", "author.name")` |
    | `.values_list("title", flat=True)` | `:pluck "title"` |
    | `.annotate(n=Count("books"))` | `:annotate { n = "count books" }` |
    | `.values("year").annotate(n=Count("id"))` | `:group_by("year"):aggregate { n = "count" }` |
    | `.annotate(r=Window(Rank(), order_by="-n"))` | `:annotate { r = sql "rank() OVER (ORDER BY n DESC)" }` |
    | `Book.objects.raw(sql, [5])` | `Book:from_sql(sql, 5)`, a request like any other |
    | `.aggregate(Sum(F("price") * F("n")))` | `:sum "price * n"` |
    | `.update(year=F("year") + 1)` | `:update { year = expr "year + 1" }` |
    | `.iterator()` | `:iterate()` |
    | `bulk_create` | `db:add(list)` |
    | `full_clean()` | `validate()`, and each assignment |
    | `makemigrations`, `migrate` | `db:migrate()` |
    | `with transaction.atomic():` | `db:transaction(function() … end)` |
    | `dumpdata`, `loaddata` | `export`, `import` |

    ```moon
    moon> lem = Author:create { name = "Lem" }
    1 row changed · .undo takes it back
    moon> db:add(Book { title = "Solaris", year = 1961, author = lem }, Book { title = "Eden", year = 1959, author = lem })
    2 rows changed
    moon> Book:where { ["author.name"] = "Lem", year = is.at_least(1960) }:pluck "title"
    { "Solaris" }
    moon> Book:group_by("author.name"):aggregate { n = "count", first = "min year" }
    ╭─────────────┬───────┬───╮
    │ author.name │ first │ n │
    ├─────────────┼───────┼───┤
    │ Lem         │  1959 │ 2 │
    ╰─────────────┴───────┴───╯
    1 row
    moon> Book:create { title = "", author = lem }
    Book: title: '' does not have 1 to 80 characters
      1 | Book:create { title = "", author = lem }
    ```
    """#
}
