extension ForeignWords {
  static let tests = [
    Entry("greater", "is.greater(18)", "gt greater_than above over after more more_than"),
    Entry("at_least", "is.at_least(18)", "gte ge greater_or_equal greater_than_or_equal minimum from"),
    Entry("less", "is.less(18)", "lt less_than below under before smaller"),
    Entry("at_most", "is.at_most(18)", "lte le less_or_equal less_than_or_equal maximum up_to"),
    Entry("equal", "is.equal(18)", "eq equals equal_to same same_as exact iexact exactly"),
    Entry("not_equal", "is.not_equal(18)", "ne neq not_eq not_equals different unequal other_than not_"),
    Entry("one_of", "is.one_of { 1, 2 }", "in_ any_of member_of included_in in_list inclusion within"),
    Entry("none_of", "is.none_of { 1, 2 }", "nin not_in exclusion not_one_of"),
    Entry("absent", "is.absent", "null is_null none missing undefined is_none blank"),
    Entry("present", "is.present", "not_null is_not_null exists not_nil not_none"),
    Entry("containing", "is.containing \"an\"", "like ilike contains icontains substring includes has"),
    Entry("prefix", "is.prefix \"Z\"", "starts_with begins_with istartswith start"),
    Entry("suffix", "is.suffix \"r\"", "ends_with iendswith finish"),
    Entry("matching", "is.matching \"^Z\"", "regex regexp match matches rlike iregex pattern similar_to"),
    Entry("between", "is.between(18, 24)", "range in_range between_ ranging"),
    Entry("length", "is.length { max = 20 }", "size len max_length min_length length_between"),
    Entry("not_empty", "is.not_empty", "not_blank nonempty filled"), Entry("email", "is.email", "mail email_address"),
  ]

  static let options = [
    Entry(
      "required", "name = text { required = true }",
      "null nullable allow_null optional not_null mandatory presence allow_nil nonnull blank"),
    Entry("primary_key", "code = text { primary_key = true }", "pk primary is_primary key"),
    Entry("indexed", "age = integer { indexed = true }", "index db_index add_index"),
    Entry("unique", "name = text { unique = true }", "uniq uniqueness is_unique unique_key"),
    Entry(
      "default", "score = integer { default = 0 }", "default_value server_default defaults_to initial default_factory"),
    Entry("column", "album = integer { column = \"AlbumId\" }", "db_column column_name col mapped_to"),
    Entry(
      "validate", "age = integer { validate = is.between(18, 24) }",
      "check validates validator validators validation rules constraint"),
    Entry("validate", "name = text { validate = is.length(0, 20) }", "max_length min_length length maxlen minlen"),
    Entry("validate", "age = integer { validate = is.at_most(24) }", "max maximum max_value"),
    Entry("validate", "age = integer { validate = is.at_least(18) }", "min minimum min_value"),
    Entry("readonly", "code = text { readonly = true }", "immutable frozen editable write_once"),
    Entry(
      "generated", "twice = integer { generated = \"price * 2\" }",
      "computed generated_always generated_as virtual_as stored_as db_persist expression"),
    Entry("transient", "note = text { transient = true }", "virtual not_mapped ignore unmapped"),
    Entry(
      "primary_key", "id = integer { primary_key = true }, which counts by itself",
      "auto autoincrement identity serial"),
    Entry("auto", "token = uuid { auto = true }", "auto_now auto_now_add"),
    Entry("scale", "price = decimal { scale = 2 }", "decimal_places places digits precision_scale"),
    Entry(
      "collation", "name = text { collation = \"nocase\" }",
      "collate case_insensitive nocase case_sensitive db_collation"),
    Entry("bits", "age = integer { bits = 16 }", "width bytes size int_size"),
    Entry("renamed_from", "score = integer { renamed_from = \"points\" }", "old_name was previously former_name"),
  ]

  static let constructors = [
    Entry("text", "name = text { required = true }", "string varchar char str CharField TextField nvarchar"),
    Entry("integer", "age = integer { default = 0 }", "int bigint smallint long IntegerField int64 number serial"),
    Entry("real", "weight = real {}", "float double FloatField float64 single"),
    Entry("boolean", "active = boolean { default = true }", "bool BooleanField bit logical"),
    Entry("decimal", "price = decimal { scale = 2 }", "money currency DecimalField numeric bigdecimal"),
    Entry("datetime", "at = datetime {}", "timestamp timestamptz DateTimeField time moment"),
    Entry("date", "day = date {}", "DateField localdate"),
    Entry("data", "photo = data {}", "blob bytes binary bytea bytearray BinaryField"),
    Entry("uuid", "token = uuid { auto = true }", "guid UUIDField"),
    Entry("json", "extra = json {}", "jsonb JSONField object dict document hash"),
    Entry("belongs_to", "team = belongs_to \"Team\"", "ForeignKey references many_to_one reference"),
    Entry("has_many", "players = has_many \"Player\"", "OneToMany relationship children"),
    Entry("has_one", "card = has_one \"Card\"", "one_to_one OneToOneField"),
    Entry("many_to_many", "tags = many_to_many \"Tag\"", "ManyToManyField has_and_belongs_to_many habtm"),
    Entry("list_of", "lines = list_of \"Line\"", "array list embeds_many"),
    Entry("embedded", "address = embedded \"Address\"", "embeds_one composed_of struct"),
    Entry("enum", "rank = enum { \"pro\", \"amateur\" }", "choices enumeration"),
    Entry(
      "entity", "Player = entity \"Player\" { name = text {} }",
      "model class schema define create_table collection defmodule"),
    Entry("desc", "Player:sorted_by(desc \"score\")", "descending"),
    Entry("asc", "Player:sorted_by(asc \"score\")", "ascending"),
  ]
}
