/// A built-in class of controllers, cells or bar buttons: all that the engine and its hosts know of it.
///
/// Each descriptor is declared in the file of its class, together with the keys of its properties; `all` lists them.
package final class ComponentDescriptor: Sendable {
  package enum Role: Sendable {
    /// Nil for a class that is never on the screen itself.
    case controller(Controller.Type?)
    case cell(Cell.Type)
    case barButton
    /// A container of controllers, which has a name like them.
    case container
    /// A tab of a container.
    case tab
    /// A column of a grid.
    case column
    /// Nil for a class that is never on the screen itself.
    case view(BoundView.Type?)
  }

  /// The name in Lua.
  package let name: String
  package let superclass: ComponentDescriptor?
  package let role: Role
  /// The kind of its control, nil when it has none.
  package let control: Control.Kind?
  /// Its purpose: a sentence.
  package let meaning: String
  /// All properties, those of the superclass first.
  package let table: SchemaTable
  /// The functions that a script can override, those of the superclass first.
  package let functions: [OverridableFunction]
  package var functionNames: [String] { functions.map(\.name) }
  /// Those of the functions that the subclasses which okit defines have as well.
  private let inheritedFunctions: [OverridableFunction]
  /// The slot of the property with the binding that the control reads and writes; nil without a control.
  let controlSlot: Int?
  /// The slot of the property for which `dataPath` is the general name; nil without one.
  var dataSlot: Int? { table.dataAlias.flatMap { _ in table.shownSlot ?? controlSlot } }
  /// The properties with the format of its texts; nil without them.
  let formatKeys: FormatKeys?

  private init(
    _ name: String, _ role: Role, extends superclass: ComponentDescriptor?, control: Control.Kind?,
    functions: [OverridableFunction], ownFunctions: [OverridableFunction], _ meaning: String, _ table: SchemaTable
  ) {
    (self.name, self.role, self.superclass, self.meaning) = (name, role, superclass, meaning)
    (self.control, self.table) = (control, table)
    formatKeys = FormatKeys(table)
    controlSlot = table.schemas.firstIndex { $0.field == .control }
    // Most classes share the list of their superclass: copies of all would take a twentieth of a hello world.
    let inherited = superclass?.inheritedFunctions ?? []
    inheritedFunctions = functions.isEmpty ? inherited : inherited + functions
    self.functions = ownFunctions.isEmpty ? inheritedFunctions : inheritedFunctions + ownFunctions
  }

  /// Declares a class.
  ///
  /// - Parameters:
  ///   - control: the kind of its control, whose value is the property that fills `control`.
  ///   - functions: the functions that a script can override, besides those of the superclass.
  ///   - ownFunctions: the functions that a script can override only in subclasses of its own, not in those of okit.
  ///   - declare: declares the properties that the superclass does not have.
  /// - Returns: the descriptor, and the keys that `declare` returned.
  static func declare<Keys>(
    _ name: String, _ role: Role, extends superclass: ComponentDescriptor? = nil, control: Control.Kind? = nil,
    functions: [OverridableFunction] = [], ownFunctions: [OverridableFunction] = [], _ meaning: String,
    _ declare: (inout SchemaTable) -> Keys
  ) -> (ComponentDescriptor, Keys) {
    var table = SchemaTable(extending: superclass?.table)
    let keys = declare(&table)
    let descriptor = ComponentDescriptor(
      name, role, extends: superclass, control: control, functions: functions, ownFunctions: ownFunctions, meaning,
      table)
    return (descriptor, keys)
  }

  /// Declares a class without properties of its own.
  static func declare(
    _ name: String, _ role: Role, extends superclass: ComponentDescriptor, functions: [OverridableFunction] = [],
    _ meaning: String
  ) -> ComponentDescriptor {
    declare(name, role, extends: superclass, functions: functions, meaning) { _ in }.0
  }

  /// The class of the controllers on the screen; nil for anything else.
  package var screenClass: Controller.Type? { if case .controller(let screen) = role { screen } else { nil } }

  /// Whether scripts define classes of it by name, which navigation opens.
  package var isController: Bool {
    switch role {
    case .controller, .container: true
    default: false
    }
  }
  package var isContainer: Bool { if case .container = role { true } else { false } }
  package var isCell: Bool { if case .cell = role { true } else { false } }
  package var isBarButton: Bool { if case .barButton = role { true } else { false } }
  /// Whether it is a class of labels or buttons.
  package var isView: Bool { if case .view(_?) = role { true } else { false } }
  /// Whether only its subclasses can be created.
  package var isAbstract: Bool { self === Self.view }

  /// Its name in messages as a part of its controller; nil for controllers.
  var part: String? {
    switch role {
    case .controller, .container: nil
    case .tab: "tab"
    case .column: "column"
    case .cell: "cell"
    case .barButton: "bar button"
    case .view: "view"
    }
  }

  /// The properties that the superclass does not have.
  package var ownProperties: ArraySlice<PropertySchema> { table.schemas[(superclass?.table.schemas.count ?? 0)...] }

  package func isKind(of other: ComponentDescriptor) -> Bool {
    self === other || superclass?.isKind(of: other) == true
  }

  /// The slot of the property that a part of the row or the screen shows, nil when no property does.
  func slot(filling field: PropertySchema.Field) -> Int? { table.schemas.firstIndex { $0.field == field } }

}
