/// The controller that a tap opens.
package struct Segue: Hashable, Sendable {
  package enum Kind: String, Sendable, CaseIterable { case push, present }

  package var to: String
  package var kind: Kind

  package init(to: String, kind: Kind = .push) {
    (self.to, self.kind) = (to, kind)
  }

  /// The fields of a segue as a script gives it.
  package static let (fields, keys) = SchemaTable.with {
    (
      to: $0.plainText("to", effect: "stack", "the name of a controller"),
      kind: $0.plainText("kind", effect: "stack", "`push` or `present`")
    )
  }
}
