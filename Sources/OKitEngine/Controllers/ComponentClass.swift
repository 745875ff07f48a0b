/// A class of controllers, cells or controls: a built-in one, or one that a script has extended from it.
public final class ComponentClass {
  public let name: String
  /// The built-in class that it is, or extends.
  public let kind: ComponentKind
  public let superClass: ComponentClass?
  /// Property values, inherited ones included.
  public let values: [String: PropertyValue]
  /// The place where a script defined the class.
  public let place: Diagnostic.Place?
  private var overrides: [String: FunctionRef] = [:]

  public init(
    _ name: String, _ kind: ComponentKind, extending superClass: ComponentClass? = nil,
    values: [String: PropertyValue] = [:], place: Diagnostic.Place? = nil
  ) {
    self.name = name
    self.kind = kind
    self.superClass = superClass
    self.values = (superClass?.values ?? [:]).merging(values) { _, own in own }
    self.place = place
  }

  /// Overrides a function of the built-in class, or adds one of the script's own.
  public func define(function name: String, _ function: FunctionRef) { overrides[name] = function }

  /// The script's function of that name: the class's own, else the nearest inherited one; nil when only the built-in
  /// class has it.
  public func function(named name: String) -> FunctionRef? { overrides[name] ?? superClass?.function(named: name) }
}

/// The built-in classes of what a script can define.
public enum ComponentKind: String, Sendable, CaseIterable {
  case list = "ModelListTableController"
  case detail = "ModelDetailTableController"
  case selection = "ModelSelectionTableController"
  case application = "ModelApplicationController"
  case tableCell = "ModelTableCell"
  case switchCell = "ModelSwitchCell"
  case textCell = "ModelTextCell"
  case dateCell = "ModelDateCell"
  case multilineCell = "ModelMultilineCell"
  case segmentCell = "ModelSegmentCell"
  case pickerCell = "ModelPickerCell"
  case sliderCell = "ModelSliderCell"
  case stepperCell = "ModelStepperCell"
  case barButtonItem = "ModelBarButtonItem"

  public var isController: Bool {
    switch self {
    case .list, .detail, .selection, .application: true
    default: false
    }
  }

  public var isCell: Bool { !isController && self != .barButtonItem }

  /// What messages call it as a part of its controller; nil for controllers.
  var part: String? { isController ? nil : isCell ? "cell" : "bar button" }
}
