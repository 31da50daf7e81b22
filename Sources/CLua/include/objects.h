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

/// Sets the fields of the metatable on top that every host type has: `__gc`, `__name`, `__metatable`.
///
/// In C because `__gc` is a C function.
void slua_set_type_fields(lua_State *L, const char *name);

#endif
