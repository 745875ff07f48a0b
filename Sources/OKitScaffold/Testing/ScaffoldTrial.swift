/// Runs the files of an application in a temporary folder.
package struct ScaffoldTrial {
  /// Returns the errors and warnings of `okit-run check app.lua`; their places have the names of the files without
  /// folders.
  package var check: ([ApplicationFiles.File]) throws -> [Diagnostic]
  /// Returns the keys that the application looks up, and that have no text in its base language.
  package var missingTexts: ([ApplicationFiles.File]) throws -> [String]
  /// Runs tests of `app_test.lua` by their names, or all for none. Returns the failures of the tests by their names;
  /// nil for a test that has passed.
  package var test: ([ApplicationFiles.File], [String]) throws -> [String: String?]

  package init(
    check: @escaping ([ApplicationFiles.File]) throws -> [Diagnostic],
    missingTexts: @escaping ([ApplicationFiles.File]) throws -> [String],
    test: @escaping ([ApplicationFiles.File], [String]) throws -> [String: String?]
  ) {
    (self.check, self.missingTexts, self.test) = (check, missingTexts, test)
  }
}
