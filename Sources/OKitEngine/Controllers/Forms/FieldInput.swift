/// What a person has entered in a field and the model does not have, and why its value is not valid.
package struct FieldInput: Sendable, Hashable {
  /// The argument of the cell's setter; nil where the field shows the value of the model.
  var entered: Value?
  /// The message about the value; nil as long as nothing is known to be wrong with it.
  var error: String?
  /// Whether a script has given the message: no validation replaces it, only the next input does.
  var isGiven = false
}
