/// The products with parts that a program adds to its applications.
package enum PartProduct: String, Sendable {
  case sqlite = "OKitSQLite"
  case http = "OKitHTTP"
  case encryption = "OKitEncryption"
  case backups = "OKitBackup"
  case storyboards = "OKitStoryboard"
}

extension Diagnostic {
  /// Returns the error for what needs a part that the application does not have.
  ///
  /// - Parameter user: What needs the part, such as `okit.fetch`.
  package static func missingPart(_ product: PartProduct, for user: String) -> Diagnostic {
    Diagnostic(
      "part.missing", "\(user) needs \(product.rawValue), which is not a part of this application",
      hint: "add the product \(product.rawValue) to the program, and .\(product) to the parts of the application")
  }
}
