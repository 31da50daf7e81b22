// What the files of the library share.

#ifndef CLUALIBRARY_INTERNAL_H
#define CLUALIBRARY_INTERNAL_H

#include <inside.h>

#include "CLuaLibrary.h"

/// The functions of the standard libraries that ours call for the ordinary case.
typedef struct slua_stock {
  lua_CFunction insert, remove, move, concat, sort, unpack;
  lua_CFunction sethook, getupvalue, setupvalue, setlocal, setmetatable;
  lua_CFunction load, dump, status;
  // Of those that reach files; set inside a sandbox.
  lua_CFunction open, lines, input, output, temporary_file, remove_file, rename_file;
} slua_stock;

/// The bytecode that may run.
typedef struct slua_bytecode slua_bytecode;

/// What the library knows of one state. A userdata, which the registry holds.
typedef struct slua_library {
  slua_host *host;
  slua_stock stock;
  /// NULL until `string.dump` was called. A userdata, which the registry holds by the address of this field.
  slua_bytecode *bytecode;
  /// Whether warnings are printed, and whether the last piece of one said that more follow.
  bool warns, warning_continues;
} slua_library;

static inline slua_library *slua_library_of(lua_State *L) { return slua_host_of(L)->library; }

/// Each puts our functions in place of those of one of the standard libraries.
void slua_open_warnings(lua_State *L);
void slua_open_coroutines(lua_State *L);
void slua_open_tables(lua_State *L);
void slua_open_strings(lua_State *L);
void slua_open_loading(lua_State *L);
void slua_open_debugging(lua_State *L);
void slua_open_processes(lua_State *L);

/// What a stop calls, also from a signal handler.
extern void (*volatile slua_stop_programs)(void);

/// Gives the functions that reach files the words of the sandbox.
void slua_confine(lua_State *L);

#endif
