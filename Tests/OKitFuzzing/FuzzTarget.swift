/// A part of the project that reads untrusted input, in a form that a fuzzer can call.
///
/// The fuzzers in `Fuzzers/` call it with generated inputs, the tests with those in `Tests/Corpus`.
public struct FuzzTarget: Sendable {
  public typealias Run = ([UInt8]) throws -> Void

  /// The name of its folder in `Tests/Corpus`.
  public let name: String
  /// Makes what takes one input after the other, on one thread. It throws a `FuzzFinding` when something does not hold.
  public let make: @Sendable () throws -> Run

  public static let all = [
    binding, formula, sqlFunction, json, document, journal, container, backup, image, html, pattern, format, textFormat,
    action, csv, spon, storyboard, script, app, languageServer, trace, live, keys,
  ]

  public static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

/// Something that must hold for every input, and did not for this one.
public struct FuzzFinding: Error, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}

func require(_ condition: Bool, _ what: @autoclosure () -> String) throws(FuzzFinding) {
  guard condition else { throw FuzzFinding(what()) }
}

extension [UInt8] {
  /// The input up to a new line, and what follows it.
  func splitLine() -> (first: ArraySlice<UInt8>, rest: ArraySlice<UInt8>) {
    let end = firstIndex(of: UInt8(ascii: "\n")) ?? endIndex
    return (self[..<end], end == endIndex ? [] : self[(end + 1)...])
  }
}
