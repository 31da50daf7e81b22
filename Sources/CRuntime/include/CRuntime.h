#ifndef CRUNTIME_H
#define CRUNTIME_H

// Nothing to import: the program links against it, and the runtime of Swift calls it.

#endif
