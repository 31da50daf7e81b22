// Which bytecode may run: what `string.dump` gave in this session.

#ifndef CLUALIBRARY_BYTECODE_H
#define CLUALIBRARY_BYTECODE_H

#include "internal.h"

/// Whether a chunk that begins with this byte is bytecode.
static inline bool slua_begins_bytecode(const char *bytes, size_t length) {
  return length > 0 && bytes[0] == LUA_SIGNATURE[0];
}

/// Notes what `string.dump` gave; may raise an error about memory.
void slua_note_bytecode(lua_State *L, const char *bytes, size_t length);

/// Whether the bytes were noted.
bool slua_knows_bytecode(lua_State *L, const char *bytes, size_t length);

/// Pushes the message about bytecode that was not noted, in a chunk of this name.
void slua_push_truncated(lua_State *L, const char *name);

#endif
