/// An error other than a diagnostic that can say what a person needs to know.
package protocol DescribedError: Error {
  var diagnostic: Diagnostic { get }
}

extension Error {
  /// The error as a diagnostic; see `diagnostic(_:)`.
  package var asDiagnostic: Diagnostic { diagnostic("function.failed") }

  /// What a program's own error says of itself. Errors of okit are diagnostics.
  package var programText: String { "\(self)" }

  /// Returns the error as a diagnostic.
  ///
  /// What Swift prints of an error is meant for programmers: one that cannot describe itself was to be handled where it
  /// occurred, and is a mistake of okit.
  ///
  /// - Parameter code: The code of such an error.
  package func diagnostic(_ code: Diagnostic.Code) -> Diagnostic {
    if let diagnostic = self as? Diagnostic { return diagnostic }
    if let described = self as? any DescribedError { return described.diagnostic }
    return Diagnostic(
      code, "unexpected failure (\(type(of: self)))", hint: "this is a mistake of okit; report it with the command")
  }
}
