// Lists in sections, and the difference of two of them, as a C program would have them.
#ifndef SECTIONS_H
#define SECTIONS_H

#include "player.h"

// What turns the rows of the data into those of the new list: 1 % go, 1 % come, 1 % change, 0.5 % get another name.
#define CHANGES                                                                                            \
  "DELETE FROM player WHERE id % 100 = 3;"                                                                 \
  "INSERT INTO player SELECT id + 1000000, name || 'x', team, age, score, joined, bio FROM player"         \
  " WHERE id % 100 = 5;"                                                                                   \
  "UPDATE player SET age = age + 1 WHERE id % 100 = 7;"                                                    \
  "UPDATE player SET name = 'Mo' || name WHERE id % 200 = 9"

#define IN_SECTIONS ALL_COLUMNS " ORDER BY substr(name, 1, 1), name, id"

static inline int same_text(const char *left, int left_bytes, const char *right, int right_bytes) {
  return left_bytes == right_bytes && !left == !right && (!left || memcmp(left, right, left_bytes) == 0);
}

// Whether two records of one key hold the same: nobody gives rows of a database a number of their version.
static inline int same_content(const player *a, const player *b) {
  return a->age == b->age && a->score == b->score && same_text(a->name, a->name_bytes, b->name, b->name_bytes) &&
         same_text(a->team, a->team_bytes, b->team, b->team_bytes) &&
         same_text(a->joined, a->joined_bytes, b->joined, b->joined_bytes) &&
         same_text(a->bio, a->bio_bytes, b->bio, b->bio_bytes);
}

static inline int by_section_and_name(const void *left, const void *right) {
  const player *a = *(player *const *)left, *b = *(player *const *)right;
  int order = (unsigned char)a->name[0] - (unsigned char)b->name[0];
  if (!order) order = strcmp(a->name, b->name);
  return order ? order : (a->id > b->id) - (a->id < b->id);
}

// How many values of a run stand in the longest increase; `ends` has room for all of them.
static inline int longest_increase(const int *values, int count, int *ends) {
  int length = 0;
  for (int i = 0; i < count; i++) {
    int low = 0, high = length;
    while (low < high) {
      int middle = (low + high) / 2;
      if (ends[middle] < values[i]) low = middle + 1;
      else high = middle;
    }
    ends[low] = values[i];
    if (low == length) length++;
  }
  return length;
}

typedef struct {
  int deleted, inserted, updated, moved;
} difference_counts;

// Rows are matched by a hash table of keys; those that left their section, or are not in the longest increase of the
// rows that stayed in it, have moved.
static inline difference_counts compare_lists(const players *old, const players *new) {
  int size = 1;
  while (size < 2 * old->count) size *= 2;
  int *slots = calloc(size, sizeof *slots);
  for (int i = 0; i < old->count; i++) {
    unsigned slot = (unsigned)(old->at[i]->id * 0x9E3779B97F4A7C15ull >> 40) & (size - 1);
    while (slots[slot]) slot = (slot + 1) & (size - 1);
    slots[slot] = i + 1;
  }
  int *places = malloc(new->count * sizeof *places), *ends = malloc(new->count * sizeof *ends);
  difference_counts counts = {old->count, 0, 0, 0};
  for (int start = 0, end; start < new->count; start = end) {
    int stayed = 0;
    for (end = start; end < new->count && new->at[end]->name[0] == new->at[start]->name[0]; end++) {
      const player *row = new->at[end];
      unsigned slot = (unsigned)(row->id * 0x9E3779B97F4A7C15ull >> 40) & (size - 1);
      while (slots[slot] && old->at[slots[slot] - 1]->id != row->id) slot = (slot + 1) & (size - 1);
      if (!slots[slot]) {
        counts.inserted++;
        continue;
      }
      const player *before = old->at[slots[slot] - 1];
      counts.deleted--;
      counts.updated += !same_content(before, row);
      if (before->name[0] == row->name[0]) places[stayed++] = slots[slot];
      else counts.moved++;
    }
    counts.moved += stayed - longest_increase(places, stayed, ends);
  }
  free(slots);
  free(places);
  free(ends);
  return counts;
}

#endif
