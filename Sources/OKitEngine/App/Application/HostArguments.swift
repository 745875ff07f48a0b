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

  /// Where they are read, one by one. It must live until the call has ended.
  private let source: Unmanaged<HostArgumentSource>
  private let call: UnsafeMutableRawPointer?
  private var index = 0

  /// - Parameters:
  ///   - call: The running call, for the source; nil for values that are given.
  ///   - source: Lives until the call has ended.
  package init(of call: UnsafeMutableRawPointer?, in source: Unmanaged<HostArgumentSource>) {
    (self.call, self.source) = (call, source)
  }

  /// Converts the next argument; a missing one is null.
  ///
  /// - Throws: `Mismatch`, and `lua.value` for what the engine has no value for.
  @inlinable
  package mutating func next<Argument: ValueConvertible>(_ type: Argument.Type) throws -> Argument {
    // The types are equal. Numbers need no value in between.
    if Argument.self == Int.self, let integer = nextInteger() { return unsafeBitCast(integer, to: Argument.self) }
    if Argument.self == Double.self, let number = nextNumber() { return unsafeBitCast(number, to: Argument.self) }
    do { return try Argument.fromValue(nextValue()) } catch let error as ValueMismatch {
      throw mismatch(Argument.valueName, error)
    }
  }

  @usableFromInline
  mutating func nextValue() throws -> Value {
    defer { index += 1 }
    return try source._withUnsafeGuaranteedRef { try $0.value(index, call) }
  }

  /// Returns the next argument and moves past it, if it is an integer; nil for any other.
  @usableFromInline
  mutating func nextInteger() -> Int? {
    guard let integer = source._withUnsafeGuaranteedRef({ $0.integer(index, call) }) else { return nil }
    index += 1
    return integer
  }

  /// Returns the next argument and moves past it, if it is a number; nil for any other.
  @usableFromInline
  mutating func nextNumber() -> Double? {
    guard let number = source._withUnsafeGuaranteedRef({ $0.number(index, call) }) else { return nil }
    index += 1
    return number
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
  package typealias Reader<Result> = (_ index: Int, _ call: UnsafeMutableRawPointer?) -> Result
  package typealias ThrowingReader<Result> = (_ index: Int, _ call: UnsafeMutableRawPointer?) throws -> Result

  fileprivate let value: ThrowingReader<Value>
  fileprivate let integer: Reader<Int?>
  fileprivate let number: Reader<Double?>

  /// - Parameters:
  ///   - integer: Returns an argument that is an integer; nil for any other.
  ///   - number: Returns an argument that is a number; nil for any other.
  ///   - value: Returns an argument of a running call by its position, from 0; null for a missing one.
  package init(
    integer: @escaping Reader<Int?>, number: @escaping Reader<Double?>, value: @escaping ThrowingReader<Value>
  ) {
    (self.integer, self.number, self.value) = (integer, number, value)
  }

  /// Creates a source of values that are given.
  convenience init(_ values: [Value]) {
    self.init { _, _ in
      nil
    } number: { _, _ in
      nil
    } value: { index, _ in
      index < values.count ? values[index] : .null
    }
  }
}
