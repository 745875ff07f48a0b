/// Cells as scripts see them: their fields.
enum CellTypes {
  static let fields: [HostMember<@Sendable (AppBridge, Cell) -> LuaValue>] = [
    .init("name", "string", "the name of its class") { .string($1.componentClass.name) },
    .init("context", "any", "the entity at `contextPath`, from that of the row") { bridge, cell in
      cell.effectiveContext.map(bridge.lua) ?? .null
    },
    .init("entity", "any", "the entity of the row") { bridge, cell in cell.context.map(bridge.lua) ?? .null },
    .init("controller", "okit.Controller", "the controller of the row") { bridge, cell in
      bridge.lua(.handle(cell.controller.handle))
    },
    .init("editing", "boolean", "whether the row is in edit mode") { .bool($1.isRowEditing) },
  ]

  static let cell = DeclaredClass(
    "okit.Cell", "A cell on the screen.",
    fields.map(\.declaration) + ControllerTypes.rowFields + [
      Declaration("super", "any", "the overridden functions of the superclass: `self.super.getText(self)`")
    ])
}
