/// The properties by which a cell is a field of a form.
package struct FieldKeys: Sendable {
  let dataPath: ComponentKey<Value>
  let validationRequired: ComponentKey<Bool>
  let validationFormula: ComponentKey<Bool>
  let validationMessage: ComponentKey<String>
  let instantValidation: ComponentKey<Bool>
  let liveUpdate: ComponentKey<Bool>
  let showPrevNextButtons: ComponentKey<Bool>
  let showDoneButton: ComponentKey<Bool>
  let closeOnReturn: ComponentKey<Bool>
  let onEndEdit: ComponentKey<ActionProperty>
  let onCancelEdit: ComponentKey<ActionProperty>
  let focus: ComponentKey<Bool>
}

extension SchemaTable {
  mutating func fields() -> FieldKeys {
    FieldKeys(
      dataPath: dataPath(),
      validationRequired: bool(
        "validationRequired", default: "#false", effect: "control.error", "rejects nil and the empty text"),
      validationFormula: formula(
        "validationFormula", effect: "control.error",
        "a formula that has to hold: `value` is the entered value, other names are those of the context"),
      validationMessage: string(
        "validationMessage", effect: "control.error",
        "the message about an invalid value; by default `Please enter a valid value for <label>.`"),
      instantValidation: bool(
        "instantValidation", default: "#false", effect: "control.error",
        "validates on every change instead of when editing of the field ends"),
      liveUpdate: bool(
        "liveUpdate", effect: "model",
        "writes on every change instead of when editing of the field ends; by default not for texts in a form"),
      showPrevNextButtons: bool(
        "showPrevNextButtons", effect: "screen.keyboard",
        "whether the keyboard has buttons to the fields before and after; by default in a form"),
      showDoneButton: bool(
        "showDoneButton", effect: "screen.keyboard", "whether the keyboard has a Done button; by default in a form"),
      closeOnReturn: bool(
        "closeOnReturn", default: "#true", effect: "action",
        "whether the Return key ends the editing of a field of one line, also without a Done button"),
      onEndEdit: action(
        "onEndEdit", "runs when editing of the field has ended and was not cancelled; gets whether its value is valid"),
      onCancelEdit: action(
        "onCancelEdit", "runs as `onEndEdit` when editing of the field was cancelled, and its input dropped"),
      focus: bool(
        "focus", default: "#false", effect: "control.focused, screen.keyboard",
        "whether the field has the focus when edit mode begins, and not the first one"))
  }

  mutating func submit() -> ComponentKey<Bool> {
    bool(
      "submit", default: "#false", effect: "action",
      "whether a tap first validates the fields of the screen and writes their input; invalid ones prevent the tap")
  }
}
