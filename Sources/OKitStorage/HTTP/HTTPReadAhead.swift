/// Reads that were begun before something asks for their documents, so that several run at the same time.
///
/// Each is used once, by the next read of its path, if that is soon. A write to the path makes it old.
package final class HTTPReadAhead {
  package typealias Result = Swift.Result<StorageResponse, StorageRequestFailure>

  final class Read {
    fileprivate let request: StorageRequest
    fileprivate let begun: DateValue
    fileprivate(set) var result: Result?

    fileprivate init(_ request: StorageRequest, _ begun: DateValue) { (self.request, self.begun) = (request, begun) }

    fileprivate func isUsable(_ now: DateValue, _ longest: Double) -> Bool {
      now.secondsSince2001 - begun.secondsSince2001 <= longest
    }
  }

  /// The number of reads that nothing has asked for yet. Further ones begin when something asks for them.
  static let maximum = 1000

  private var reads: [String: Read] = [:]

  /// Begins to read a path, unless that was begun before.
  ///
  /// - Parameter longest: The time in seconds since the request for which a response is used.
  func begin(
    _ path: String, _ request: StorageRequest, over transport: any DocumentTransport, now: DateValue, longest: Double
  ) {
    if reads[path]?.isUsable(now, longest) == true { return }
    if reads.count >= Self.maximum { reads = reads.filter { $0.value.isUsable(now, longest) } }
    guard reads.count < Self.maximum else { return }
    let read = Read(request, now)
    reads[path] = read
    transport.send(request) { [weak read] in read?.result = $0 }
  }

  /// Returns the read of a path that was begun with the same conditions, and forgets it.
  ///
  /// - Parameter longest: The time in seconds since the request for which a response is used.
  func take(_ path: String, _ request: StorageRequest, now: DateValue, longest: Double) -> Read? {
    guard let read = reads.removeValue(forKey: path), read.isUsable(now, longest),
      read.request.headers.elementsEqual(request.headers, by: ==)
    else { return nil }
    return read
  }

  /// Forgets the read of a path, whose content may have changed.
  func drop(_ path: String) { reads[path] = nil }

  func dropAll() { reads = [:] }
}
