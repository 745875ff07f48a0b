/// All that scripts can see, gathered from where it is defined.
package enum Declarations {
  /// The declarations of one topic.
  package struct Section: Sendable {
    package var title: String
    package var aliases: [DeclaredAlias]
    package var classes: [DeclaredClass]
    package var globals: [Declaration]

    package init(
      title: String, aliases: [DeclaredAlias] = [], classes: [DeclaredClass] = [], globals: [Declaration] = []
    ) {
      (self.title, self.aliases, self.classes, self.globals) = (title, aliases, classes, globals)
    }
  }

  /// The declarations for applications.
  package static let sections = [
    Section(title: "The module", aliases: ModuleTypes.aliases, classes: ModuleTypes.all),
    Section(
      title: "Values", aliases: [DateTypes.like, DayTypes.like],
      classes: DateTypes.all + DayTypes.all + HandleTypes.all + [FailureField.declared]),
    Section(
      title: "Models", aliases: ModelTypes.aliases, classes: ModelTypes.all + EntityTypes.all),
    Section(
      title: "Controllers, cells and bar buttons", aliases: ComponentTypes.aliases,
      classes: ControllerTypes.all + ComponentTypes.all),
    Section(title: "Clients of services", classes: ClientModule.declared),
    Section(
      title: "Dialogs", aliases: [DialogTypes.style],
      classes: [DialogTypes.alert, DialogTypes.sheet, DialogTypes.action, DialogTypes.field]),
    Section(
      title: "The network",
      classes: [FetchRequest.options, FetchRequest.part, FetchRequest.response] + NetModule.eventTypes + [
        EndpointTable.options
      ]),
    Section(title: "The application object", aliases: AppTypes.aliases, classes: AppTypes.all),
  ]

  package static var classes: [DeclaredClass] { sections.flatMap(\.classes) }

  /// The names of a class's members, for the nearest right one.
  static func names(of className: String) -> [String] {
    classes.first { $0.plainName == className }?.memberNames ?? []
  }
}

extension Declarations {
  /// The output formats of declarations.
  package enum Format: String, Sendable, CaseIterable {
    /// Annotations of the Lua language server: `okit.d.lua`.
    case luals
    /// A configuration of luacheck: `okit.luacheckrc`.
    case luacheck
    /// A reference for reading.
    case markdown
    /// A table of the members of the module, for the documentation.
    case members
    /// Tables of the properties of all classes, for the documentation.
    case properties
    /// The properties of all classes as a module in Lua, for tests.
    case propertyList = "property-list"
  }

  /// Returns the declarations in a format.
  ///
  /// - Throws: `declaration.syntax` when a declaration cannot be read, which a test rules out.
  package static func text(_ format: Format, of sections: [Section]) throws -> String {
    switch format {
    case .luals: try LuaLSWriter.text(sections)
    case .luacheck: try LuacheckWriter.text(sections)
    case .markdown: try MarkdownWriter.text(sections)
    case .members: try MarkdownWriter.members(of: ModuleTypes.module)
    case .properties: PropertyTableWriter.markdown
    case .propertyList: PropertyTableWriter.lua
    }
  }
}
