/// What a control looks like, for renderers.
package struct ControlLook: Sendable, Hashable {
  /// The names of the images beside the minimum and the maximum.
  package var minImage: String?
  package var maxImage: String?
  /// In points.
  package var width: Double?
  package var color: String?
  package var title: String?
  package var imageInfo: ImageInfo?

  package init(minImage: String? = nil, maxImage: String? = nil, width: Double? = nil) {
    (self.minImage, self.maxImage, self.width) = (minImage, maxImage, width)
  }
}

/// The element that edits a value in a row.
public struct Control: Sendable, Hashable {
  /// The kind of the control.
  package let kind: Kind
  /// Text, Bool, Date, number, or for segment and picker the index of the chosen option; always nil when `isSecure`.
  public internal(set) var value: Value
  /// Whether the control can be changed.
  public var isEnabled: Bool
  /// The least value: a number or a Date.
  package var min: Value
  package var max: Value
  package var step: Double?
  /// The titles of a segment's or picker's choices.
  public var options: [String]
  /// The text in an empty field.
  package var placeholder: String?
  /// Whether the control hides what is typed.
  package let isSecure: Bool
  /// Of a date control: `time`, `date`, `dateAndTime` or `countDownTimer`.
  package var mode: String?
  /// The images and the width that few controls have.
  package var look: Boxed<ControlLook>?
  package var field: Boxed<FieldState>?
  /// Whether there is any value: all that can be seen of a secure one. Not part of the JSON.
  package internal(set) var isFilled: Bool

  package init(
    kind: Kind, value: Value, isEnabled: Bool = true, min: Value = .null, max: Value = .null, step: Double? = nil,
    options: [String] = [], placeholder: String? = nil, isSecure: Bool = false, mode: String? = nil
  ) {
    self.kind = kind
    self.value = isSecure ? .null : value
    self.isEnabled = isEnabled
    self.min = min
    self.max = max
    self.step = step
    self.options = options
    self.placeholder = placeholder
    self.isSecure = isSecure
    self.mode = mode
    isFilled = !value.isNull && value != .string("")
  }

  /// Returns the control with the texts of its values.
  package func with(texts text: (Value) -> String?) -> Control {
    var control = self
    (control.text, control.minText, control.maxText) = (text(value), text(min), text(max))
    return control
  }

  /// The value of a number, a date or a choice as a person sees it, in the language of the application.
  package var text: String?
  /// The least and the greatest value as a person sees them.
  package var minText: String?
  package var maxText: String?

  /// The title of the chosen option of a segment or picker.
  package var chosenOption: String? {
    guard case .int(let index) = value, options.indices.contains(index) else { return nil }
    return options[index]
  }
}
