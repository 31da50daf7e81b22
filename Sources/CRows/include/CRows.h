// Rows of a database as Lua objects: a userdata that points into an arena of cells.
//
// An object is made when it is touched. Reading a field looks up the interned name of the field by its address and
// reads the cell; nothing is copied until a field is assigned, and then only that field is.
#ifndef CROWS_H
#define CROWS_H

#include <CCells.h>
#include <CLua.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// How a cell reads in Lua. A kind of cell is added to MOON_READ_KIND: cells of this kind read as they are stored.
// Texts that are labels of the slot read as they are stored, too.
enum { MOON_READ_STORED, MOON_READ_BOOLEAN, MOON_READ_ASK, MOON_READ_ASK_ALWAYS, MOON_READ_KIND, MOON_READ_LABEL = 16 };

// What an object is.
enum { MOON_NEW, MOON_SAVED, MOON_DELETED, MOON_LENT, MOON_RETURNED, MOON_DISCARDED, MOON_EMBEDDED };

// The fields of an entity as its objects know them. It lives as long as the state.
typedef struct moon_shape moon_shape;

// One is made of each row that a script looks at, so that a million lie side by side: it is as small as can be.
typedef struct {
  uint32_t tag;   // tells objects from other userdata
  uint32_t mark;  // the transaction that remembers it as it was
  moon_shape *shape;
  moon_rows *rows;  // NULL for an object that was never read from a database
  uint32_t row;
  uint8_t state : 3;
  bool holds : 1;  // whether any field is held
  bool draft : 1;  // whether it is a copy, whose changes its origin takes over when it is saved
  bool queued : 1;  // whether a new object is about to be inserted
  bool related : 1;  // whether it has a table of related objects
  bool listed : 1;  // whether a list in memory shows it, which alone may change it
  uint8_t places;  // how many slots have a user value of their own
  uint8_t bits[];  // one bit per slot: held; then one bit per slot: changed
} moon_object;

static inline bool moon_get_bit(const uint8_t *bits, int slot) { return bits[slot >> 3] >> (slot & 7) & 1; }

// User values of an object: what keeps its rows, or a table of that and more; then what it holds, as far as it has places.
enum { MOON_KEPT = 1, MOON_FIRST_PLACE };
// What few objects need is in tables, which are in that table: what an object holds without a place for it, the objects
// that it leads to, what was there before. What keeps its rows comes last there, and is itself no table.
enum { MOON_HELD = 1, MOON_RELATED, MOON_ORIGINALS, MOON_ANCHOR };

typedef struct {
  const void *magic;
  moon_shape *shape;
  moon_rows *rows;
  intptr_t loaded;         // places in the cache that have a row in the buffer
  intptr_t count;          // length as the script sees it
  intptr_t first;          // how many places of the cache come before its own
  const uint32_t *places;  // the places of the cache in its order; NULL where they follow each other
  bool shares;             // whether another list knows its objects by the same cache
  bool lists;              // whether its objects are made as those of a list in memory
} moon_list;

// User values of a list; the objects that were made are in the cache, by their places.
enum { MOON_LIST_ANCHOR = 1, MOON_CACHE, MOON_PLACES };

// A row of a list, as the database gave it.
typedef struct {
  const moon_rows *rows;
  intptr_t row;
} moon_row;

// Shows another row in an object that is lent: what it held of the one before is none of this one's.
void moon_object_show(moon_object *object, moon_rows *rows, intptr_t row);

// Makes the metatables. On the stack: methods of objects, its fallback functions (index, newindex, tostring, eq, pairs),
// methods of lists, tostring of lists; all are popped.
void moon_rows_open(lua_State *L);

moon_shape *moon_shape_new(lua_State *L, int slots, const char *const *names, const uint8_t *readings,
                           const int16_t *columns, void *context);
void *moon_shape_context(const moon_shape *shape);
int moon_shape_slots(const moon_shape *shape);
// The column of a slot in the rows, or -1.
int moon_shape_column(const moon_shape *shape, int slot);
// The slot whose name is the value at `index`, or -1.
int moon_shape_find(lua_State *L, const moon_shape *shape, int index);
// Takes the table on top of the stack as the methods that a script gave the entity.
void moon_shape_set_methods(lua_State *L, moon_shape *shape);

