#include "ccurl.h"
#include "library.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct okit_connections {
  CURLM *multi;
  CURL *easy;
};

struct okit_connections *okit_connections_open(void) {
  const struct library *curl = okit_curl();
  struct okit_connections *connections = curl ? calloc(1, sizeof *connections) : NULL;
  if (connections == NULL) return NULL;
  connections->multi = curl->multi_init();
  connections->easy = curl->easy_init();
  if (connections->multi && connections->easy) return connections;
  okit_connections_close(connections);
  return NULL;
}

void okit_connections_close(struct okit_connections *connections) {
  const struct library *curl = okit_curl();
  if (connections == NULL || curl == NULL) return;
  if (connections->easy) curl->easy_cleanup(connections->easy);
  if (connections->multi) curl->multi_cleanup(connections->multi);
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

/// Opens a socket for an address that is permitted. Every connection needs one, also that of a redirect.
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
    case CURLE_BAD_CONTENT_ENCODING:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM: return okit_transfer_response;
    default: return okit_transfer_failed;
  }
}

static struct okit_transfer_result result(enum okit_transfer_outcome outcome, const char *message) {
  struct okit_transfer_result result = { .outcome = outcome };
  snprintf(result.message, sizeof result.message, "%s", message);
  return result;
}

/// Sets what every transfer has.
static bool set_options(const struct library *curl, CURL *easy, const struct okit_transfer *transfer, char *message) {
  curl->easy_reset(easy);
  bool is_set = curl->easy_setopt(easy, CURLOPT_URL, transfer->url) == CURLE_OK
    && curl->easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https") == CURLE_OK
    && curl->easy_setopt(easy, CURLOPT_CUSTOMREQUEST, transfer->method) == CURLE_OK
    && curl->easy_setopt(easy, CURLOPT_PATH_AS_IS, 1L) == CURLE_OK
    && curl->easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "gzip") == CURLE_OK
    && curl->easy_setopt(easy, CURLOPT_NOBODY, strcmp(transfer->method, "HEAD") == 0 ? 1L : 0L) == CURLE_OK
    && curl->easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, transfer->connect_timeout) == CURLE_OK
    && curl->easy_setopt(easy, CURLOPT_TIMEOUT_MS, transfer->timeout) == CURLE_OK
    && curl->easy_setopt(easy, CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)transfer->maximum_body) == CURLE_OK
    && curl->easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket) == CURLE_OK
    && curl->easy_setopt(easy, CURLOPT_OPENSOCKETDATA, (void *)transfer) == CURLE_OK
    && curl->easy_setopt(easy, CURLOPT_HEADERFUNCTION, receive_header) == CURLE_OK
    && curl->easy_setopt(easy, CURLOPT_HEADERDATA, (void *)transfer) == CURLE_OK
    && curl->easy_setopt(easy, CURLOPT_WRITEFUNCTION, receive_content) == CURLE_OK
    && curl->easy_setopt(easy, CURLOPT_WRITEDATA, (void *)transfer) == CURLE_OK
    && curl->easy_setopt(easy, CURLOPT_ERRORBUFFER, message) == CURLE_OK
    // Signals belong to the runtime.
    && curl->easy_setopt(easy, CURLOPT_NOSIGNAL, 1L) == CURLE_OK;
  if (is_set && transfer->body) {
    is_set = curl->easy_setopt(easy, CURLOPT_POSTFIELDS, (const char *)transfer->body) == CURLE_OK
      && curl->easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)transfer->body_size) == CURLE_OK;
  }
  if (is_set && transfer->authorities) {
    is_set = curl->easy_setopt(easy, CURLOPT_CAINFO, transfer->authorities) == CURLE_OK;
  }
  return is_set;
}

/// - Returns: null when memory is exhausted.
static struct curl_slist *make_headers(const struct library *curl, const struct okit_transfer *transfer) {
  // libcurl waits for "100 Continue" before it sends a large body, unless the header is empty.
  struct curl_slist *headers = curl->slist_append(NULL, "Expect:");
  for (size_t index = 0; headers && index < transfer->header_count; index++) {
    struct curl_slist *longer = curl->slist_append(headers, transfer->headers[index]);
    if (longer == NULL) curl->slist_free_all(headers);
    headers = longer;
  }
  return headers;
}

/// Transfers until the end, and asks every 50 ms whether to stop.
static CURLcode run(const struct library *curl, CURLM *multi, const struct okit_transfer *transfer, bool *is_stopped) {
  int running = 1;
  while (curl->multi_perform(multi, &running) == CURLM_OK && running > 0) {
    if (transfer->is_stopped(transfer->context)) {
      *is_stopped = true;
      return CURLE_ABORTED_BY_CALLBACK;
    }
    if (curl->multi_poll(multi, NULL, 0, 50, NULL) != CURLM_OK) break;
  }
  int left = 0;
  const CURLMsg *message = curl->multi_info_read(multi, &left);
  return message && message->msg == CURLMSG_DONE ? message->data.result : CURLE_FAILED_INIT;
}

struct okit_transfer_result okit_transfer_perform(
  struct okit_connections *connections, const struct okit_transfer *transfer
) {
  const struct library *curl = okit_curl();
  if (curl == NULL) return result(okit_transfer_no_library, "libcurl is not installed");
  char message[CURL_ERROR_SIZE] = "";
  struct curl_slist *headers = make_headers(curl, transfer);
  CURL *easy = connections->easy;
  if (headers == NULL || !set_options(curl, easy, transfer, message)
      || curl->easy_setopt(easy, CURLOPT_HTTPHEADER, headers) != CURLE_OK
      || curl->multi_add_handle(connections->multi, easy) != CURLM_OK) {
    if (headers) curl->slist_free_all(headers);
    return result(okit_transfer_failed, message[0] ? message : "libcurl does not accept the request");
  }
  bool is_stopped = false;
  CURLcode code = run(curl, connections->multi, transfer, &is_stopped);
  curl->multi_remove_handle(connections->multi, easy);
  curl->easy_reset(easy);
  curl->slist_free_all(headers);
  if (is_stopped) return result(okit_transfer_stopped, "stopped");
  return result(outcome_of(code), message[0] ? message : curl->easy_strerror(code));
}
