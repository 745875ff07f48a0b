package import OKitLua

extension Declarations {
  /// What applications and test files can use.
  package static let all = sections + [TestTypes.section]
}
