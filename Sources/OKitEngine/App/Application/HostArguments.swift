/// The arguments of a Swift function that a binding or a script calls, converted one after the other to Swift types.
///
/// The conversions are inlined into the program that registers a function: with the types of its arguments known, they
/// take half the time.
@usableFromInline
package struct HostArguments: ~Copyable {
  /// An argument is something else than the function takes.
  package struct Mismatch: DescribedError {
    package let index: Int
    package let expected: String
    /// The part of the argument that has another type; nil for the argument itself.
    package let part: String?

    package var diagnostic: Diagnostic { Diagnostic("lua.argument", "argument \(index + 1) needs \(text)") }
    package var text: String { part.map { "\(expected) (\($0))" } ?? expected }
  }

  /// Where they are read, one by one; nil for those that are given. The source must live until the call has ended.
  private let source: Unmanaged<HostArgumentSource>?
  private let call: UnsafeMutableRawPointer?
  private let values: [Value]
  private var index = 0

  package init(_ values: [Value]) { (source, call, self.values) = (nil, nil, values) }

  /// - Parameters:
  ///   - call: The running call, for the source.
  ///   - source: Lives until the call has ended.
  package init(of call: UnsafeMutableRawPointer, in source: Unmanaged<HostArgumentSource>) {
    (self.source, self.call, values) = (source, call, [])
  }

  /// Converts the next argument; a missing one is null.
  ///
  /// - Throws: `Mismatch`, and `lua.value` for what the engine has no value for.
  @inlinable
  package mutating func next<Argument: ValueConvertible>(_ type: Argument.Type) throws -> Argument {
    do { return try Argument.fromValue(nextValue()) } catch let error as ValueMismatch {
      throw mismatch(Argument.valueName, error)
    }
  }

  @usableFromInline
  mutating func nextValue() throws -> Value {
    defer { index += 1 }
    if let source, let call {
      return try source._withUnsafeGuaranteedRef { try $0.value(index, call) }
    }
    return index < values.count ? values[index] : .null
  }

  /// The error for the last argument.
  @usableFromInline
  func mismatch(_ expected: String, _ error: ValueMismatch) -> any Error {
    Mismatch(index: index - 1, expected: expected, part: error.part)
  }
}

/// Reads the arguments of calls of a Swift function. Not a protocol: each call would copy and free a value of unknown
/// size.
package final class HostArgumentSource {
  /// Returns an argument of a running call by its position, from 0; null for a missing one.
  fileprivate let value: (_ index: Int, _ call: UnsafeMutableRawPointer) throws -> Value

  package init(_ value: @escaping (_ index: Int, _ call: UnsafeMutableRawPointer) throws -> Value) {
    self.value = value
  }
}
