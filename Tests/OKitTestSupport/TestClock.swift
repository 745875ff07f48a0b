package import OKitEngine

package enum TestClock {
  /// 2020-01-01T00:00:00Z.
  package static let start = DateValue(secondsSince2001: 599_529_600)
}
