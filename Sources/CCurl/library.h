#ifndef CCURL_LIBRARY_H
#define CCURL_LIBRARY_H

#include <curl/curl.h>
#include <stdbool.h>

/// Calls `each` with every function of libcurl that transfers call, without the prefix of its name.
#define OKIT_CURL_FUNCTIONS(each) \
  each(global_init) each(easy_init) each(easy_setopt) each(easy_reset) each(easy_cleanup) each(easy_getinfo) \
  each(easy_strerror) each(multi_init) each(multi_add_handle) each(multi_remove_handle) each(multi_perform) \
  each(multi_poll) each(multi_info_read) each(multi_cleanup) each(slist_append) each(slist_free_all)

/// libcurl, with its functions as members.
struct library {
#define MEMBER(name) __typeof__(&curl_##name) name;
  OKIT_CURL_FUNCTIONS(MEMBER)
#undef MEMBER
};

/// Returns libcurl, which the first call loads; null if it is not installed. Thread-safe.
const struct library *okit_curl(void);

#endif
