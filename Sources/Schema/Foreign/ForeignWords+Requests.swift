extension ForeignWords {
  static let requests = [
    Entry(
      "sorted_by", "Player:sorted_by \"-score\"",
      "order_by order sort sort_by sorted orderByDescending order_asc reorder"),
    Entry("sorted_by", "Player:sorted_by(\"-score\"):first()", "last latest last_one final take_last tail"),
    Entry("sorted_by", "Player:sorted_by(\"score\"):first()", "earliest oldest"),
    Entry("sorted_by", "Player:sorted_by \"-score\"", "desc asc descending ascending reverse"),
    Entry("then_by", "Player:sorted_by(\"-score\"):then_by \"name\"", "thenByDescending then_order"),
    Entry(
      "where", "Player:where { age = 20 }",
      "filter filter_by find_all find_by findFirstBy select_where match restrict find_where wherein where_eq query objects"
    ),
    Entry(
      "from_sql", "Player:from_sql(\"select * from player\")", "find_by_sql from_raw raw_query native_query from_query"),
    Entry("where_not", "Player:where_not { age = 20 }", "exclude reject without isnt whereNotIn"),
    Entry("or_where", "Player:where { age = 20 }:or_where { age = 22 }", "orFilter either or_ union union_all"),
    Entry(
      "where", "Player:where \"false\" has no rows; not Player:exists() asks whether there are any", "none"),
    Entry(
      "get_or_create", "Player:get_or_create({ name = \"Ann\" }, { age = 20 })",
      "find_or_create_by find_or_create create_or_find_by create_or_find first_or_create get_or_insert find_or_insert"),
    Entry(
      "upsert", "db:add(x, { upsert = true, on = \"field\" })",
      "upsert upsert_all update_or_create create_or_update insert_or_update insert_or_replace on_conflict"),
    Entry("flat_map", "Player:fetch():flat_map \"games\"", "flat_map select_many"),
    Entry(
      "get", "Player:get(1)",
      "find_by_id get_by_id lookup find_by_pk fetch_one load one get_or_404"),
    Entry("get", "Player:get(1), or Player:where { name = \"Ann\" }", "find find_one findUnique"),
    Entry(
      "first", "Player:first()",
      "take_one single single_or_default first_or_default one_or_none scalar firstOrFail head"),
    Entry("limit", "Player:limit(5)", "take top limit_to max_results set_max_results rows_limit"),
    Entry("offset", "Player:offset(10)", "skip set_first_result drop start_at"),
    Entry(
      "with", "Player:with(\"team\")",
      "include includes preload eager_load select_related prefetch_related joinedload selectinload populate join joins left_join inner_join left_outer_join outer_join join_relation expand"
    ),
    Entry("select", "Player:select(\"name\", \"age\")", "project projection only defer columns pick fields load_only"),
    Entry("values", "Player:values(\"name\", \"age\")", "values_list as_array tuples valuesOf"),
    Entry("pluck", "Player:pluck(\"name\")", "collect map map_to flat_values get_field column_values"),
    Entry(
      "fetch", "Player:fetch()",
      "to_list to_a toArray list as_list execute_query get_all fetch_all run_query materialize"),
    Entry("distinct", "Player:select(\"age\"):distinct()", "uniq unique distinct_on unique_by"),
    Entry("count", "Player:count()", "size length len count_documents count_all row_count estimated_document_count"),
    Entry("exists", "Player:exists()", "any is_any has_any not_empty is_empty some contains"),
    Entry("sum", "Player:sum(\"score\")", "total sum_of sum_by"),
    Entry("avg", "Player:avg(\"score\")", "average mean avg_of"),
    Entry("max", "Player:max(\"score\")", "maximum max_by largest"),
    Entry("min", "Player:min(\"score\")", "minimum min_by smallest"),
    Entry(
      "group_by", "Player:group_by(\"team\"):aggregate { n = \"count\" }",
      "group aggregate_by summarize agg reduce bucket partition_by tally count_by value_counts"),
    Entry(
      "having", "Player:group_by(\"team\"):aggregate { n = \"count\" }:having \"n > 1\"",
      "having having_where filter_groups"),
    Entry(
      "update", "Player:where { age = 20 }:update { score = 3 }",
      "update_all update_many update_one bulk_update set_all"),
    Entry(
      "delete", "Player:where { age = 20 }:delete()",
      "delete_all destroy_all delete_many delete_one remove_all destroy del truncate drop_rows"),
    Entry(
      "create", "Player:create { name = \"Zoe\" }",
      "new build make construct create_one insert_one insert_into save_new add_one insertGetId put_new"),
    Entry(
      "add", "db:add(p, q)",
      "create_many insert_many bulk_create insert_all bulk_insert bulk_save_objects add_all saveAll"),
    Entry(
      "iterate", "for p in Player:iterate() do print(p.name) end",
      "find_each find_in_batches in_batches stream yield_per cursor chunk lazy"),
    Entry("each", "Player:each(function(p) print(p.name) end)", "for_each each_row each_with_index walk"),
    Entry("page", "Player:page { size = 20 }", "paginate per_page simple_paginate cursor_paginate keyset"),
    Entry("sql", "Player:where { age = 20 }:sql()", "to_sql to_query_string query_string as_sql compile_sql get_query"),
    Entry("explain", "Player:explain()", "query_plan explain_analyze explain_query plan"),
    Entry(
      "scopes", "function Player.scopes:adults() return self:where { age = is.at_least(18) } end",
      "scope named_scope scoped"),
  ]

  static let groups = [
    Entry(
      "aggregate", "Player:group_by(\"team\"):aggregate { total = \"sum score\" }",
      "sum avg min max median average annotate summarize agg"),
    Entry("count", "groups:count()", "size length len"),
    Entry(
      "fetch", "for _, group in ipairs(groups:fetch()) do print(group.players) end",
      "iterate each for_each map pluck values all rows list to_list to_array"),
    Entry("having", "groups:having \"players > 1\"", "where filter where_group"),
  ]

  static let objects = [
    Entry("delete", "p:delete()", "destroy remove erase del unlink drop delete_instance"),
    Entry(
      "save", "p.score = 7 p:save()",
      "persist store write put commit save_changes save_or_fail flush update_attributes update_attribute update_columns set_attributes update"
    ),
    Entry("assign", "p:assign { score = 7 }", "fill merge_attributes assign_attributes set_values"),
    Entry("reload", "p:reload()", "refresh refetch refresh_from_db fetch_again revert"),
    Entry("changes", "p:changes()", "dirty changed is_dirty changed_attributes modified get_dirty previous_changes"),
    Entry("validate", "p:validate()", "valid is_valid full_clean clean errors check_errors"),
    Entry("is_new", "p:is_new()", "new_record persisted is_persisted is_transient"),
    Entry(
      "to_table", "p:to_table()",
      "to_h to_hash to_dict as_json model_to_dict serializable_hash to_map attributes to_object"),
    Entry("encode", "p:encode \"json\"", "to_json json dumps stringify serialize to_csv to_xml"),
    Entry("draft", "local d = p:draft()", "clone dup copy deepcopy edit_copy"),
    Entry("discard", "d:discard()", "undo restore rollback_changes reset"),
    Entry("key", "p:key()", "pk get_key primary_key_value get_id"),
  ]

  static let databases = [
    Entry(
      "execute", "db:execute(sql, 20)",
      "exec run raw execute_sql exec_sql execute_query execute_update run_sql run_command executemany"),
    Entry(
      "query", "db:query(sql)",
      "sql select fetch_all rows select_all get_rows nrows urows prepare all fetch"),
    Entry(
      "transaction", "db:transaction(function() p:save() end)",
      "atomic transact start_transaction with_transaction in_transaction begin_nested"),
    Entry("begin", "db:begin() p:save() db:commit()", "begin_transaction start savepoint"),
    Entry("rollback", "db:begin() p:delete() db:rollback()", "abort cancel revert rollback_transaction undo"),
    Entry("commit", "db:begin() p:save() db:commit()", "flush commit_transaction save_changes"),
    Entry("add", "db:add(p, q)", "save persist insert add_all merge store"),
    Entry(
      "add", "db:add(x, { upsert = true, on = \"field\" })",
      "upsert update_or_create create_or_update insert_or_update insert_or_replace"),
    Entry("migrate", "db:migrate()", "upgrade auto_migrate makemigrations migrate_up sync_schema migrations"),
    Entry(
      "create_all", "db:create_all()",
      "create_tables create_schema ensure_created create_database create_table setup sync"),
    Entry("reflect", "db:reflect()", "introspect automap inspect load_schema scaffold"),
    Entry("open", "db:open(\"shop.db\")", "connect attach use create_connection"),
    Entry("close", "db:close()", "disconnect quit dispose"),
    Entry(
      "tables", "db:tables()", "list_tables show_tables get_tables get_collection_names show_collections table_names"),
  ]
}
