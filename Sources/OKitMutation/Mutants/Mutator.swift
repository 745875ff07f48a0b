/// What a mutant changes. The raw values are the names in reports.
package enum Mutator: String, Sendable, CaseIterable {
  /// A condition: true, false, negated.
  case condition = "Condition"
  /// `<` to `<=` and `>=`.
  case comparison = "Comparison"
  /// `and` to `or`.
  case logic = "Logic"
  case arithmetic = "Arithmetic"
  /// A number: one more, one less; the other Bool.
  case constant = "Constant"
  /// An assignment or a call dropped.
  case statement = "Statement"
  /// A result: nil, the other Bool.
  case result = "Return"
  /// The path of a binding: a step dropped, another property of the type.
  case binding = "Binding"
  /// A property of a controller: a Bool changed; a sort order, a segue or an action removed.
  case property = "Property"
}
