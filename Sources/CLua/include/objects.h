// Objects of the host as userdata.

#ifndef CLUA_OBJECTS_H
#define CLUA_OBJECTS_H

#include "host.h"

/// Pushes a userdata that owns `object`, with the metatable that the registry has under `metatable`.
///
/// In C because the memory layout is shared with the finalizer, which is a C function.
void slua_push_object(lua_State *L, void *object, int metatable);

/// The object in the userdata at `index`, or NULL where it is no object of the host, or released.
///
/// In C because it reads that layout. A forged metatable does not deceive it.
void *slua_object(lua_State *L, int index);

/// A promise is a userdata in place of an object of the host, which is made when it is used. What it needs for that is in
/// its user values: whose it is, what of it, and later the userdata of the object that was made.
///
/// In C because most promises are made and kept without a call of Swift.
enum { SLUA_PROMISE_OWNER = 1, SLUA_PROMISE_NAME, SLUA_PROMISE_MADE };

/// Pushes a promise of `name` (a stack index) of `owner` (another), with a key, and a metatable from the registry.
void slua_push_promise(lua_State *L, int owner, int name, int64_t key, int metatable);

/// The key of the promise at `index`, or NULL where there is none.
const int64_t *slua_promise(lua_State *L, int index);

/// The registry's number of a copy of a metatable without `__gc`, for promises: they own nothing.
int slua_type_without_finalizer(lua_State *L, int metatable);

/// Sets the fields of the metatable on top that every host type has: `__gc`, `__name`, `__metatable`.
///
/// In C because `__gc` is a C function.
void slua_set_type_fields(lua_State *L, const char *name);

#endif
