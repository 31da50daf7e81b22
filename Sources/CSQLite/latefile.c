// A database file that is made when it is first written: until then it reads as an empty one.
//
// SQLite's own files are made as soon as they are opened. This one stands before the file of the system's own VFS, which
// it opens when a lock for writing is asked for, or when another program has made the file meanwhile.
#include "CSQLite.h"

#include <string.h>

typedef struct {
  sqlite3_file base;
  const char *name;  // SQLite keeps it as long as the file is open
  int flags;
  int level;           // the lock that is held, as long as there is no file to hold it on
  sqlite3_file *real;  // behind this struct; its methods are null until it is open
} late_file;

static sqlite3_vfs late_vfs;

static sqlite3_vfs *system_vfs(void) { return (sqlite3_vfs *)late_vfs.pAppData; }

static bool is_real(const late_file *file) { return file->real->pMethods != NULL; }

static int open_real(late_file *file, int flags) {
  sqlite3_vfs *system = system_vfs();
  int given = 0;
  int code = system->xOpen(system, file->name, file->real, flags, &given);
  if (code != SQLITE_OK) {
    file->real->pMethods = NULL;
    return code;
  }
  if (given & SQLITE_OPEN_READONLY) {
    file->real->pMethods->xClose(file->real);
    file->real->pMethods = NULL;
    return SQLITE_READONLY;
  }
  return SQLITE_OK;
}

// Opens the file where there is one by now.
static int find(late_file *file) {
  sqlite3_vfs *system = system_vfs();
  int exists = 0;
  int code = system->xAccess(system, file->name, SQLITE_ACCESS_EXISTS, &exists);
  if (code != SQLITE_OK || !exists) return code;
  return open_real(file, file->flags & ~SQLITE_OPEN_CREATE);
}

// Makes the file, and takes the lock on it that was held on none.
static int make(late_file *file) {
  int code = open_real(file, file->flags);
  if (code != SQLITE_OK || file->level == SQLITE_LOCK_NONE) return code;
  code = file->real->pMethods->xLock(file->real, SQLITE_LOCK_SHARED);
  if (code != SQLITE_OK) return code;
  sqlite3_int64 size = 0;
  code = file->real->pMethods->xFileSize(file->real, &size);
  // Another program was faster: what was read of the empty file holds no more, and SQLite begins anew.
  return code == SQLITE_OK && size > 0 ? SQLITE_BUSY : code;
}

static int late_close(sqlite3_file *base) {
  late_file *file = (late_file *)base;
  return is_real(file) ? file->real->pMethods->xClose(file->real) : SQLITE_OK;
}

static int late_read(sqlite3_file *base, void *bytes, int count, sqlite3_int64 offset) {
  late_file *file = (late_file *)base;
  if (is_real(file)) return file->real->pMethods->xRead(file->real, bytes, count, offset);
  memset(bytes, 0, (size_t)count);
  return SQLITE_IOERR_SHORT_READ;
}

static int late_write(sqlite3_file *base, const void *bytes, int count, sqlite3_int64 offset) {
  late_file *file = (late_file *)base;
  int code = is_real(file) ? SQLITE_OK : make(file);
  return code == SQLITE_OK ? file->real->pMethods->xWrite(file->real, bytes, count, offset) : code;
}

static int late_truncate(sqlite3_file *base, sqlite3_int64 size) {
  late_file *file = (late_file *)base;
  return is_real(file) ? file->real->pMethods->xTruncate(file->real, size) : SQLITE_OK;
}

static int late_sync(sqlite3_file *base, int flags) {
  late_file *file = (late_file *)base;
  return is_real(file) ? file->real->pMethods->xSync(file->real, flags) : SQLITE_OK;
}

static int late_size(sqlite3_file *base, sqlite3_int64 *size) {
  late_file *file = (late_file *)base;
  if (is_real(file)) return file->real->pMethods->xFileSize(file->real, size);
  *size = 0;
  return SQLITE_OK;
}

static int late_lock(sqlite3_file *base, int level) {
  late_file *file = (late_file *)base;
  int code = SQLITE_OK;
  if (!is_real(file)) {
    if (level >= SQLITE_LOCK_RESERVED) {
      code = make(file);
    } else if (file->level == SQLITE_LOCK_NONE) {
      code = find(file);
    }
  }
  if (code == SQLITE_OK && is_real(file)) code = file->real->pMethods->xLock(file->real, level);
  if (code == SQLITE_OK) file->level = level;
  return code;
}

static int late_unlock(sqlite3_file *base, int level) {
  late_file *file = (late_file *)base;
  file->level = level;
  return is_real(file) ? file->real->pMethods->xUnlock(file->real, level) : SQLITE_OK;
}

static int late_check_reserved(sqlite3_file *base, int *is_reserved) {
  late_file *file = (late_file *)base;
  if (is_real(file)) return file->real->pMethods->xCheckReservedLock(file->real, is_reserved);
  *is_reserved = 0;
  return SQLITE_OK;
}

