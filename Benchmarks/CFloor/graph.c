// A store with a dependency graph: records found by index and generation, an edge for each reader, a queue of readers
// whose values may have changed, and where a transaction runs, the old and the new value of each change.
#include <stdbool.h>
#include <stdlib.h>

#include "CFloor.h"

typedef struct {
  uint64_t tag, bits;
} value;

typedef struct {
  uint32_t generation, first_edge;
  int64_t price;
} record;

typedef struct {
  uint32_t node, next_of_source;
} edge;

typedef struct {
  uint8_t is_stale, is_queued;
  uint32_t record;
  value last;
} node;

// Of one property, where both values fit into 32 bits.
typedef struct {
  uint32_t index;
  int32_t old, new;
} mutation;

enum { OBSERVER = 1, STEPS = 20 };

struct floor_graph {
  uint32_t count;
  bool is_transaction;
  record *records;
  node nodes[2];
  edge edges[2];
  uint32_t queue[2];
  size_t queued;
  mutation *journal, *steps[STEPS];
  size_t length, capacity, number;
  int64_t heard;
};

floor_graph *floor_graph_open(uint32_t count, bool sums) {
  floor_graph *graph = calloc(1, sizeof *graph);
  record *records = calloc(count, sizeof *records);
  if (graph == NULL || records == NULL) return NULL;
  graph->count = count;
  graph->records = records;
  graph->is_transaction = sums;
  graph->edges[OBSERVER].node = OBSERVER;
  for (uint32_t i = 0; i < count; i++) {
    records[i] = (record){.generation = 1, .first_edge = sums || i == 0 ? OBSERVER : 0};
  }
  return graph;
}

void floor_graph_close(floor_graph *graph) {
  for (int i = 0; i < STEPS; i++) free(graph->steps[i]);
  free(graph->records);
  free(graph);
}

__attribute__((noinline)) static bool set(floor_graph *graph, uint32_t index, uint32_t generation, int64_t price) {
  record *record = &graph->records[index];
  if (record->generation != generation) return false;
  if (record->price == price) return true;
  if (graph->is_transaction) {
    if (graph->length == graph->capacity) {
      graph->capacity *= 2;
      mutation *journal = realloc(graph->journal, graph->capacity * sizeof *journal);
      if (journal == NULL) return false;
      graph->journal = journal;
    }
    graph->journal[graph->length++] = (mutation){index, (int32_t)record->price, (int32_t)price};
  }
  record->price = price;
  for (uint32_t next = record->first_edge; next != 0; next = graph->edges[next].next_of_source) {
    node *reader = &graph->nodes[graph->edges[next].node];
    reader->is_stale = true;
    if (reader->is_queued) continue;
    reader->is_queued = true;
    graph->queue[graph->queued++] = graph->edges[next].node;
  }
  return true;
}

static int64_t compute(const floor_graph *graph, const node *reader) {
  if (!graph->is_transaction) return graph->records[reader->record].price;
  int64_t sum = 0;
  for (uint32_t i = 0; i < graph->count; i++) sum += graph->records[i].price;
  return sum;
}

__attribute__((noinline)) static void hear(floor_graph *graph, value new) { graph->heard += (int64_t)new.bits; }

__attribute__((noinline)) static void flush(floor_graph *graph) {
  for (size_t i = 0; i < graph->queued; i++) {
    node *reader = &graph->nodes[graph->queue[i]];
    reader->is_queued = false;
    if (!reader->is_stale) continue;
    reader->is_stale = false;
    value new = {1, (uint64_t)compute(graph, reader)};
    if (new.tag == reader->last.tag && new.bits == reader->last.bits) continue;
    reader->last = new;
    hear(graph, new);
  }
  graph->queued = 0;
}

int64_t floor_graph_set(floor_graph *graph, int64_t first, int64_t count) {
  graph->heard = 0;
  for (int64_t i = 0; i < count; i++) {
    if (!set(graph, 0, 1, first + i)) return -1;
    flush(graph);
  }
  return graph->heard;
}

int64_t floor_graph_transaction(floor_graph *graph, int64_t number) {
  graph->heard = 0;
  graph->length = 0;
  graph->capacity = 64;
  graph->journal = malloc(graph->capacity * sizeof *graph->journal);
  for (uint32_t i = 0; i < graph->count; i++) {
    if (graph->journal == NULL || !set(graph, i, 1, (i * 31 + number) % 100003)) return -1;
  }
  flush(graph);
  // The last steps stay for undo.
  mutation **step = &graph->steps[graph->number++ % STEPS];
  free(*step);
  *step = graph->journal;
  graph->journal = NULL;
  return graph->heard;
}
