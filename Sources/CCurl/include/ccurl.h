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

/// One request. The transfer copies its texts and its body. The callbacks run on the thread that advances it.
struct okit_request {
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
  /// Seconds without data after which the transfer ends; 0 for no such limit.
  long idle_timeout;
  /// The maximum size of the body in bytes, as sent.
  size_t maximum_body;
  /// A file of certificate authorities in PEM; null for those of the system.
  const char *authorities;
  /// The address of the host for tests, as `host:port:address`; null to look it up.
  const char *address;
  /// The URL of the proxy; empty for none. Environment variables are not read.
  const char *proxy;
  /// Whether the server may get the request twice: libcurl repeats it when the server closes a connection that was kept
  /// open.
  bool is_repeatable;

  void *context;
  /// Whether a connection to the address may be opened, as text such as `127.0.0.1` or `::1`.
  bool (*permits)(void *context, const char *address);
  /// Receive a header line, or bytes of the body. They return false to end the transfer.
  bool (*header)(void *context, const uint8_t *bytes, size_t count);
  bool (*content)(void *context, const uint8_t *bytes, size_t count);
};

/// A transfer that has ended.
struct okit_transfer_result {
  /// That of the request.
  void *context;
  enum okit_transfer_outcome outcome;
  /// Whether bytes of the request were sent.
  bool was_sent;
  /// The explanation of libcurl, in English.
  char message[256];
};

/// Connections that later transfers to the same host use again, and the transfers over them. Used by one thread at a
/// time.
struct okit_connections;
struct okit_transfer;

/// Returns null when memory is exhausted or libcurl is not installed.
struct okit_connections *okit_connections_open(void);
/// No transfer may be running.
void okit_connections_close(struct okit_connections *connections);

/// Begins a transfer, which `okit_connections_advance` continues.
///
/// Returns null and a result if libcurl does not accept it. The context is valid until the transfer has ended.
struct okit_transfer *okit_transfer_begin(
  struct okit_connections *connections, const struct okit_request *request, struct okit_transfer_result *result);

/// Ends a transfer that has not ended yet, and returns whether bytes of its request were sent.
bool okit_transfer_cancel(struct okit_connections *connections, struct okit_transfer *transfer);

/// Continues all transfers, and waits until one of them can go on.
///
/// - milliseconds: the maximum of the wait; 0 for none.
///
/// Returns false when libcurl can continue none, such as when memory is exhausted.
bool okit_connections_advance(struct okit_connections *connections, int milliseconds);

/// Gets a transfer that has ended, and frees it; false if there is none.
bool okit_connections_next(struct okit_connections *connections, struct okit_transfer_result *result);

/// The decompression of a body by zlib, on which libcurl is built.
///
/// libcurl's own accepts bodies whose end is missing.
struct okit_inflater;

/// `allows_raw` is whether the bytes may be those of deflate (RFC 1951) without the header of zlib (RFC 1950): servers
/// call both deflate. Returns null when memory is exhausted or zlib is not installed.
struct okit_inflater *okit_inflater_open(bool allows_raw);
void okit_inflater_close(struct okit_inflater *inflater);
/// Decompresses bytes, also several members of gzip, and gives the result to `content` in parts. Returns false if they
/// are none of these formats, or `content` has returned false.
bool okit_inflater_add(
  struct okit_inflater *inflater, const uint8_t *bytes, size_t count, void *context,
  bool (*content)(void *context, const uint8_t *bytes, size_t count));
/// Whether the bytes so far are complete and have the checksum that they end with.
bool okit_inflater_is_complete(const struct okit_inflater *inflater);

#endif
