#include "ccurl.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <zlib.h>

static struct {
  __typeof__(&inflateInit2_) init;
  __typeof__(&inflate) inflate;
  __typeof__(&inflateReset) reset;
  __typeof__(&inflateEnd) end;
} library;
static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *handle = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return;
  *(void **)&library.init = dlsym(handle, "inflateInit2_");
  *(void **)&library.inflate = dlsym(handle, "inflate");
  *(void **)&library.reset = dlsym(handle, "inflateReset");
  *(void **)&library.end = dlsym(handle, "inflateEnd");
  is_loaded = library.init && library.inflate && library.reset && library.end;
}

struct okit_inflater {
  z_stream stream;
  // The first bytes, which say the format.
  uint8_t head[2];
  unsigned head_count;
  bool allows_raw;
  bool is_open;
  bool is_gzip;
  bool is_complete;
};

typedef bool content_function(void *context, const uint8_t *bytes, size_t count);

struct okit_inflater *okit_inflater_open(bool allows_raw) {
  pthread_once(&once, load);
  struct okit_inflater *inflater = is_loaded ? calloc(1, sizeof *inflater) : NULL;
  if (inflater != NULL) inflater->allows_raw = allows_raw;
  return inflater;
}

void okit_inflater_close(struct okit_inflater *inflater) {
  if (inflater == NULL) return;
  if (inflater->is_open) library.end(&inflater->stream);
  free(inflater);
}

// Chooses the format by the first bytes. No encoder begins raw deflate with bytes that are a header of zlib: they would
// be a stored block with bits that have no meaning.
static bool begin(struct okit_inflater *inflater) {
  unsigned first = inflater->head[0], second = inflater->head[1];
  inflater->is_gzip = first == 0x1F && second == 0x8B;
  bool is_zlib = (first & 0x0F) == 8 && first >> 4 <= 7 && (first << 8 | second) % 31 == 0;
  bool is_raw = inflater->allows_raw && !inflater->is_gzip && !is_zlib;
  // The largest window; without a header, or with that of gzip or zlib.
  int window = is_raw ? -15 : 15 + 32;
  inflater->is_open = library.init(&inflater->stream, window, ZLIB_VERSION, (int)sizeof inflater->stream) == Z_OK;
  return inflater->is_open;
}

static bool decompress(
  struct okit_inflater *inflater, const uint8_t *bytes, size_t count, void *context, content_function *content
) {
  uint8_t part[16 << 10];
  z_stream *stream = &inflater->stream;
  if (count > UINT_MAX) return false;
  stream->next_in = (uint8_t *)bytes;
  stream->avail_in = (unsigned)count;
  while (stream->avail_in > 0 || stream->avail_out == 0) {
    if (inflater->is_complete) {
      if (stream->avail_in == 0) return true;
      // Another member of gzip (RFC 1952, 2.2). All other bytes after the end are wrong.
      if (!inflater->is_gzip || *stream->next_in != 0x1F || library.reset(stream) != Z_OK) return false;
      inflater->is_complete = false;
    }
    stream->next_out = part;
    stream->avail_out = sizeof part;
    int status = library.inflate(stream, Z_NO_FLUSH);
    // There was nothing left to decompress.
    if (status == Z_BUF_ERROR && stream->avail_in == 0) return true;
    if (status != Z_OK && status != Z_STREAM_END) return false;
    inflater->is_complete = status == Z_STREAM_END;
    size_t size = sizeof part - stream->avail_out;
    if (size > 0 && !content(context, part, size)) return false;
  }
  return true;
}

bool okit_inflater_add(
  struct okit_inflater *inflater, const uint8_t *bytes, size_t count, void *context,
  bool (*content)(void *context, const uint8_t *bytes, size_t count)
) {
  unsigned head_size = sizeof inflater->head;
  while (inflater->head_count < head_size && count > 0) {
    inflater->head[inflater->head_count++] = *bytes++;
    count--;
    if (inflater->head_count < head_size) continue;
    if (!begin(inflater) || !decompress(inflater, inflater->head, head_size, context, content)) return false;
  }
  return count == 0 || decompress(inflater, bytes, count, context, content);
}

bool okit_inflater_is_complete(const struct okit_inflater *inflater) { return inflater->is_complete; }
