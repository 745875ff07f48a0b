internal import CCurl
internal import Glibc

/// Sends requests, one after the other, over connections that it keeps. Used by one thread.
///
/// libcurl is loaded by the first request ([decision 23](../../docs/decisions/0023-http-by-libcurl.md)).
package final class HTTPClient {
  private let access: HTTPAccess
  private let authorities: String?
  private var connections: OpaquePointer?

  /// - Parameter authorities: A file of certificate authorities in PEM; nil for those of the system.
  package init(access: HTTPAccess, authorities: String? = HTTPClient.configuredAuthorities) {
    (self.access, self.authorities) = (access, authorities)
  }

  /// The file that the environment variable `SSL_CERT_FILE` names, as programs with OpenSSL do.
  package static var configuredAuthorities: String? { getenv("SSL_CERT_FILE").map { String(cString: $0) } }

  deinit { okit_connections_close(connections) }

  /// Sends a request and waits for the response. Does not follow redirects.
  ///
  /// - Parameter isStopped: Returns whether to give up; asked every 50 ms.
  /// - Throws: `HTTPFailure`.
  package func perform(_ request: HTTPRequest, isStopped: () -> Bool) throws(HTTPFailure) -> HTTPResponse {
    do { try access.check(request.url) } catch { throw HTTPFailure(.permission, error.message) }
    if connections == nil { connections = okit_connections_open() }
    guard let connections else {
      throw HTTPFailure(.library, "libcurl is not installed (Debian: apt-get install libcurl4)")
    }
    return try withoutActuallyEscaping(isStopped) { isStopped in
      let transfer = Transfer(request, access, isStopped)
      let result = transfer.perform(connections, authorities)
      return Result { () throws(HTTPFailure) in try transfer.response(result, request.url) }
    }.get()
  }
}

/// One request while libcurl performs it.
private final class Transfer {
  private let request: HTTPRequest
  private let access: HTTPAccess
  private let isStopped: () -> Bool
  private var builder: HTTPResponseBuilder
  /// An address to which no connection may be opened.
  private var refusedAddress: String?
  /// A proxy opens the connection to the host.
  private let usesProxy = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"].contains {
    (name: String) in getenv(name) != nil
  }

  init(_ request: HTTPRequest, _ access: HTTPAccess, _ isStopped: @escaping () -> Bool) {
    (self.request, self.access, self.isStopped) = (request, access, isStopped)
    builder = HTTPResponseBuilder(maximumBody: request.maximumBody)
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> Transfer? {
    context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
  }

  private func permits(_ address: String) -> Bool {
    if usesProxy || access.permits(address: address, of: request.url) { return true }
    refusedAddress = address
    return false
  }

  func perform(_ connections: OpaquePointer, _ authorities: String?) -> okit_transfer_result {
    let lines = request.headerLines
    var transfer = okit_transfer()
    transfer.connect_timeout = Int(request.connectTimeout * 1000)
    transfer.timeout = Int(request.timeout * 1000)
    transfer.maximum_body = request.maximumBody
    transfer.context = Unmanaged.passUnretained(self).toOpaque()
    transfer.is_stopped = { Transfer.of($0)?.isStopped() ?? true }
    transfer.permits = { context, address in
      guard let transfer = Transfer.of(context), let address else { return false }
      return transfer.permits(String(cString: address))
    }
    transfer.header = { Transfer.of($0)?.builder.header(UnsafeRawBufferPointer(start: $1, count: $2)) ?? false }
    transfer.content = { Transfer.of($0)?.builder.content(UnsafeRawBufferPointer(start: $1, count: $2)) ?? false }
    return withCStrings([request.url.text, request.method] + lines + [authorities].compactMap(\.self)) { texts in
      (transfer.url, transfer.method) = (texts[0], texts[1])
      if authorities != nil { transfer.authorities = texts[texts.count - 1] }
      return texts.withUnsafeBufferPointer { texts in
        transfer.headers = texts.baseAddress?.advanced(by: 2)
        transfer.header_count = lines.count
        guard let body = request.body else { return okit_transfer_perform(connections, &transfer) }
        return body.withUnsafeBytes { bytes in
          // An empty array may have no address, but an empty body is a body.
          transfer.body = bytes.baseAddress ?? texts.baseAddress.map { UnsafeRawPointer($0) }
          transfer.body_size = bytes.count
          return okit_transfer_perform(connections, &transfer)
        }
      }
    }
  }

  func response(_ result: okit_transfer_result, _ url: HTTPURL) throws(HTTPFailure) -> HTTPResponse {
    var result = result
    let message = withUnsafeBytes(of: &result.message) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    if let refusedAddress {
      throw HTTPFailure(
        .permission, "no permission to connect to \(refusedAddress), which is the address of \(url.host)")
    }
    if let failure = builder.failure { throw failure }
    switch result.outcome {
    case okit_transfer_done: return builder.response
    case okit_transfer_no_library: throw HTTPFailure(.library, message)
    case okit_transfer_unreachable: throw HTTPFailure(.unreachable, "cannot connect to \(url.authority): \(message)")
    case okit_transfer_timeout: throw HTTPFailure(.timeout, "\(url.authority) did not respond in time")
    case okit_transfer_stopped:
      throw HTTPFailure(.stopped, "\(url.authority) did not respond within the limits of the script")
    case okit_transfer_size: throw builder.tooLarge
    case okit_transfer_tls: throw HTTPFailure(.tls, "no secure connection to \(url.authority): \(message)")
    case okit_transfer_response: throw HTTPFailure(.response, "invalid response of \(url.authority): \(message)")
    default: throw HTTPFailure(.failed, "the connection to \(url.authority) failed: \(message)")
    }
  }
}

/// Calls a function with C strings that are valid during the call.
private func withCStrings<T>(_ texts: [String], _ body: ([UnsafePointer<CChar>?]) -> T) -> T {
  let copies = texts.map { strdup($0) }
  defer { for copy in copies { free(copy) } }
  return body(copies.map { UnsafePointer($0) })
}