// Lets a shape know the number of the open transaction, 0 without one. While that is open, an object that it does not
// remember asks the host for the documents which it holds: they may be edited in place.
void moon_shape_set_transaction(moon_shape *shape, const uint32_t *transaction);
// Takes the function on top of the stack, which is called with each object that a list or a stream makes of a row.
void moon_shape_set_after_load(lua_State *L, moon_shape *shape);

// What a slot takes from a script without asking the host: exactly what the host would take as it is, or turn into the
// same (a whole number for a real). Any other value is the host's to judge.
enum {
  MOON_TAKE_ASKED,
  MOON_TAKE_BOOLEAN,
  MOON_TAKE_INTEGER,
  MOON_TAKE_REAL,
  MOON_TAKE_TEXT,
  MOON_TAKE_LABEL,
  MOON_TAKE_DATE
};
void moon_shape_set_taking(moon_shape *shape, int slot, int kind, int64_t low, int64_t high);
// Takes the set of labels on top of the stack, a table with them as keys.
void moon_shape_set_labels(lua_State *L, moon_shape *shape, int slot);
// Gives the object at `index` the members of a table that its slots take. Before the first call nil is pushed. Where a
// member is the host's to judge, its key and value are pushed and the answer is true: the host pops the value and goes
// on. At the end nothing is left on the stack and the answer is false.
bool moon_object_take(lua_State *L, int index, int table);

// How the value of a slot is stored: numbers and strings as they are, strings as text or as data; truths as 0 and 1. Where a
// slot takes both, a string that is no text is data.
enum { MOON_GIVE_ASKED, MOON_GIVE_TEXT, MOON_GIVE_DATA, MOON_GIVE_TRUTH, MOON_GIVE_EITHER };
// Which values pass all tests of a column for certain: those that the host is not asked about.
enum { MOON_PASS_ASKED, MOON_PASS_ALL, MOON_PASS_INTEGERS, MOON_PASS_REALS, MOON_PASS_TEXTS };
typedef struct {
  int16_t slot;
  uint8_t kind;
  uint8_t passing;
  bool required;      // whether NULL is for the host
  int64_t low, high;  // integers; the bytes of texts, which begin with no blank unless none are needed
  double from, to;    // reals
} moon_giving;
// Makes cells of what an object holds, from the `from`-th on, up to one that the host must make, or test if it is
// `made`: the answer is its place, or `count` at the end. Text and data are borrowed from the object; they end with NUL.
int moon_object_cells(lua_State *L, int index, const moon_giving *givings, int count, int from, moon_cell *cells,
                      bool *made);
// Asks the processor for the texts of the object at `index`, if it is one, which is to be given soon: in a long list they
// are far from its caches.
void moon_object_foresee(lua_State *L, int index);
// Whether it is a new object of a shape which is to be inserted as it is: no draft, not queued, without related objects.
bool moon_object_is_fresh(const moon_object *object, const moon_shape *shape);

// Takes the name on top of the stack as that of a relation to many, whose rows are found by a whole number in a slot.
// Reading it makes a promise of the type with this metatable (see objects.h).
void moon_shape_add_relation(lua_State *L, moon_shape *shape, int slot, int metatable);

// Makes a shape one of rows of several kinds, which a column tells apart. Takes the function on top of the stack, which
// raises an error about a kind that is not known.
void moon_shape_set_kinds(lua_State *L, moon_shape *shape, int column);
// Objects of rows of this kind get the other shape, of which no object may exist yet.
void moon_shape_add_kind(moon_shape *shape, const char *kind, size_t length, moon_shape *other);
// The shape of the object of a row: mostly the shape itself; NULL for a kind that is not known.
moon_shape *moon_shape_of_row(moon_shape *shape, const moon_rows *rows, intptr_t row);

// Says that the rows of its objects are of a table that was made anew since: the host is asked for all that is read.
void moon_shape_outdate(moon_shape *shape);
bool moon_shape_is_outdated(const moon_shape *shape);
// Whether an object of a shape can become one of another.
bool moon_shape_has_room(const moon_shape *shape, const moon_shape *other);

// Whether objects of its rows are made without asking anyone.
bool moon_shape_is_plain(const moon_shape *shape);

// Pushes an object; `anchor` is the stack index of what keeps the rows alive, or 0.
moon_object *moon_push_object(lua_State *L, moon_shape *shape, int anchor, moon_rows *rows, intptr_t row, int state);
// Pushes an object with a copy of a row of so many columns, which it keeps itself.
moon_object *moon_push_copy(lua_State *L, moon_shape *shape, const moon_rows *rows, intptr_t row, intptr_t columns,
                            int state);
