#ifndef CPCRE2_H
#define CPCRE2_H

// The header declares nothing before it knows how wide the characters are: eight bits, for UTF-8.
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#endif
