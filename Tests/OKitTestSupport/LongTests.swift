import Foundation

/// Tests that run in full in `make test-long`, and as a tenth otherwise.
package enum LongTests {
  package static let areOn = ProcessInfo.processInfo.environment["OKIT_LONG"] != nil

  /// Returns the elements of the tenth, by a seed; in full all of them.
  package static func tenth<Element>(of all: some Sequence<Element>, seed: Int) -> [Element] {
    all.enumerated().filter { areOn || ($0.offset + seed) % 10 == 0 }.map(\.element)
  }
}
