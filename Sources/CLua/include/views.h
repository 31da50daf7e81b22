// Tables that show another one, and cannot be assigned to.

#ifndef CLUA_VIEWS_H
#define CLUA_VIEWS_H

#include "host.h"

/// Takes the function on top of the stack, which is called with a view, a name and a value where one is assigned.
void slua_prepare_views(lua_State *L);

/// Pushes the view of the table at `index`, the same as long as something holds it; tables in it are shown as views, too.
/// Without preparation it pushes the table itself, and answers false.
///
/// In C because what reads through a view are functions of C.
bool slua_push_view(lua_State *L, int index);

/// Puts what a view shows into its place; any other value stays.
void slua_reveal(lua_State *L, int index);

#endif
