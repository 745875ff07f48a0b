#include "ccurl.h"
#include "library.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/// The number of handles that are kept for later transfers, with their TLS sessions.
#define KEPT_HANDLES 6

/// The number of times that transfers go on in one call.
#define MAXIMUM_ROUNDS 32

struct okit_connections {
  CURLM *multi;
  CURL *kept[KEPT_HANDLES];
  size_t kept_count;
  /// The number of transfers whose results were not taken.
  int count;
};

struct okit_transfer {
  CURL *easy;
  struct curl_slist *headers;
  struct curl_slist *addresses;
  void *context;
  bool (*permits)(void *context, const char *address);
  bool (*header)(void *context, const uint8_t *bytes, size_t count);
  bool (*content)(void *context, const uint8_t *bytes, size_t count);
  char message[CURL_ERROR_SIZE];
};

struct okit_connections *okit_connections_open(void) {
  const struct library *curl = okit_curl();
  struct okit_connections *connections = curl ? calloc(1, sizeof *connections) : NULL;
  if (connections == NULL) return NULL;
  connections->multi = curl->multi_init();
  if (connections->multi) return connections;
  free(connections);
  return NULL;
}

void okit_connections_close(struct okit_connections *connections) {
  // Without connections, nothing has loaded the library.
  if (connections == NULL) return;
  const struct library *curl = okit_curl();
  if (curl == NULL) return;
  for (size_t index = 0; index < connections->kept_count; index++) curl->easy_cleanup(connections->kept[index]);
  curl->multi_cleanup(connections->multi);
  free(connections);
}

// MARK: Callbacks of libcurl

static size_t receive_header(char *bytes, size_t size, size_t count, void *transfer) {
  const struct okit_transfer *self = transfer;
  return self->header(self->context, (const uint8_t *)bytes, size * count) ? size * count : 0;
}

static size_t receive_content(char *bytes, size_t size, size_t count, void *transfer) {
  const struct okit_transfer *self = transfer;
  return self->content(self->context, (const uint8_t *)bytes, size * count) ? size * count : CURL_WRITEFUNC_ERROR;
}

