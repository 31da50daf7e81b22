// The workloads of the limit: each gives the processor time that it took, and leaves in `check` what it found.
#ifndef WORKLOADS_H
#define WORKLOADS_H

#include "player.h"

extern const char *data, *scratch;  // the file to read; a folder of its own to write in
extern char check[4200];

// The data as a database, opened once, to read.
sqlite3 *source(void);

// What a target holds after an insert or an import.
void check_sums(sqlite3 *target);

// The rows of a list, where every row's place counts: a sum that no two orders share by accident.
void check_order(player *const *rows, int count);

// Whether an object obeys every rule of the entity.
int is_valid(const player *p);

void insert_one(sqlite3_stmt *statement, const player *p);

double insert(void), fetch(void), stream(void), filter(void), lookup(void);
double where(void), equality(void);
double list_filter(void), list_tests(void), list_text(void), list_function(void);
double sort_key(void), sort_comparator(void), group(void), sections(void), difference(void);
double lazy(void), eager(void);
double related(void), counts(void), products(void);
double import(void), export(void);
double start(void);

#endif
