#ifndef CCURL_H
#define CCURL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// HTTP transfers by libcurl, which is loaded by the first transfer: a process without one does not pay for it.

/// The result of a transfer.
enum okit_transfer_outcome {
  okit_transfer_done,
  /// libcurl is not installed.
  okit_transfer_no_library,
  /// The host has no address, or nothing listens there.
  okit_transfer_unreachable,
  okit_transfer_timeout,
  /// `is_stopped` has returned true.
  okit_transfer_stopped,
  /// The certificate is not valid for the host, or TLS failed.
  okit_transfer_tls,
  /// A callback has refused the bytes.
  okit_transfer_refused,
  /// The response announces a body that is larger than the maximum.
  okit_transfer_size,
  /// The connection broke, or the bytes are not HTTP.
  okit_transfer_response,
  okit_transfer_failed,
};

/// One request. The callbacks run on the thread of the transfer, with `context`.
struct okit_transfer {
  const char *url;
  const char *method;
  /// Lines such as `Accept: text/plain`.
  const char *const *headers;
  size_t header_count;
  /// The body; null for none.
  const void *body;
  size_t body_size;
  /// Milliseconds until the connection must exist, and until the transfer must have ended.
  long connect_timeout;
  long timeout;
  /// The maximum size of the body in bytes.
  size_t maximum_body;
  /// A file of certificate authorities in PEM; null for those of the system.
  const char *authorities;

  void *context;
  /// Whether to stop the transfer; asked about every 50 ms.
  bool (*is_stopped)(void *context);
  /// Whether a connection to the address may be opened, as text such as `127.0.0.1` or `::1`.
  bool (*permits)(void *context, const char *address);
  /// Receive a header line, or bytes of the body after decompression. They return false to end the transfer.
  bool (*header)(void *context, const uint8_t *bytes, size_t count);
  bool (*content)(void *context, const uint8_t *bytes, size_t count);
};

struct okit_transfer_result {
  enum okit_transfer_outcome outcome;
  /// The explanation of libcurl, in English.
  char message[256];
};

/// Connections that later transfers to the same host use again. Used by one thread at a time.
struct okit_connections;

/// Returns null when memory is exhausted or libcurl is not installed.
struct okit_connections *okit_connections_open(void);
void okit_connections_close(struct okit_connections *connections);

/// Performs a transfer, and waits for its end.
struct okit_transfer_result okit_transfer_perform(struct okit_connections *connections, const struct okit_transfer *transfer);

#endif
