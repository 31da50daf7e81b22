// New objects take their fields from a table: see CRows.h.
//
// A script makes objects by the thousand, mostly of values that a field takes as they are. Those are recognised here;
// every other one goes to the host, which knows all about types and says what is wrong.
#include <math.h>
#include <string.h>

#include "CRows.h"
#include "rows_internal.h"

void moon_shape_set_taking(moon_shape *shape, int slot, int kind, int64_t low, int64_t high) {
  shape->takings[slot] = (moon_taking){(uint8_t)kind, low, high};
}

// How many bytes the scalar takes that begins with these of UTF-8, none of them missing, or 0: no overlong forms, no
// surrogates, nothing beyond U+10FFFF (Unicode 15, table 3-7).
static size_t scalar_length(const uint8_t *text, size_t left) {
  uint8_t first = text[0];
  size_t length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  if (length == 0 || length > left) return 0;
  uint8_t low = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
  uint8_t high = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
  if (text[1] < low || text[1] > high) return 0;
  for (size_t place = 2; place < length; place++) {
    if ((text[place] & 0xc0) != 0x80) return 0;
  }
  return length;
}

// Whether eight bytes are ASCII without NUL.
static bool are_plain(const char *text) {
  const uint64_t ones = 0x0101010101010101u, highs = 0x8080808080808080u;
  uint64_t word;
  memcpy(&word, text, sizeof word);
  // A high bit, or a byte that borrows: NUL.
  return !((word | (word - ones)) & highs);
}

// Whether text is UTF-8 without NUL.
bool moon_is_storable(const char *text, size_t length) {
  size_t place = 0;
  while (place + 8 <= length && are_plain(text + place)) place += 8;
  // The last bytes are looked at together with some that are known.
  if (length >= 8 && place + 8 > length && are_plain(text + length - 8)) return true;
  while (place < length) {
    uint8_t byte = (uint8_t)text[place];
    size_t step = byte == 0 ? 0 : byte < 0x80 ? 1 : scalar_length((const uint8_t *)text + place, length - place);
    if (step == 0) return false;
    place += step;
  }
  return true;
}

static int digits(const char *text, int count) {
  int number = 0;
  for (int place = 0; place < count; place++) {
    if (text[place] < '0' || text[place] > '9') return -1;
    number = 10 * number + text[place] - '0';
  }
  return number;
}

// Whether text is a day of the calendar in its normal form, YYYY-MM-DD.
static bool is_date(const char *text, size_t length) {
  if (length != 10 || text[4] != '-' || text[7] != '-') return false;
  int year = digits(text, 4), month = digits(text + 5, 2), day = digits(text + 8, 2);
  if (year < 0 || month < 1 || month > 12 || day < 1) return false;
  static const int8_t days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return day <= days[month - 1] + (leap && month == 2);
}

static bool takes_string(lua_State *L, const moon_shape *shape, int slot, int kind) {
  size_t length;
  const char *text;
  switch (kind) {
    case MOON_TAKE_TEXT: text = lua_tolstring(L, -1, &length); return moon_is_storable(text, length);
    case MOON_TAKE_DATE: text = lua_tolstring(L, -1, &length); return is_date(text, length);
    case MOON_TAKE_LABEL: return moon_is_label(L, shape, slot);
    default: return false;
  }
}

// Makes the value on top of the stack what the slot holds; false, and nothing changed, where the host must judge it.
static bool take(lua_State *L, const moon_shape *shape, int slot) {
  const moon_taking *taking = &shape->takings[slot];
  switch (lua_type(L, -1)) {
    case LUA_TSTRING:
      if (!takes_string(L, shape, slot, taking->kind)) return false;
      break;
    case LUA_TBOOLEAN:
      if (taking->kind != MOON_TAKE_BOOLEAN) return false;
      break;
    case LUA_TNUMBER: {
      bool whole = lua_isinteger(L, -1);
      if (taking->kind == MOON_TAKE_INTEGER && whole) {
        lua_Integer number = lua_tointeger(L, -1);
        if (number < taking->low || number > taking->high) return false;
        break;
      }
      if (taking->kind != MOON_TAKE_REAL) return false;
      lua_Number number = lua_tonumber(L, -1);
      if (!whole) {
        if (number != number || (number == 0 && signbit(number))) return false;
        break;
      }
      // Up to 2^53 every whole number is a real.
      lua_Integer exact = lua_tointeger(L, -1);
      if (exact > (1LL << 53) || exact < -(1LL << 53)) return false;
      lua_pop(L, 1);
      lua_pushnumber(L, number);
      break;
    }
    default: return false;
  }
  return true;
}

bool moon_object_take(lua_State *L, int index, int table) {
  moon_object *object = lua_touserdata(L, index);
  const moon_shape *shape = object->shape;
  // The host may have run a script meanwhile, and that may have changed the table: the first key may be gone.
  bool more = slua_next(L, table);
  while (more) {
    int slot = moon_find(L, shape, -2);
    if (slot < 0 || !take(L, shape, slot)) return true;
    moon_object_keep(L, index, object, slot);
    more = lua_next(L, table) != 0;
  }
  return false;
}
