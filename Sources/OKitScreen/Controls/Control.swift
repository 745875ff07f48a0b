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
  /// Rows with controls are copied more often than changed.
  private var box: Boxed<Fields>

  private struct Fields: Sendable, Hashable {
    let kind: Kind
    var value: Value
    var isEnabled: Bool
    var min: Value
    var max: Value
    var step: Double?
    var options: [String]
    var placeholder: String?
    let isSecure: Bool
    var mode: String?
    var isFilled: Bool
    var look: Boxed<ControlLook>?
    var field: Boxed<FieldState>?
    var text: String?
    var minText: String?
    var maxText: String?
  }

  package init(
    kind: Kind, value: Value, isEnabled: Bool = true, min: Value = .null, max: Value = .null, step: Double? = nil,
    options: [String] = [], placeholder: String? = nil, isSecure: Bool = false, mode: String? = nil
  ) {
    box = Boxed(
      Fields(
        kind: kind, value: isSecure ? .null : value, isEnabled: isEnabled, min: min, max: max, step: step,
        options: options, placeholder: placeholder, isSecure: isSecure, mode: mode,
        isFilled: !value.isNull && value != .string("")))
  }

  /// The kind of the control.
  package var kind: Kind { box.content.kind }
  /// Text, Bool, Date, number, or for segment and picker the index of the chosen option; always nil when `isSecure`.
  public internal(set) var value: Value {
    get { box.content.value }
    set { box.content.value = newValue }
  }
  /// Whether the control can be changed.
  public var isEnabled: Bool {
    get { box.content.isEnabled }
    set { box.content.isEnabled = newValue }
  }
  /// The least value: a number or a Date.
  package var min: Value {
    get { box.content.min }
    set { box.content.min = newValue }
  }
  package var max: Value {
    get { box.content.max }
    set { box.content.max = newValue }
  }
  package var step: Double? {
    get { box.content.step }
    set { box.content.step = newValue }
  }
  /// The titles of a segment's or picker's choices.
  public var options: [String] {
    get { box.content.options }
    set { box.content.options = newValue }
    _modify { yield &box.content.options }
  }
  /// The text in an empty field.
  package var placeholder: String? {
    get { box.content.placeholder }
    set { box.content.placeholder = newValue }
  }
  /// Whether the control hides what is typed.
  package var isSecure: Bool { box.content.isSecure }
  /// Of a date control: `time`, `date`, `dateAndTime` or `countDownTimer`.
  package var mode: String? {
    get { box.content.mode }
    set { box.content.mode = newValue }
  }
  /// The images and the width that few controls have.
  package var look: Boxed<ControlLook>? {
    get { box.content.look }
    set { box.content.look = newValue }
    _modify { yield &box.content.look }
  }
  package var field: Boxed<FieldState>? {
    get { box.content.field }
    set { box.content.field = newValue }
    _modify { yield &box.content.field }
  }
  /// Whether there is any value: all that can be seen of a secure one. Not part of the JSON.
  package internal(set) var isFilled: Bool {
    get { box.content.isFilled }
    set { box.content.isFilled = newValue }
  }
  /// The value of a number, a date or a choice as a person sees it, in the language of the application.
  package var text: String? {
    get { box.content.text }
    set { box.content.text = newValue }
  }
  /// The least and the greatest value as a person sees them.
  package var minText: String? {
    get { box.content.minText }
    set { box.content.minText = newValue }
  }
  package var maxText: String? {
    get { box.content.maxText }
    set { box.content.maxText = newValue }
  }

  /// Returns the control with the texts of its values.
  package func with(texts text: (Value) -> String?) -> Control {
    var control = self
    (control.text, control.minText, control.maxText) = (text(value), text(min), text(max))
    return control
  }

  /// The title of the chosen option of a segment or picker.
  package var chosenOption: String? {
    guard case .int(let index) = value, options.indices.contains(index) else { return nil }
    return options[index]
  }
}
