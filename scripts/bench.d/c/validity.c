// The rules of the benchmark's entity: what every side checks of an object before it is stored.
#include "workloads.h"

static const char *const teams[] = {"Apollo",  "Ariel",  "Callisto", "Ceres",  "Charon",  "Deimos",  "Dione",
                                    "Eris",    "Europa", "Ganymede", "Io",     "Luna",    "Mimas",   "Miranda",
                                    "Nereid",  "Oberon", "Phobos",   "Rhea",   "Titan",   "Triton"};

static int characters(const char *text) {
  int count = 0;
  for (; *text; text++) count += (*text & 0xC0) != 0x80;
  return count;
}

static int number(const char *digits, int count) {
  int value = 0;
  for (int i = 0; i < count; i++) {
    if (digits[i] < '0' || digits[i] > '9') return -1;
    value = 10 * value + digits[i] - '0';
  }
  return value;
}

static int is_date(const char *text, int bytes) {
  static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (bytes != 10 || text[4] != '-' || text[7] != '-') return 0;
  int year = number(text, 4), month = number(text + 5, 2), day = number(text + 8, 2);
  if (year < 0 || month < 1 || month > 12 || day < 1) return 0;
  int leap = month == 2 && year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  return day <= days[month - 1] + leap;
}

int is_valid(const player *p) {
  int length = characters(p->name), team = 0;
  while (team < 20 && strcmp(teams[team], p->team) != 0) team++;
  return length >= 1 && length <= 64 && team < 20 && p->age >= 16 && p->age <= 60 && p->score >= 0 && p->score <= 100 &&
         is_date(p->joined, p->joined_bytes) && (!p->bio || characters(p->bio) <= 280);
}
