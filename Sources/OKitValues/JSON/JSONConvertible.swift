/// A value with a JSON form, such as a screen, an action, a patch or a diagnostic: for other processes and other
/// machines.
public protocol JSONConvertible: Sendable {
  var jsonValue: JSONValue { get }
  /// - Throws: A diagnostic that says what is wrong with the data, such as `json.value` or `action.json`.
  init(json: JSONValue) throws(Diagnostic)
}

extension JSONConvertible {
  /// Reads the JSON form, as UTF-8.
  ///
  /// - Throws: `json.syntax` for what is not JSON, and what `init(json:)` throws for other data.
  public init(json bytes: some Sequence<UInt8>) throws { try self.init(json: JSONValue.parse(data: bytes)) }

  /// Returns the JSON form, as UTF-8: on one line, the members of objects sorted.
  ///
  /// - Throws: `json.number` for NaN and infinity.
  public func json() throws -> [UInt8] { try jsonValue.jsonBytes() }
}
