#include "ccurl.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <zlib.h>

static struct {
  __typeof__(&inflateInit2_) init;
  __typeof__(&inflate) inflate;
  __typeof__(&inflateEnd) end;
} library;
static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *handle = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return;
  *(void **)&library.init = dlsym(handle, "inflateInit2_");
  *(void **)&library.inflate = dlsym(handle, "inflate");
  *(void **)&library.end = dlsym(handle, "inflateEnd");
  is_loaded = library.init && library.inflate && library.end;
}

struct okit_inflater {
  z_stream stream;
  bool is_complete;
};

struct okit_inflater *okit_inflater_open(void) {
  pthread_once(&once, load);
  struct okit_inflater *inflater = is_loaded ? calloc(1, sizeof *inflater) : NULL;
  if (inflater == NULL) return NULL;
  // The largest window, and the header of gzip or zlib, which HTTP calls deflate.
  if (library.init(&inflater->stream, 15 + 32, ZLIB_VERSION, (int)sizeof inflater->stream) == Z_OK) return inflater;
  free(inflater);
  return NULL;
}

void okit_inflater_close(struct okit_inflater *inflater) {
  if (inflater == NULL) return;
  library.end(&inflater->stream);
  free(inflater);
}

bool okit_inflater_add(
  struct okit_inflater *inflater, const uint8_t *bytes, size_t count, void *context,
  bool (*content)(void *context, const uint8_t *bytes, size_t count)
) {
  uint8_t part[16 << 10];
  z_stream *stream = &inflater->stream;
  if (count > UINT_MAX) return false;
  stream->next_in = (uint8_t *)bytes;
  stream->avail_in = (unsigned)count;
  while (stream->avail_in > 0 || stream->avail_out == 0) {
    // Bytes after the end.
    if (inflater->is_complete) return stream->avail_in == 0;
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

bool okit_inflater_is_complete(const struct okit_inflater *inflater) { return inflater->is_complete; }