moon_object *moon_to_object(lua_State *L, int index);
// The cell that a slot was read from, or NULL.
const moon_cell *moon_object_cell(const moon_object *object, int slot);
// Pushes what the row has for a slot, as Lua sees it; false, and nothing, where only the host can tell.
bool moon_object_push_stored(lua_State *L, const moon_object *object, int slot);
static inline bool moon_object_is_held(const moon_object *object, int slot) {
  return object->holds && moon_get_bit(object->bits, slot);
}
bool moon_object_is_changed(const moon_object *object, int slot);
void moon_object_set_changed(moon_object *object, int slot, bool changed);
// Says of all slots that they are not changed.
void moon_object_forget_changes(moon_object *object);
// Says that the object may be something else than its row from now on.
void moon_object_leave_row(const moon_object *object);
// Pops a value, which from now on is the slot's.
void moon_object_hold(lua_State *L, int index, int slot);
// Forgets the slot's own value: the cell counts again.
void moon_object_release(lua_State *L, int index, int slot);
// Pushes what the slot holds: its own value, or the cell as it is stored.
void moon_object_get(lua_State *L, int index, int slot);
// Pushes one of the tables of the object, making it where it is missing.
void moon_object_table(lua_State *L, int index, int which);
// Pushes what keeps the rows of an object, or nil.
void moon_object_push_anchor(lua_State *L, int index);
// Pops what keeps its rows from now on.
void moon_object_set_anchor(lua_State *L, int index);
// Pushes one of the tables of the object, or nil.
void moon_object_known_table(lua_State *L, int index, int which);
// Forgets one of the tables of the object.
void moon_object_forget(lua_State *L, int index, int which);
void moon_push_cell(lua_State *L, const moon_cell *cell);

// Pushes an image of the object at `index`: another object with all that it holds, to give it back one day.
void moon_push_image(lua_State *L, int index);
// Makes an object what it was when the image was made; the image is of no use then.
void moon_object_restore(lua_State *L, int index, int image);

void moon_push_list(lua_State *L, moon_shape *shape, int anchor, moon_rows *rows, intptr_t count);
// Pushes a list of `count` rows of another, from the `first`-th (from 1): its objects are those of the other.
void moon_push_span(lua_State *L, int index, intptr_t first, intptr_t count);
// Pushes a list of `count` elements of another, by their positions in it from 0: its objects are those of the other.
void moon_push_arranged(lua_State *L, int index, const intptr_t *positions, intptr_t count);
// Pushes a list of the same elements, which keeps them whatever becomes of the other.
void moon_push_kept(lua_State *L, int index);
// The same with objects of its own, which show what was loaded; those of a list in memory cannot be assigned to.
void moon_push_own(lua_State *L, int index, bool are_listed);
// The row of the list's own buffer from which the element at a place is or was made; false where there is none.
bool moon_list_loaded_row(const moon_list *list, intptr_t position, moon_row *row);
// What is read of the rows of elements: the cells of some slots, side by side, row by row.
typedef struct {
  const intptr_t *places;  // of the elements, from 0; NULL for those that follow each other
  intptr_t first, count;   // the first of these, and how many there are
  const int32_t *slots;
  int width;       // how many slots
  bool as_loaded;  // whether rows must be those that were loaded
  moon_cell *cells;
  bool *found;  // by element: whether its row is as the database gave it, and has these slots
} moon_row_reading;
void moon_list_read(lua_State *L, int index, const moon_row_reading *reading);
typedef enum { MOON_DIFFERENT, MOON_SAME, MOON_UNKNOWN } moon_sameness;
// Whether elements of two lists, by their places from 0, were loaded with the same in some slots, byte for byte: unknown
// where one was not loaded, or lacks a slot.
moon_sameness moon_list_compare_loaded(const moon_list *list, intptr_t place, const moon_list *other,
                                       intptr_t other_place, const int32_t *slots, intptr_t count);
