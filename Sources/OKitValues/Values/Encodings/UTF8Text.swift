/// Checks of bytes as text.
package enum UTF8Text {
  /// Returns the offset of the first byte that is not part of a UTF-8 text; nil if there is none. O(number of bytes).
  package static func firstInvalid(_ bytes: some Sequence<UInt8>) -> Int? {
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var offset = 0
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let scalar): offset += scalar.count
      case .emptyInput: return nil
      case .error: return offset
      }
    }
  }
}
