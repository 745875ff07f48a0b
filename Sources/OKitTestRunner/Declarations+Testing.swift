extension Declarations {
  /// The declarations for applications and test files.
  package static let all = sections + [TestTypes.section]
}
