// The state, its memory, and the functions of the host.

#ifndef CLUA_HOST_H
#define CLUA_HOST_H

#include <lua5.4/lua.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// One Lua state with what Moonshell knows about it; reached from every coroutine.
typedef struct slua_host slua_host;

/// A function of the host: the number of results that it pushed, or -1 with an error value on top.
typedef int (*slua_callback)(lua_State *L, void *context);

/// Gives up a reference that was handed to Lua.
typedef void (*slua_release)(void *object);

/// Opens a state with the standard libraries, or answers NULL when there is no memory for it.
///
/// In C because the allocator, the hook and the trampoline are C function pointers that meet Lua's jumps.
slua_host *slua_open(size_t cap, void *owner, slua_callback callback, slua_release release);

/// Runs the remaining finalizers, for so many seconds, and frees the state: not block by block where the process ends.
///
/// In C as `slua_open` is.
void slua_close(slua_host *host, double seconds, bool ends_process);

/// The main coroutine. The fields of the host are not visible to Swift, nor are those that follow.
lua_State *slua_main(slua_host *host);

/// The coroutine that runs now.
lua_State *slua_current(slua_host *host);

/// The host of a state. `lua_getextraspace` is a macro.
slua_host *slua_host_of_state(lua_State *L);

/// What was given as `owner` to `slua_open`.
void *slua_owner(lua_State *L);

/// The bytes that Lua's objects take.
size_t slua_memory_used(const slua_host *host);

/// Tells the collector that the host took so much more. `lua_gc` is variadic, which Swift cannot call.
void slua_account(lua_State *L, int kilobytes);

/// The most bytes that scripts may make Lua use; `PTRDIFF_MAX` for no limit.
void slua_set_memory_cap(slua_host *host, size_t cap);

/// Lets the limit hold for all that this process holds for scripts, until the state is closed: see `climits_of_process`.
void slua_share_budget(slua_host *host);

/// Counts what the host holds for scripts, or gives back. For Swift, which does not see the budget.
void slua_hold(intptr_t bytes);

/// Whether there is room for so many bytes more, where need be after garbage was collected.
bool slua_has_room(const slua_host *host, size_t bytes);

/// Whether there is room for no more, though garbage was collected.
bool slua_is_out_of_memory(slua_host *host);

/// Pushes a function that calls the host with `context`, which must outlive the state.
///
/// In C because Lua raises by jumping: the trampoline raises only after Swift has returned.
void slua_push_function(lua_State *L, void *context);

/// Pushes a function that owns its `context` and releases it when it is collected. In C as above.
void slua_push_closure(lua_State *L, void *context);

/// Pushes an `__index` that looks in the table on top of the stack first, and then calls the host.
///
/// In C so that finding a method costs no call of Swift. Replaces the table on top.
void slua_push_index(lua_State *L, void *context);

/// Keeps a global that scripts can read and not set: the name, the value and a function that raises, on top of the
/// stack, are taken. In C so that setting any other new global costs no call of Swift.
void slua_keep_global(lua_State *L);

#endif
