extension ComponentDescriptor {
  package static let button = declare(
    "ModelButton", .view(ButtonView.self), extends: view, "A button."
  ) { buttonTable }

  package static let (buttonTable, buttonKeys) = properties(extending: view) {
    (
      iconPath: $0.image("iconPath", effect: "view.image", "the image, or the name of one"),
      imagePath: $0.image("imagePath", effect: "view.image", "the same as `iconPath`"),
      titlePath: $0.string("titlePath", effect: "view.text", "the title; by default the name of the image"),
      tapPath: $0.action("tapPath", "runs when the button is tapped"),
      showPath: $0.bool("showPath", default: "#true", effect: "view", "whether the button is shown"),
      enabledPath: $0.bool("enabledPath", default: "#true", effect: "view.enabled", "whether the button is enabled"),
      segue: $0.segue("segue", effect: "stack", "the controller to open, with the context of the button"),
      submit: $0.submit(),
      accessibility: $0.accessibility(),
      format: $0.format(effect: "view.text")
    )
  }
}

/// A button (`ModelButton`), with a context, an action and a segue of its own.
package final class ButtonView: BoundView {
  private static let keys = ComponentDescriptor.buttonKeys

  override var builtIn: ScreenView? {
    let (properties, keys) = (properties, Self.keys)
    guard !isNowhere, properties[keys.showPath] else { return nil }
    let image = properties[properties.has(keys.iconPath) ? keys.iconPath : keys.imagePath]
    var view = ScreenView(
      .button, text: properties[keys.titlePath] ?? image ?? "", runs: properties.runs(keys.titlePath), image: image,
      isEnabled: properties[keys.enabledPath])
    view.accessibility = properties.accessibility(keys.accessibility)
    return view
  }

  override func runTap() throws {
    let (context, keys) = (effectiveContext, Self.keys)
    try controller.perform(submitting: properties[keys.submit]) { [component, controller] in
      if let tap = component.values[keys.tapPath] {
        let origin = component.origin("tapPath", of: controller.definition)
        controller.services.run(tap, context: context, controller: controller, extra: [], origin: origin) { _ in }
      }
      if let segue = component.segue { try controller.open(segue, context) }
    }
  }
}
