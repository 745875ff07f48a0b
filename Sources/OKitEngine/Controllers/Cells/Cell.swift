/// One row's cell: a component in a context, with its properties bound.
///
/// A cell belongs to the controller that made it. It keeps its row until something that the row shows may have changed.
public class Cell {
  /// Which row the cell is.
  public let id: RowID
  /// The context as the controller handed it over.
  public let context: EntityID?
  public let component: Component
  unowned let controller: Controller
  private let onStale: () -> Void
  private var contextProperties: BoundProperties?
  private var boundProperties: BoundProperties?
  private var shown: Shown?
  private var staleCount = 0

  /// What was answered last, and for which state of the controller.
  private struct Shown {
    var editing: Bool
    var isSelected: Bool
    var row: Screen.Row?
  }

  /// - Parameter onStale: called when the row may show something else now; must not read or write models.
  required init(
    _ component: Component, context: EntityID?, id: RowID, controller: Controller, onStale: @escaping () -> Void = {}
  ) {
    (self.component, self.context, self.id) = (component, context, id)
    (self.controller, self.onStale) = (controller, onStale)
  }

  /// A cell of the class that fits the component's kind.
  static func make(
    _ component: Component, context: EntityID?, id: RowID, controller: Controller, onStale: @escaping () -> Void = {}
  ) -> Cell {
    let cellClass: Cell.Type =
      switch component.kind {
      case .switchCell: SwitchCell.self
      case .textCell: TextCell.self
      case .multilineCell: MultilineCell.self
      case .dateCell: DateCell.self
      case .segmentCell: SegmentCell.self
      case .pickerCell: PickerCell.self
      case .sliderCell: SliderCell.self
      case .stepperCell: StepperCell.self
      case .tableCell, .list, .detail, .selection, .application, .barButtonItem: Cell.self
      }
    return cellClass.init(component, context: context, id: id, controller: controller, onStale: onStale)
  }

  // MARK: Context and properties

  /// One of its properties, for messages.
  func origin(_ property: String) -> Diagnostic.Origin {
    Diagnostic.Origin(owner: controller.name, part: component.kind.part, property: property)
  }

  var services: any ControllerServices { controller.services }
  var evaluator: Evaluator { controller.evaluator }

  /// The context resolved through the cell's `contextPath`; nil when that leads nowhere.
  public var effectiveContext: EntityID? {
    guard component.values["contextPath"] != nil else { return context }
    let properties = contextProperties ?? bind(context)
    contextProperties = properties
    if case .entity(let entity) = properties.value("contextPath") { return entity }
    return nil
  }

  /// Whether the cell has a `contextPath` that leads nowhere now.
  var isNowhere: Bool { component.values["contextPath"] != nil && effectiveContext == nil }

  /// The cell's properties in its effective context.
  var properties: BoundProperties {
    let context = effectiveContext
    if let boundProperties, boundProperties.context == context { return boundProperties }
    let properties = bind(context)
    boundProperties = properties
    return properties
  }

  private func bind(_ context: EntityID?) -> BoundProperties {
    BoundProperties(
      component, context: context, controller: .handle(controller.handle), services: services
    ) { [weak self] in self?.becomeStale() }
  }

  /// Forgets the row that was made last.
  final func becomeStale() {
    shown = nil
    staleCount += 1
    onStale()
  }

  /// The name of the edit variant of a property when it counts and was given, else the display one.
  func variant(_ display: String, _ edit: String, editing: Bool) -> String {
    editing && properties.has(edit) ? edit : display
  }

  /// What messages call the cell.
  var label: String {
    properties.string("path").flatMap { $0.isEmpty ? nil : $0 } ?? mainPath ?? component.componentClass.name
  }

  // MARK: The row

  /// What a person sees of the cell; nil when it is hidden. O(1) until something that the row read changes.
  ///
  /// - Parameters:
  ///   - editing: whether the row is in edit mode.
  ///   - isSelected: whether the row is selected, which opens date and picker cells in edit mode.
  public final func row(editing: Bool, isSelected: Bool) -> Screen.Row? {
    if let shown, shown.editing == editing, shown.isSelected == isSelected { return shown.row }
    let before = staleCount
    let row = makeRow(editing: editing, isSelected: isSelected)
    // A function that writes what the row has just read: nobody would tell of it a second time.
    guard staleCount == before else { return row }
    shown = Shown(editing: editing, isSelected: isSelected, row: row)
    return row
  }

  func makeRow(editing: Bool, isSelected: Bool) -> Screen.Row? {
    let properties = properties
    guard properties.bool(editing ? "showEdit" : "showDisplay") else { return nil }
    let height = height(editing: editing, isSelected: isSelected)
    guard height != 0 else { return nil }
    return Screen.Row(
      id: id, path: mainPath,
      text: properties.string(variant("path", "editPath", editing: editing)),
      detail: properties.string(variant("detailPath", "editDetailPath", editing: editing)),
      image: properties.imageName(variant("imagePath", "editImagePath", editing: editing)),
      ribbon: ribbon(editing: editing), accessory: accessory(editing: editing), button: button(editing: editing),
      control: control(editing: editing), isSelected: isSelected, height: height)
  }

  /// The property that holds the binding of the row's main value, by which a cell is found.
  var mainProperty: String { "path" }

  private var mainPath: String? { (properties.program(mainProperty) ?? properties.program("path"))?.text }

  private func ribbon(editing: Bool) -> String? {
    let name = variant("ribbonColor", "editRibbonColor", editing: editing)
    switch properties.value(name) {
    case .color(let color): return color.hex
    // A constant such as `#112233` is a number to the binding language.
    case let value:
      guard let text = value.scalarText, !text.isEmpty else { return nil }
      if let color = ColorValue(hex: text) { return color.hex }
      services.report(
        Diagnostic(
          "cell.ribbon", "\(component.componentClass.name).\(name): \"\(text)\" is no colour", hint: "write #rrggbb"))
      return nil
    }
  }

  // MARK: Height

  /// In points; nil for the height that the content needs, 0 when the row is hidden.
  private func height(editing: Bool, isSelected: Bool) -> Double? {
    if editing, isSelected, let height = selectedHeight { return height }
    let height = properties.double(variant("heightDisplay", "heightEdit", editing: editing))
    // Negative numbers stand for UIKit's automatic dimension.
    return height.flatMap { $0 < 0 ? nil : $0 }
  }

  /// The height of the selected row in edit mode, nil when selecting changes nothing.
  var selectedHeight: Double? { properties.double("heightSelect") }

  /// Whether the row stays selected after a tap in edit mode because that opens it.
  public final var opens: Bool { selectedHeight != nil }

  // MARK: The control

  public var isEditCell: Bool { false }

  func control(editing: Bool) -> Control? { nil }

  /// Does to the row's control what a person did.
  ///
  /// - Throws: `action.impossible` when the cell has no control or it cannot be operated now; what writing throws when
  ///   the value does not fit. Nothing has changed then.
  public func edit(_ edit: Action.Edit, editing: Bool) throws {
    throw impossible("has no control")
  }

  func impossible(_ what: String, hint: String? = nil) -> Diagnostic {
    Diagnostic("action.impossible", "\"\(label)\" \(what)", hint: hint)
  }

  // MARK: Tapping

  /// What the cell itself does when its row is tapped.
  public func tapAction(editing: Bool) -> PropertyValue? { component.values[editing ? "tapEdit" : "tap"] }

  /// Where tapping the row leads.
  public var segue: Segue? { Segue(component.values["segue"]) }
}
