// The Lua library, and what Swift cannot say to it.
//
// Swift imports neither macros with arguments nor functions that may jump over its frames; every
// function here says which of the two, or what else, is the reason that it is written in C.

#ifndef CLUA_H
#define CLUA_H

#include <lua5.4/lauxlib.h>
#include <lua5.4/lua.h>
#include <lua5.4/lualib.h>

#include "host.h"
#include "interrupt.h"
#include "macros.h"
#include "objects.h"
#include "protected.h"
#include "views.h"

#endif