/// Opens a socket for an address that is permitted.
static curl_socket_t open_socket(void *transfer, curlsocktype purpose, struct curl_sockaddr *address) {
  (void)purpose;
  const struct okit_transfer *self = transfer;
  char text[INET6_ADDRSTRLEN] = "";
  const void *source = address->family == AF_INET ? (const void *)&((struct sockaddr_in *)&address->addr)->sin_addr
                                                  : (const void *)&((struct sockaddr_in6 *)&address->addr)->sin6_addr;
  if ((address->family != AF_INET && address->family != AF_INET6) ||
      inet_ntop(address->family, source, text, sizeof text) == NULL || !self->permits(self->context, text)) {
    return CURL_SOCKET_BAD;
  }
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

// MARK: Beginning

/// Sets what every transfer has.
static bool set_options(
  const struct library *curl, CURL *easy, const struct okit_request *request, struct okit_transfer *transfer
) {
  bool is_set = curl->easy_setopt(easy, CURLOPT_URL, request->url) == CURLE_OK
    && curl->easy_setopt(easy, CURLOPT_PRIVATE, transfer) == CURLE_OK
    && curl->easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https") == CURLE_OK
    && curl->easy_setopt(easy, CURLOPT_CUSTOMREQUEST, request->method) == CURLE_OK
    && curl->easy_setopt(easy, CURLOPT_PATH_AS_IS, 1L) == CURLE_OK
    && curl->easy_setopt(easy, CURLOPT_PROXY, request->proxy) == CURLE_OK
    && curl->easy_setopt(easy, CURLOPT_NOPROXY, "") == CURLE_OK
    && curl->easy_setopt(easy, CURLOPT_NOBODY, strcmp(request->method, "HEAD") == 0 ? 1L : 0L) == CURLE_OK
    && curl->easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, request->connect_timeout) == CURLE_OK
    && curl->easy_setopt(easy, CURLOPT_TIMEOUT_MS, request->timeout) == CURLE_OK
    && curl->easy_setopt(easy, CURLOPT_LOW_SPEED_LIMIT, 1L) == CURLE_OK
    && curl->easy_setopt(easy, CURLOPT_LOW_SPEED_TIME, request->idle_timeout) == CURLE_OK
    && curl->easy_setopt(easy, CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)request->maximum_body) == CURLE_OK
    && curl->easy_setopt(easy, CURLOPT_FRESH_CONNECT, request->is_repeatable ? 0L : 1L) == CURLE_OK
    && curl->easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket) == CURLE_OK
    && curl->easy_setopt(easy, CURLOPT_OPENSOCKETDATA, transfer) == CURLE_OK
    && curl->easy_setopt(easy, CURLOPT_HEADERFUNCTION, receive_header) == CURLE_OK
    && curl->easy_setopt(easy, CURLOPT_HEADERDATA, transfer) == CURLE_OK
    && curl->easy_setopt(easy, CURLOPT_WRITEFUNCTION, receive_content) == CURLE_OK
    && curl->easy_setopt(easy, CURLOPT_WRITEDATA, transfer) == CURLE_OK
    && curl->easy_setopt(easy, CURLOPT_ERRORBUFFER, transfer->message) == CURLE_OK
    && curl->easy_setopt(easy, CURLOPT_HTTPHEADER, transfer->headers) == CURLE_OK
    // Signals belong to the runtime.
    && curl->easy_setopt(easy, CURLOPT_NOSIGNAL, 1L) == CURLE_OK;
  if (is_set && request->body) {
    is_set = curl->easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_size) == CURLE_OK
      && curl->easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, (const char *)request->body) == CURLE_OK;
  }
  if (is_set && transfer->addresses) {
    is_set = curl->easy_setopt(easy, CURLOPT_RESOLVE, transfer->addresses) == CURLE_OK;
  }
  if (is_set && request->authorities) {
    is_set = curl->easy_setopt(easy, CURLOPT_CAINFO, request->authorities) == CURLE_OK;
  }
  return is_set;
}

/// - Returns: null when memory is exhausted.
static struct curl_slist *make_headers(const struct library *curl, const struct okit_request *request) {
  // libcurl waits for "100 Continue" before it sends a large body, unless the header is empty.
  struct curl_slist *headers = curl->slist_append(NULL, "Expect:");
  for (size_t index = 0; headers && index < request->header_count; index++) {
    struct curl_slist *longer = curl->slist_append(headers, request->headers[index]);
    if (longer == NULL) curl->slist_free_all(headers);
    headers = longer;
  }
  return headers;
}

static CURL *take_handle(const struct library *curl, struct okit_connections *connections) {
  if (connections->kept_count > 0) return connections->kept[--connections->kept_count];
  return curl->easy_init();
}

/// Frees a transfer that libcurl no longer performs.
static void free_transfer(
  const struct library *curl, struct okit_connections *connections, struct okit_transfer *transfer
) {
  if (transfer->easy) {
    curl->easy_reset(transfer->easy);
    if (connections->kept_count < KEPT_HANDLES) {
      connections->kept[connections->kept_count++] = transfer->easy;
    } else {
      curl->easy_cleanup(transfer->easy);
    }
  }
  curl->slist_free_all(transfer->headers);
  curl->slist_free_all(transfer->addresses);
  free(transfer);
}

static struct okit_transfer_result result(enum okit_transfer_outcome outcome, void *context, const char *message) {
  struct okit_transfer_result result = { .context = context, .outcome = outcome };
  snprintf(result.message, sizeof result.message, "%s", message);
  return result;
}

