// What `string.dump` gave, known by its digest.
//
// The interpreter trusts bytecode: what was changed by one byte may read and write any memory. So a chunk runs only if
// it is, byte for byte, one that the interpreter has written itself. The digest is SipHash-2-4 with 128 bits
// (Aumasson and Bernstein, 2012) under a key that no script sees: a script cannot make other bytes of the same digest.

#include "bytecode.h"

#include <string.h>
#include <unistd.h>

typedef struct digest {
  uint64_t low, high;
} digest;

/// A set of digests by open addressing; zeros are a free place.
struct slua_bytecode {
  uint64_t key[2];
  size_t count, mask;
  digest places[];
};

/// How many places the first set has; a power of two.
#define FIRST_PLACES 16

// ---- SipHash

static uint64_t rotate(uint64_t word, int bits) { return word << bits | word >> (64 - bits); }

static void scramble(uint64_t v[4], int rounds) {
  for (; rounds > 0; rounds--) {
    v[0] += v[1];
    v[2] += v[3];
    v[1] = rotate(v[1], 13) ^ v[0];
    v[3] = rotate(v[3], 16) ^ v[2];
    v[0] = rotate(v[0], 32) + v[3];
    v[2] += v[1];
    v[1] = rotate(v[1], 17) ^ v[2];
    v[3] = rotate(v[3], 21) ^ v[0];
    v[2] = rotate(v[2], 32);
  }
}

static void mix(uint64_t v[4], uint64_t word) {
  v[3] ^= word;
  scramble(v, 2);
  v[0] ^= word;
}

static digest digest_of(const uint64_t key[2], const char *bytes, size_t length) {
  uint64_t v[4] = {0x736f6d6570736575u ^ key[0], 0x646f72616e646f6du ^ key[1] ^ 0xee, 0x6c7967656e657261u ^ key[0],
                   0x7465646279746573u ^ key[1]};
  uint64_t word;
  size_t done = 0;
  for (; length - done >= sizeof word; done += sizeof word) {
    memcpy(&word, bytes + done, sizeof word);
    mix(v, word);
  }
  word = (uint64_t)length << 56;
  for (size_t rest = 0; done + rest < length; rest++) word |= (uint64_t)(unsigned char)bytes[done + rest] << (8 * rest);
  mix(v, word);
  v[2] ^= 0xee;
  scramble(v, 4);
  digest result = {v[0] ^ v[1] ^ v[2] ^ v[3], 0};
  v[1] ^= 0xdd;
  scramble(v, 4);
  result.high = v[0] ^ v[1] ^ v[2] ^ v[3];
  return result;
}

// ---- the set

static bool is_free(const digest *place) { return place->low == 0 && place->high == 0; }

/// The place of a digest, or the free one where it belongs.
static digest *find(slua_bytecode *set, digest sought) {
  size_t place = (size_t)sought.low & set->mask;
  for (; !is_free(&set->places[place]); place = (place + 1) & set->mask) {
    if (set->places[place].low == sought.low && set->places[place].high == sought.high) break;
  }
  return &set->places[place];
}

/// Makes a set with room for so many digests, which takes over those of the present one.
///
/// It is a userdata, so that its memory is charged to the script and freed with the state.
static void resize(lua_State *L, size_t places) {
  slua_library *library = slua_library_of(L);
  slua_bytecode *old = library->bytecode;
  slua_bytecode *set = lua_newuserdatauv(L, sizeof *set + places * sizeof *set->places, 0);
  memset(set, 0, sizeof *set + places * sizeof *set->places);
  set->mask = places - 1;
  if (old) {
    memcpy(set->key, old->key, sizeof set->key);
    set->count = old->count;
    for (size_t place = 0; place <= old->mask; place++) {
      if (!is_free(&old->places[place])) *find(set, old->places[place]) = old->places[place];
    }
  } else if (getentropy(set->key, sizeof set->key) != 0) {
    luaL_error(L, "the system gives no random numbers");
  }
  lua_rawsetp(L, LUA_REGISTRYINDEX, &library->bytecode);
  library->bytecode = set;
}

void slua_note_bytecode(lua_State *L, const char *bytes, size_t length) {
  slua_library *library = slua_library_of(L);
  if (!library->bytecode) resize(L, FIRST_PLACES);
  if (2 * library->bytecode->count > library->bytecode->mask) resize(L, 2 * (library->bytecode->mask + 1));
  digest noted = digest_of(library->bytecode->key, bytes, length);
  digest *place = find(library->bytecode, noted);
  if (!is_free(place)) return;
  *place = noted;
  library->bytecode->count++;
}

bool slua_knows_bytecode(lua_State *L, const char *bytes, size_t length) {
  slua_bytecode *set = slua_library_of(L)->bytecode;
  return set && !is_free(find(set, digest_of(set->key, bytes, length)));
}

void slua_push_truncated(lua_State *L, const char *name) {
  // As Lua names chunks in messages about bytecode.
  if (*name == '@' || *name == '=') name++;
  else if (*name == LUA_SIGNATURE[0]) name = "binary string";
  lua_pushfstring(L, "%s: truncated precompiled chunk", name);
}
