extension ComponentDescriptor {
  package static let label = declare(
    "ModelLabel", .view(LabelView.self), extends: view, "A text."
  ) { labelTable }

  package static let (labelTable, labelKeys) = properties(extending: view) { table in
    let textPath = table.string("textPath", effect: "view.text", "the text, which may be an attributed one")
    _ = table.dataPath(showing: textPath, effect: "view.text")
    return (
      textPath: textPath,
      showPath: table.bool("showPath", default: "#true", effect: "view", "whether the label is shown"),
      accessibility: table.accessibility(),
      format: table.format(effect: "view.text")
    )
  }
}

/// A text (`ModelLabel`).
package final class LabelView: BoundView {
  override var builtIn: ScreenView? {
    let keys = ComponentDescriptor.labelKeys
    guard !isNowhere, properties[keys.showPath] else { return nil }
    var view = ScreenView(.label, text: properties[keys.textPath] ?? "", runs: properties.runs(keys.textPath))
    view.accessibility = properties.accessibility(keys.accessibility)
    return view
  }
}
