internal import CCurl
internal import Glibc

/// One request while libcurl performs it.
final class HTTPTransfer {
  let request: HTTPRequest
  let completion: (Result<HTTPResponse, HTTPFailure>) -> Void
  /// That of libcurl, from the beginning to the end.
  var handle: OpaquePointer?
  private let access: HTTPAccess
  private var builder: HTTPResponseBuilder
  /// An address to which no connection may be opened.
  private var refusedAddress: String?
  /// What opens the connection to the host in place of this process.
  private let proxy: String?

  init(
    _ request: HTTPRequest, _ access: HTTPAccess, proxy: String?,
    _ completion: @escaping (Result<HTTPResponse, HTTPFailure>) -> Void
  ) {
    (self.request, self.access, self.proxy, self.completion) = (request, access, proxy, completion)
    builder = HTTPResponseBuilder(request)
  }

  static func of(_ context: UnsafeMutableRawPointer?) -> HTTPTransfer? {
    context.map { Unmanaged<HTTPTransfer>.fromOpaque($0).takeUnretainedValue() }
  }

  // MARK: Parts of a stream

  /// The bytes that `onData` has not got yet.
  private var parts: [UInt8] = []
  var hasParts: Bool { !parts.isEmpty }

  func deliverParts() {
    guard hasParts else { return }
    let bytes = parts
    parts = []
    request.onData?(bytes, builder.response)
  }

  private func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard builder.content(bytes) else { return false }
    if builder.isStream { parts += builder.takeBody() }
    return true
  }

  private func permits(_ address: String) -> Bool {
    if proxy != nil || access.permits(address: address, of: request.url) { return true }
    refusedAddress = address
    return false
  }

  /// Begins the transfer. The caller keeps it until it has ended.
  ///
  /// - Returns: The result if libcurl does not accept the request.
  func begin(
    _ connections: OpaquePointer, _ authorities: String?, _ address: String?
  ) -> okit_transfer_result? {
    let lines = request.headerLines
    var record = okit_request()
    record.connect_timeout = Int(request.connectTimeout * 1000)
    if request.onData == nil {
      (record.timeout, record.maximum_body) = (Int(request.timeout * 1000), request.maximumBody)
    } else {
      (record.idle_timeout, record.maximum_body) = (Int(request.timeout.rounded(.up)), .max)
    }
    record.is_repeatable = request.isIdempotent
    record.context = Unmanaged.passUnretained(self).toOpaque()
    record.permits = { context, address in
      guard let transfer = HTTPTransfer.of(context), let address else { return false }
      return transfer.permits(String(cString: address))
    }
    record.header = { HTTPTransfer.of($0)?.builder.header(UnsafeRawBufferPointer(start: $1, count: $2)) ?? false }
    record.content = { HTTPTransfer.of($0)?.receive(UnsafeRawBufferPointer(start: $1, count: $2)) ?? false }
    var failure = okit_transfer_result()
    let entry = address.map { "\(request.url.host):\(request.url.port):\($0)" }
    withCStrings([request.url.text, request.method, authorities, entry, proxy ?? ""] + lines) { texts in
      (record.url, record.method, record.authorities, record.address) = (texts[0], texts[1], texts[2], texts[3])
      record.proxy = texts[4]
      texts.withUnsafeBufferPointer { texts in
        record.headers = texts.baseAddress?.advanced(by: 5)
        record.header_count = lines.count
        guard let body = request.body else {
          handle = okit_transfer_begin(connections, &record, &failure)
          return
        }
        body.withUnsafeBytes { bytes in
          // An empty array may have no address, but an empty body is a body.
          record.body = bytes.baseAddress ?? texts.baseAddress.map { UnsafeRawPointer($0) }
          record.body_size = bytes.count
          handle = okit_transfer_begin(connections, &record, &failure)
        }
      }
    }
    return handle == nil ? failure : nil
  }

  /// Returns the response, or why there is none.
  func outcome(_ result: okit_transfer_result) -> Result<HTTPResponse, HTTPFailure> {
    do throws(HTTPFailure) { return .success(try response(result)) } catch {
      var failure = error
      failure.wasSent = result.was_sent
      return .failure(failure)
    }
  }

  private func response(_ result: okit_transfer_result) throws(HTTPFailure) -> HTTPResponse {
    var result = result
    let message = withUnsafeBytes(of: &result.message) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    let url = request.url
    if let refusedAddress {
      throw HTTPFailure(
        .permission, "no permission to connect to \(refusedAddress), which is the address of \(url.host)",
        hint: """
          \(HintPhrase.network)\(refusedAddress.contains(":") ? "[\(refusedAddress)]" : refusedAddress)
          """)
    }
    if let failure = builder.failure { throw failure }
    switch result.outcome {
    case okit_transfer_done: return try builder.end()
    case okit_transfer_no_library: throw HTTPFailure(.library, message)
    case okit_transfer_unreachable: throw HTTPFailure(.unreachable, "cannot connect to \(url.authority): \(message)")
    case okit_transfer_timeout: throw HTTPFailure(.timeout, "\(url.authority) did not respond in time")
    case okit_transfer_size: throw builder.tooLarge
    case okit_transfer_tls:
      throw HTTPFailure(
        .tls, "no secure connection to \(url.authority): \(message)",
        hint: "for an authority of your own, set SSL_CERT_FILE to its certificate")
    case okit_transfer_response: throw HTTPFailure(.response, "invalid response of \(url.authority): \(message)")
    default: throw HTTPFailure(.failed, "the connection to \(url.authority) failed: \(message)")
    }
  }
}

/// Calls a function with C strings, or null, that are valid during the call.
private func withCStrings(_ texts: [String?], _ body: ([UnsafePointer<CChar>?]) -> Void) {
  let copies = texts.map { text in text.flatMap { strdup($0) } }
  defer { for copy in copies { free(copy) } }
  body(copies.map { UnsafePointer($0) })
}