// The cell of a slot in such a row, or NULL where the row lacks it.
const moon_cell *moon_row_cell(const moon_list *list, const moon_row *row, int slot);
// Whether a cell of a slot reads in Lua as it is stored, or as a truth, without asking the host.
bool moon_list_reads(const moon_list *list, int slot, const moon_cell *cell);
// For a protected call: takes a function, a list, a lent object or nil, a position and a count, and gives what the
// function makes of so many elements. It sees the lent object where no object was made of a row yet.
int moon_list_map(lua_State *L);
// Pushes the element at a place from 0 of the list that is at 2 of the stack: see `slua_sorting`.
void moon_push_sorted_element(lua_State *L, intptr_t place, bool is_second);
// Shows the row at a place in the lent object that is at 2 of the stack, or in that at 3, and pushes the object.
void moon_push_sorted_row(lua_State *L, intptr_t place, bool is_second);
// Pushes the element at a place; false, and nothing, where a script might have to be asked, which may raise an error.
bool moon_list_push_plain(lua_State *L, int index, intptr_t position);
moon_list *moon_to_list(lua_State *L, int index);
// Pops an object, which from now on is the i-th (from 1).
void moon_list_set(lua_State *L, int index, intptr_t position);

// Shows the next row in an object, and takes over the one that is shown, if the function has selected it; false at the end.
typedef struct {
  bool (*show)(void *context, bool is_selected);
  void *context;
} moon_showing;
// For a protected call: takes a function and the object, and is handed over a `moon_showing`; asks the function about each
// row.
int moon_select(lua_State *L);

// Pops a function that gives the next list or nil; pushes an iterator over the objects of all of them.
void moon_push_stream(lua_State *L);

// What is in a plain table, in 128 bits: those of tables with the same members are the same, and of others they differ,
// as far as chance lets them.
typedef struct moon_mark {
  uint64_t low, high;
} moon_mark;

// The mark of the table at `index`; false where a member is neither a text, a number nor a truth.
bool moon_table_mark(lua_State *L, int index, moon_mark *mark);
// The mark of some bytes.
void moon_mark_bytes(const void *bytes, size_t length, moon_mark *mark);
// Pushes a list of the tables in the list at `index`; false, and nothing, where an element is no plain table.
bool moon_tables_keep(lua_State *L, int index, intptr_t count);
// Whether tables of two such lists, at absolute indices, by their places from 0, hold the same: unknown where that needs a
// look at what is in a member.
moon_sameness moon_tables_compare(lua_State *L, int index, intptr_t place, int other, intptr_t other_place);
// The values of a field of the tables in the list at `index`: texts are borrowed from them. False where a value is none
// that a cell holds.
bool moon_tables_column(lua_State *L, int index, const char *name, size_t length, intptr_t count, moon_cell *cells);
// The same of the elements themselves.
bool moon_tables_values(lua_State *L, int index, intptr_t count, moon_cell *cells);
bool moon_cell_of_value(lua_State *L, int index, moon_cell *cell);
// All members of the plain tables of a list: row by row, a cell for each of `width` columns. Texts are borrowed.
typedef struct {
  intptr_t count, width;
  moon_cell *cells;
} moon_members;
// Reads the tables of two lists at absolute indices, of so many elements, in the same columns; their keys come into the
// list at `keys`, which must have room for 32. False, and nothing, where a member is neither a text, a number nor a truth,
// or where tables have little in common. Nothing is made in Lua meanwhile, so that no script runs.
bool moon_members_read(lua_State *L, int keys, int first, moon_members *members, int second, moon_members *others);
void moon_members_free(moon_members *members);
// Whether tables of two such lists, by their places from 0, hold the same.
bool moon_members_are_same(const moon_members *members, intptr_t place, const moon_members *others, intptr_t other);
// The same of them as `moon_tables_column`.
bool moon_members_column(lua_State *L, int keys, const moon_members *members, const char *name, size_t length,
                         moon_cell *cells);
// Pushes copies of the tables in the list at `index`, kept by columns; false, and nothing, where an element is no plain
// table of simple values, or where they have little in common.
bool moon_copies_push(lua_State *L, int index, intptr_t count);
// Of the copies at `index`: pushes the table at a place from 0, the same each time, or a list of views of all.
bool moon_copies_table(lua_State *L, int index, intptr_t place);
bool moon_copies_views(lua_State *L, int index);
// The same of them as `moon_table_mark` and `moon_tables_column`.
bool moon_copies_mark(lua_State *L, int index, intptr_t place, moon_mark *mark);
bool moon_copies_column(lua_State *L, int index, const char *name, size_t length, moon_cell *cells);

// For a protected call: takes a function and a list, and gives the list of what the function makes of each element.
int moon_tables_map(lua_State *L);

#endif