struct okit_transfer *okit_transfer_begin(
  struct okit_connections *connections, const struct okit_request *request, struct okit_transfer_result *failure
) {
  const struct library *curl = okit_curl();
  struct okit_transfer *transfer = calloc(1, sizeof *transfer);
  if (transfer == NULL) {
    *failure = result(okit_transfer_failed, request->context, "memory is exhausted");
    return NULL;
  }
  transfer->context = request->context;
  transfer->permits = request->permits;
  transfer->header = request->header;
  transfer->content = request->content;
  transfer->headers = make_headers(curl, request);
  if (request->address) transfer->addresses = curl->slist_append(NULL, request->address);
  transfer->easy = take_handle(curl, connections);
  if (transfer->headers && transfer->easy && set_options(curl, transfer->easy, request, transfer)
      && curl->multi_add_handle(connections->multi, transfer->easy) == CURLM_OK) {
    connections->count++;
    return transfer;
  }
  const char *message = transfer->message[0] ? transfer->message : "libcurl does not accept the request";
  *failure = result(okit_transfer_failed, request->context, message);
  free_transfer(curl, connections, transfer);
  return NULL;
}

// MARK: Performing

static enum okit_transfer_outcome outcome_of(CURLcode code) {
  switch (code) {
    case CURLE_OK: return okit_transfer_done;
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_CONNECT: return okit_transfer_unreachable;
    case CURLE_OPERATION_TIMEDOUT: return okit_transfer_timeout;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS: return okit_transfer_tls;
    case CURLE_WRITE_ERROR: return okit_transfer_refused;
    case CURLE_FILESIZE_EXCEEDED: return okit_transfer_size;
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_PARTIAL_FILE:
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM: return okit_transfer_response;
    default: return okit_transfer_failed;
  }
}

static bool was_sent(const struct library *curl, const struct okit_transfer *transfer) {
  long size = 0;
  return curl->easy_getinfo(transfer->easy, CURLINFO_REQUEST_SIZE, &size) != CURLE_OK || size > 0;
}

bool okit_connections_advance(struct okit_connections *connections, int milliseconds) {
  const struct library *curl = okit_curl();
  int running = 0;
  int ready = 0;
  if (curl->multi_perform(connections->multi, &running) != CURLM_OK) return false;
  // Each call of libcurl sends at most one buffer, so a large body needs several. The caller may have another transfer
  // for a connection that has become free.
  for (int count = 0; count < MAXIMUM_ROUNDS && running > 0 && running == connections->count; count++) {
    if (curl->multi_poll(connections->multi, NULL, 0, count == 0 ? milliseconds : 0, &ready) != CURLM_OK) return false;
    if (ready == 0 && count > 0) break;
    if (curl->multi_perform(connections->multi, &running) != CURLM_OK) return false;
  }
  return true;
}

bool okit_connections_next(struct okit_connections *connections, struct okit_transfer_result *ended) {
  const struct library *curl = okit_curl();
  int left = 0;
  const CURLMsg *message;
  while ((message = curl->multi_info_read(connections->multi, &left))) {
    if (message->msg != CURLMSG_DONE) continue;
    CURL *easy = message->easy_handle;
    CURLcode code = message->data.result;
    struct okit_transfer *transfer = NULL;
    curl->easy_getinfo(easy, CURLINFO_PRIVATE, &transfer);
    *ended = result(
      outcome_of(code), transfer->context, transfer->message[0] ? transfer->message : curl->easy_strerror(code));
    ended->was_sent = was_sent(curl, transfer);
    curl->multi_remove_handle(connections->multi, easy);
    connections->count--;
    free_transfer(curl, connections, transfer);
    return true;
  }
  return false;
}

bool okit_transfer_cancel(struct okit_connections *connections, struct okit_transfer *transfer) {
  const struct library *curl = okit_curl();
  bool is_sent = was_sent(curl, transfer);
  curl->multi_remove_handle(connections->multi, transfer->easy);
  connections->count--;
  free_transfer(curl, connections, transfer);
  return is_sent;
}
