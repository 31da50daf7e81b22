extension ForeignWords {
  static let resultSets = [
    Entry("resort", "rs:resort(\"-score\")", "sort sort_by order order_by sorted sorted_by reorder"),
    Entry("refilter", "rs:refilter { score = is.greater(3) }", "where filter filter_by search exclude"),
    Entry("insert", "rs:insert { id = 7, name = \"Zoe\" }", "add append push put upsert prepend extend create"),
    Entry("remove", "rs:remove(row)", "delete del erase pop drop discard destroy delete_at"),
    Entry("clear", "rs:clear()", "reset empty truncate remove_all delete_all"),
    Entry("load", "rs:load(list)", "set fill populate set_items"),
    Entry("apply", "rs:apply(list)", "replace replace_all sync"),
    Entry("objects", "rs:objects()", "rows fetch all items to_list list elements get_all map each iterate"),
    Entry("at", "rs:at(1)", "first get item nth row element_at object_at"),
    Entry("position", "rs:position(row)", "index index_of index_path index_path_for"),
    Entry(
      "observe", "rs:observe(function(changes) print(changes) end)",
      "subscribe listen on on_change sink add_observer notify"),
    Entry("find", "rs:find { score = 3 }", "select contains find_all any"),
    Entry("section_count", "rs:section_count()", "number_of_sections sections_count"),
    Entry("#", "#rs", "count size length len row_count number_of_rows"),
  ]
}
