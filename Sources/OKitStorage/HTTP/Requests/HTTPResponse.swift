/// The response of a server, with any status.
package struct HTTPResponse: Equatable, Sendable {
  package var status = 0
  /// With names in lower case; the values of repeated headers are joined by commas, and those of `set-cookie`, whose
  /// values have commas, by line feeds.
  package var headers: [String: String] = [:]
  /// The body after decompression.
  package var body: [UInt8] = []
  /// Whether the response has said where its body ends. Otherwise, the end of the connection is its end, and nobody can
  /// tell whether a part is missing.
  package var isDelimited = true

  package init(status: Int = 0, headers: [String: String] = [:], body: [UInt8] = []) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }

  /// Why no server can have sent what a program passes as a response; nil when one can have.
  package var problem: String? {
    guard (200...599).contains(status) else { return "\(status) is not the status of a response; use 200 to 599" }
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
      guard HTTPRequest.isHeaderName(name) else { return "\(PrintableText.quoted(name)) is not the name of a header" }
      let values = name == "set-cookie" ? value.split(separator: "\n").map(String.init) : [value]
      guard values.allSatisfy(HTTPRequest.isHeaderValue) else {
        return "the header \"\(name)\" has a line break or another control character"
      }
    }
    return nil
  }

  private static let longestRetryAfter = 86_400.0

  /// Returns the seconds that a header `Retry-After` asks a client to wait: a number, or a date such as
  /// `Wed, 21 Oct 2015 07:28:00 GMT` (RFC 9110, section 10.2.3), at most a day. 0 for anything else.
  package static func seconds(retryAfter text: String, now: DateValue) -> Double {
    if let seconds = Double(text) { return seconds.isFinite ? min(max(0, seconds), longestRetryAfter) : 0 }
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let parts = text.split(whereSeparator: { " :".contains($0) })
    guard parts.count == 8, parts[7] == "GMT", let month = months.firstIndex(of: String(parts[2])),
      let day = Int(parts[1]), let year = Int(parts[3]), (1...9999).contains(year),
      let date = DayValue(year: year, month: month + 1, day: day), let hour = Int(parts[4]),
      let minute = Int(parts[5]), let second = Int(parts[6]), (0..<24).contains(hour), (0..<60).contains(minute),
      (0...60).contains(second)
    else { return 0 }
    let seconds = Int(date.daysSince1970) * 86_400 + hour * 3600 + minute * 60 + second
    let wait = DateValue(secondsSince1970: Double(seconds)).secondsSince2001 - now.secondsSince2001
    return min(max(0, wait), longestRetryAfter)
  }
}
