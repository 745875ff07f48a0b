#include <malloc.h>

#include "CFloor.h"

static volatile int64_t sink;

void floor_use(int64_t value) { sink = value; }

int64_t floor_heap(void) {
  struct mallinfo2 info = mallinfo2();
  return (int64_t)(info.uordblks + info.hblkhd);
}
