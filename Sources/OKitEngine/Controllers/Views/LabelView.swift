extension ComponentDescriptor {
  package static let (label, labelKeys) = declare(
    "ModelLabel", .view(LabelView.self), extends: view, "A text."
  ) {
    (
      textPath: $0.string("textPath", effect: "view.text", "the text, which may be an attributed one"),
      showPath: $0.bool("showPath", default: "#true", effect: "view", "whether the label is shown"),
      accessibility: $0.accessibility(),
      format: $0.format(effect: "view.text")
    )
  }
}

/// A text (`ModelLabel`).
package final class LabelView: BoundView {
  override var shown: ScreenView? {
    let keys = ComponentDescriptor.labelKeys
    guard !isNowhere, properties[keys.showPath] else { return nil }
    var view = ScreenView(.label, text: properties[keys.textPath] ?? "", runs: properties.runs(keys.textPath))
    view.accessibility = properties.accessibility(keys.accessibility)
    return view
  }
}