static int late_control(sqlite3_file *base, int operation, void *argument) {
  late_file *file = (late_file *)base;
  if (is_real(file)) return file->real->pMethods->xFileControl(file->real, operation, argument);
  if (operation != SQLITE_FCNTL_HAS_MOVED) return SQLITE_NOTFOUND;
  *(int *)argument = 0;
  return SQLITE_OK;
}

static int late_sector_size(sqlite3_file *base) {
  late_file *file = (late_file *)base;
  return is_real(file) ? file->real->pMethods->xSectorSize(file->real) : 4096;
}

static int late_characteristics(sqlite3_file *base) {
  late_file *file = (late_file *)base;
  return is_real(file) ? file->real->pMethods->xDeviceCharacteristics(file->real) : 0;
}

// A file that is not there is in no WAL mode, and nothing of it is mapped.

static int late_map(sqlite3_file *base, int page, int size, int extend, void volatile **address) {
  late_file *file = (late_file *)base;
  return is_real(file) ? file->real->pMethods->xShmMap(file->real, page, size, extend, address) : SQLITE_IOERR;
}

static int late_map_lock(sqlite3_file *base, int offset, int count, int flags) {
  late_file *file = (late_file *)base;
  return is_real(file) ? file->real->pMethods->xShmLock(file->real, offset, count, flags) : SQLITE_IOERR;
}

static void late_map_barrier(sqlite3_file *base) {
  late_file *file = (late_file *)base;
  if (is_real(file)) file->real->pMethods->xShmBarrier(file->real);
}

static int late_unmap(sqlite3_file *base, int deletes) {
  late_file *file = (late_file *)base;
  return is_real(file) ? file->real->pMethods->xShmUnmap(file->real, deletes) : SQLITE_OK;
}

static const sqlite3_io_methods late_methods = {
    .iVersion = 2,
    .xClose = late_close,
    .xRead = late_read,
    .xWrite = late_write,
    .xTruncate = late_truncate,
    .xSync = late_sync,
    .xFileSize = late_size,
    .xLock = late_lock,
    .xUnlock = late_unlock,
    .xCheckReservedLock = late_check_reserved,
    .xFileControl = late_control,
    .xSectorSize = late_sector_size,
    .xDeviceCharacteristics = late_characteristics,
    .xShmMap = late_map,
    .xShmLock = late_map_lock,
    .xShmBarrier = late_map_barrier,
    .xShmUnmap = late_unmap,
};

static int late_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *base, int flags, int *given) {
  (void)vfs;
  sqlite3_vfs *system = system_vfs();
  int exists = 1;
  if (name != NULL && (flags & SQLITE_OPEN_MAIN_DB) && (flags & SQLITE_OPEN_CREATE)) {
    int code = system->xAccess(system, name, SQLITE_ACCESS_EXISTS, &exists);
    if (code != SQLITE_OK) return code;
  }
  if (exists) return system->xOpen(system, name, base, flags, given);
  late_file *file = (late_file *)base;
  file->base.pMethods = &late_methods;
  file->name = name;
  file->flags = flags;
  file->level = SQLITE_LOCK_NONE;
  file->real = (sqlite3_file *)(file + 1);
  file->real->pMethods = NULL;
  if (given != NULL) *given = flags;
  return SQLITE_OK;
}

const char *csqlite_late_files(void) {
  if (late_vfs.zName != NULL) return late_vfs.zName;
  sqlite3_vfs *system = sqlite3_vfs_find(NULL);
  if (system == NULL) return NULL;
  // All that is not about opening goes to the system's own functions, which find what they need in the copy.
  late_vfs = *system;
  late_vfs.pNext = NULL;
  late_vfs.szOsFile = (int)sizeof(late_file) + system->szOsFile;
  late_vfs.xOpen = late_open;
  late_vfs.zName = "moonshell-late";
  late_vfs.pAppData = system;
  return sqlite3_vfs_register(&late_vfs, 0) == SQLITE_OK ? late_vfs.zName : NULL;
}

/// The file of a connection; NULL where there is none.
static sqlite3_file *opened_file(sqlite3 *database) {
  sqlite3_file *file = NULL;
  int code = sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  return code != SQLITE_OK || file == NULL || file->pMethods == NULL ? NULL : file;
}

bool csqlite_lock_alone(sqlite3 *database) {
  sqlite3_file *file = opened_file(database);
  if (file == NULL || file->pMethods->xLock(file, SQLITE_LOCK_SHARED) != SQLITE_OK) return false;
  // Who has the database open under WAL holds a lock to read it all the time.
  if (file->pMethods->xLock(file, SQLITE_LOCK_EXCLUSIVE) == SQLITE_OK) return true;
  file->pMethods->xUnlock(file, SQLITE_LOCK_NONE);
  return false;
}

void csqlite_unlock(sqlite3 *database) {
  sqlite3_file *file = opened_file(database);
  if (file != NULL) file->pMethods->xUnlock(file, SQLITE_LOCK_NONE);
}

bool csqlite_is_wal(sqlite3 *database) {
  sqlite3_file *file = opened_file(database);
  if (file == NULL) return false;
  unsigned char header[20];
  return file->pMethods->xRead(file, header, sizeof header, 0) == SQLITE_OK && header[18] == 2 && header[19] == 2;
}
