internal import Synchronization

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
  /// The functions that a script can override, those of the superclass first. Classes share the groups that they
  /// inherit.
  package let functionGroups: [FunctionGroup]
  /// Those of the functions that the subclasses which okit defines have as well.
  private let inheritedGroups: [FunctionGroup]
  private let makeTable: @Sendable () -> SchemaTable
  /// The address of `Properties`; 0 until something has asked for them.
  private let made = Atomic<UInt>(0)

  /// Functions that a class adds to those of its superclass.
  package final class FunctionGroup: Sendable {
    package let functions: [OverridableFunction]

    fileprivate init(_ functions: [OverridableFunction]) { self.functions = functions }
  }

  /// What most starts need of few classes. Made when something asks for it.
  private final class Properties: Sendable {
    let table: SchemaTable
    let controlSlot, contextSlot: Int?
    let formatKeys: FormatKeys?
    let functions: [OverridableFunction]

    init(_ table: SchemaTable, _ groups: [FunctionGroup]) {
      (self.table, functions) = (table, groups.flatMap(\.functions))
      controlSlot = table.schemas.firstIndex { $0.field == .control }
      contextSlot = table.slot(named: "contextPath")
      formatKeys = FormatKeys(table)
    }
  }

  private init(
    _ name: String, _ role: Role, extends superclass: ComponentDescriptor?, control: Control.Kind?,
    functions: [OverridableFunction], ownFunctions: [OverridableFunction], _ meaning: String,
    _ makeTable: @escaping @Sendable () -> SchemaTable
  ) {
    (self.name, self.role, self.superclass, self.meaning) = (name, role, superclass, meaning)
    (self.control, self.makeTable) = (control, makeTable)
    let inherited = superclass?.inheritedGroups ?? []
    inheritedGroups = functions.isEmpty ? inherited : inherited + [FunctionGroup(functions)]
    functionGroups = ownFunctions.isEmpty ? inheritedGroups : inheritedGroups + [FunctionGroup(ownFunctions)]
  }

  deinit { Self.object(at: made.load(ordering: .acquiring))?.release() }

  /// Declares a class.
  ///
  /// - Parameters:
  ///   - control: the kind of its control, whose value is the property that fills `control`.
  ///   - functions: the functions that a script can override, besides those of the superclass.
  ///   - ownFunctions: the functions that a script can override only in subclasses of its own, not in those of okit.
  ///   - table: returns its properties.
  static func declare(
    _ name: String, _ role: Role, extends superclass: ComponentDescriptor? = nil, control: Control.Kind? = nil,
    functions: [OverridableFunction] = [], ownFunctions: [OverridableFunction] = [], _ meaning: String,
    _ table: @escaping @Sendable () -> SchemaTable
  ) -> ComponentDescriptor {
    ComponentDescriptor(
      name, role, extends: superclass, control: control, functions: functions, ownFunctions: ownFunctions, meaning,
      table)
  }

  /// Declares a class without properties of its own.
  static func declare(
    _ name: String, _ role: Role, extends superclass: ComponentDescriptor, functions: [OverridableFunction] = [],
    _ meaning: String
  ) -> ComponentDescriptor {
    declare(name, role, extends: superclass, functions: functions, meaning) { superclass.table }
  }

  /// Returns the properties of a class, and the keys that `declare` returned for those that the superclass does not
  /// have.
  static func properties<Keys>(
    extending superclass: ComponentDescriptor? = nil, _ declare: (inout SchemaTable) -> Keys
  ) -> (SchemaTable, Keys) {
    var table = SchemaTable(extending: superclass?.table)
    let keys = declare(&table)
    return (table, keys)
  }

  // MARK: Properties

  /// All properties, those of the superclass first.
  package var table: SchemaTable { properties._withUnsafeGuaranteedRef { $0.table } }
  /// The slot of the property with the binding that the control reads and writes; nil without a control.
  var controlSlot: Int? { properties._withUnsafeGuaranteedRef { $0.controlSlot } }
  /// The slot of `contextPath`; nil without one.
  var contextSlot: Int? { properties._withUnsafeGuaranteedRef { $0.contextSlot } }
  /// The slot of the property for which `dataPath` is the general name; nil without one.
  var dataSlot: Int? { table.dataAlias.flatMap { _ in table.shownSlot ?? controlSlot } }
  /// The properties with the format of its texts; nil without them.
  var formatKeys: FormatKeys? { properties._withUnsafeGuaranteedRef { $0.formatKeys } }

  /// The functions that a script can override, those of the superclass first.
  package var functions: [OverridableFunction] { properties._withUnsafeGuaranteedRef { $0.functions } }
  package var functionNames: [String] { functions.map(\.name) }

  /// The descriptor owns the object, and never exchanges it.
  private var properties: Unmanaged<Properties> {
    if let known = Self.object(at: made.load(ordering: .acquiring)) { return known }
    let new = Unmanaged.passRetained(Properties(makeTable(), functionGroups))
    let known = made.compareExchange(
      expected: 0, desired: UInt(bitPattern: new.toOpaque()), ordering: .acquiringAndReleasing)
    guard let other = Self.object(at: known.original) else { return new }
    new.release()  // Another thread was faster.
    return other
  }

  private static func object(at address: UInt) -> Unmanaged<Properties>? {
    UnsafeRawPointer(bitPattern: address).map(Unmanaged.fromOpaque)
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
