/// Labels, buttons, bar buttons and help views as scripts see them: their fields.
enum ViewTypes {
  static let fields: [HostMember<@Sendable (AppBridge, ScriptedView) -> LuaValue>] = [
    .init("name", "string", "the name of its class") { .string($1.componentClass.name) },
    .init("context", "any", "the entity at `contextPath`, from that of the row or the controller") { bridge, view in
      view.context.map(bridge.lua) ?? .null
    },
    .init("controller", "okit.Controller", "the controller of its screen") { bridge, view in
      bridge.lua(.handle(view.controller.handle))
    },
  ]

  static let view = DeclaredClass(
    "okit.View", "A label, a button, a bar button or a help view on the screen.",
    fields.map(\.declaration) + [
      Declaration("text?", "string", "the text of a label"),
      Declaration("title?", "string", "the title of another view"),
      Declaration("image?", "string", "the name of the image of a button"),
      Declaration("enabled?", "boolean", "whether a button is enabled"),
      Declaration("super", "any", "the overridden functions of the superclass: `self.super.update(self)`"),
    ])
}
