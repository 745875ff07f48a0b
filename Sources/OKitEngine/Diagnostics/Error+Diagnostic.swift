extension Error {
  /// The error as a diagnostic; one of another kind is the failure of a function.
  package var asDiagnostic: Diagnostic { self as? Diagnostic ?? Diagnostic("function.failed", "\(self)") }
}
