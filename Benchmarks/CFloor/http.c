// The least client over libcurl, which is loaded when it is needed.
#include <dlfcn.h>
#include <stdio.h>

#include "CFloor.h"

enum { CURL_MULTI_CONNECTIONS = 7, CURL_URL = 10002, CURL_WRITE = 20011, CURL_WRITE_DATA = 10001, CURL_FAIL = 45 };

static size_t count_bytes(char *bytes, size_t size, size_t count, void *sum) {
  (void)bytes;
  *(int64_t *)sum += (int64_t)(size * count);
  return size * count;
}

int64_t floor_http_load(const char *url, int64_t count, long connections) {
  void *library = dlopen("libcurl.so.4", RTLD_NOW);
  if (library == NULL) return -1;
  int (*begin)(long);
  void *(*make_multi)(void), *(*make)(void);
  int (*set_multi)(void *, int, ...), (*set)(void *, int, ...), (*add)(void *, void *);
  int (*perform)(void *, int *), (*wait)(void *, void *, unsigned, int, int *);
  *(void **)&begin = dlsym(library, "curl_global_init");
  *(void **)&make_multi = dlsym(library, "curl_multi_init");
  *(void **)&make = dlsym(library, "curl_easy_init");
  *(void **)&set_multi = dlsym(library, "curl_multi_setopt");
  *(void **)&set = dlsym(library, "curl_easy_setopt");
  *(void **)&add = dlsym(library, "curl_multi_add_handle");
  *(void **)&perform = dlsym(library, "curl_multi_perform");
  *(void **)&wait = dlsym(library, "curl_multi_poll");
  if (!begin || !make_multi || !make || !set_multi || !set || !add || !perform || !wait || begin(3) != 0) return -1;
  int64_t sum = 0;
  void *multi = make_multi();
  set_multi(multi, CURL_MULTI_CONNECTIONS, connections);
  for (int64_t i = 1; i <= count; i++) {
    char text[1024];
    snprintf(text, sizeof text, "%s/m%lld.json", url, (long long)i);
    void *transfer = make();
    set(transfer, CURL_URL, text);
    set(transfer, CURL_FAIL, 1L);
    set(transfer, CURL_WRITE, count_bytes);
    set(transfer, CURL_WRITE_DATA, &sum);
    add(multi, transfer);
  }
  int running = 1;
  while (running > 0) {
    if (perform(multi, &running) != 0) return -1;
    if (running > 0) wait(multi, NULL, 0, 1000, NULL);
  }
  return sum;
}
