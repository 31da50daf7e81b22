extension ForeignWords {
  /// The functions of predicates and expressions that are texts.
  static let expressions = [
    Entry("length", "length(name) > 3", "len char_length character_length strlen size octet_length"),
    Entry("any", "any(games, score > 3)", "exists some has any_of is_any"),
    Entry("all", "all(games, score > 3)", "every all_of for_all"),
    Entry("none", "none(games, score > 3)", "not_exists none_of"),
    Entry("lower", "lower(name) == 'ann'", "lcase downcase to_lower to_lower_case lowercase"),
    Entry("upper", "upper(name) == 'ANN'", "ucase upcase to_upper to_upper_case uppercase"),
    Entry("coalesce", "coalesce(nickname, name)", "ifnull nvl isnull"),
    Entry("if", "if(score > 3, 'good', 'bad')", "iif case when ternary"),
    Entry("avg", "avg(games.score)", "average mean"), Entry("sum", "sum(games.score)", "total"),
    Entry("count", "count(games)", "count_all number_of"),
    Entry("max", "max(games.score)", "maximum"), Entry("min", "min(games.score)", "minimum"),
    Entry("weekday", "weekday(at) == 1", "day_of_week dow"),
    Entry("date", "date(at) == '2024-05-01'", "to_date date_only"),
  ]
}
