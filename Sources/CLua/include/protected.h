// Whatever in Lua's interface may raise, behind protected calls.
//
// In C, all of it: an error jumps out of these functions' inner parts, and would jump over Swift.
// Each answers LUA_OK, or another status with the error value on top in place of the operands.

#ifndef CLUA_PROTECTED_H
#define CLUA_PROTECTED_H

#include "host.h"

/// Statuses beyond Lua's own: the call was stopped.
enum { SLUA_STATUS_INTERRUPTED = 101, SLUA_STATUS_TIME_LIMIT = 102 };

/// Calls the function below `arguments` values. Failed, it leaves only the error value.
int slua_call(lua_State *L, int arguments, int results);

/// Leaves what the function of C that is called next works on, and nothing else: a script with the debug library can get
/// hold of such a function, and of an address among its arguments.
void slua_hand_over(lua_State *L, void *subject);

/// What was left for this call; NULL where a script calls it.
void *slua_take_over(lua_State *L);

/// Compiles text, never a binary chunk, to a function on top.
int slua_load(lua_State *L, const char *text, size_t length, const char *name);

/// Replaces the key on top by `value[key]`.
int slua_get(lua_State *L, int index);

/// Does `value[key] = top` and removes key and value.
int slua_set(lua_State *L, int index);

/// Replaces the key on top by the next key and value of a table, or removes it and answers false; a view shows its table.
///
/// `lua_next` raises for a key that is gone, which is asked in a protected call only where it may be.
bool slua_next(lua_State *L, int index);

/// Does a raw `table[key] = top` and removes both; `lua_rawset` raises for `nil` and NaN.
void slua_raw_set(lua_State *L, int index);

/// Pushes the length of a value.
int slua_length(lua_State *L, int index);

/// Compares by `LUA_OPEQ`, `LUA_OPLT` or `LUA_OPLE` and pushes a boolean.
int slua_compare(lua_State *L, int left, int right, int operation);

/// Pushes `tostring(value)`, stopping a `__tostring` that does not end.
int slua_describe(lua_State *L, int index);

/// Pushes the traceback of the last error that `slua_call` met, or nil, and forgets it.
void slua_push_traceback(lua_State *L);

/// Raises the error that is about to be returned from a host function again, with its first traceback.
void slua_keep_traceback(lua_State *L);

#endif
