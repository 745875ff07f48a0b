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

  private let source: any HostArgumentSource
  private var index = 0

  package init(_ source: any HostArgumentSource) { self.source = source }

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
    return try source.value(at: index)
  }

  /// The error for the last argument.
  @usableFromInline
  func mismatch(_ expected: String, _ error: ValueMismatch) -> any Error {
    Mismatch(index: index - 1, expected: expected, part: error.part)
  }
}

/// The caller of a Swift function, with the arguments of the call.
package protocol HostArgumentSource {
  /// Returns an argument by its position, from 0; null for a missing one.
  func value(at index: Int) throws -> Value
}
