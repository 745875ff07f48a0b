/// Data that is applied to a model in several applications one after the other: the fixture of tests. Used by one
/// thread at a time.
package final class AppliedData {
  package let value: JSONValue
  /// The lists among the members as documents; no bytes for anything else.
  private var documents: [String: [UInt8]] = [:]

  package init(_ value: JSONValue) { self.value = value }

  /// Returns a member that is a list, as JSON that is encoded once; nil for any other member.
  func document(of name: String) -> [UInt8]? {
    if let known = documents[name] { return known.isEmpty ? nil : known }
    guard case .object(let members) = value, let member = members[name], case .array(let elements) = member,
      !elements.isEmpty
    else { return nil }
    let bytes: [UInt8]
    // What JSON cannot hold, such as an infinite number, is reported where the data is applied.
    do { bytes = try member.jsonBytes() } catch { bytes = [] }
    documents[name] = bytes
    return bytes.isEmpty ? nil : bytes
  }
}
