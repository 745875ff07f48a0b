/// What controllers need from the application that runs them.
package protocol ControllerServices: AnyObject {
  var evaluator: Evaluator { get }
  /// A program that evaluates to its context; stands where a function is the property.
  var emptyProgram: BindingProgram { get }

  func report(_ diagnostic: Diagnostic)

  /// The controller class of that name; an unknown one is reported with the nearest name.
  func controllerClass(named name: String) -> ComponentClass?

  /// Shows an alert or a sheet; several wait for each other.
  func show(_ dialog: DialogRequest)

  /// Opens a controller, pushed or presented as the segue says.
  ///
  /// - Parameter editing: whether it begins in edit mode.
  func navigate(to segue: Segue, context: EntityID?, from controller: Controller, editing: Bool)

  /// Closes a controller and everything above it.
  func close(_ controller: Controller)

  /// The class of the controller behind a handle, for messages.
  func definition(of controller: Value) -> ComponentClass?

  /// Whether the controller is the lowest one of a modal presentation.
  func isPresented(_ controller: Controller) -> Bool

  /// Runs an action given as a property for effect: a binding in the context, or a function with context and
  /// controller. A failure takes the whole turn back and is reported with the property. `completion` runs when it has
  /// ended well.
  func run(
    _ action: PropertyValue, context: EntityID?, controller: Controller, extra: [Value], origin: Diagnostic.Origin,
    completion: @escaping (Value) -> Void)

  /// Starts a function of the host that overrides one of a controller; failures as with `run`.
  func start(
    _ function: FunctionRef, receiver: Value, arguments: [Value], origin: Diagnostic.Origin,
    completion: @escaping (Value) -> Void)
}

/// Where a tap leads.
public struct Segue: Hashable, Sendable {
  public enum Kind: String, Sendable, CaseIterable { case push, present }

  public var to: String
  public var kind: Kind

  public init(to: String, kind: Kind = .push) {
    (self.to, self.kind) = (to, kind)
  }

  /// Reads what was given for a `segue` property; the definition has checked its form.
  public init?(_ value: PropertyValue?) {
    switch value {
    case .text(let name): self.init(to: name)
    case .record(let members):
      guard case .text(let name)? = members["to"] else { return nil }
      var kind = Kind.push
      if case .text(let text)? = members["kind"] { kind = Kind(rawValue: text) ?? .push }
      self.init(to: name, kind: kind)
    default: return nil
    }
  }
}

/// An alert or a sheet to be shown, with what its buttons do.
public final class DialogRequest {
  public enum Style: Sendable { case alert, sheet }

  public struct Button {
    public var title: String
    public var style: DialogAction.Style
    /// Whether the button can be tapped, given the texts of the fields.
    public var isEnabled: ([String]) -> Bool
    /// Runs when it is tapped, after the dialog has gone, with the texts of the fields; what it throws is the answer's failure.
    public var tap: ([String]) throws -> Void

    public init(
      _ title: String, style: DialogAction.Style = .default, tap: @escaping ([String]) throws -> Void = { _ in },
      isEnabled: @escaping ([String]) -> Bool = { _ in true }
    ) {
      (self.title, self.style, self.isEnabled, self.tap) = (title, style, isEnabled, tap)
    }
  }

  public struct Field {
    public var name: String
    public var placeholder: String?
    public var text: String
    public var isSecure: Bool

    public init(_ name: String, placeholder: String? = nil, text: String = "", isSecure: Bool = false) {
      (self.name, self.placeholder, self.text, self.isSecure) = (name, placeholder, text, isSecure)
    }
  }

  public let style: Style
  public let title: String?
  public let message: String?
  public var fields: [Field]
  public let buttons: [Button]
  /// Told which button was tapped and what the fields held, after the button's own function.
  public var onAnswer: (Int, [String]) -> Void = { _, _ in }

  public init(
    _ style: Style, title: String? = nil, message: String? = nil, fields: [Field] = [], buttons: [Button]
  ) {
    (self.style, self.title, self.message) = (style, title, message)
    (self.fields, self.buttons) = (fields, buttons)
  }
}
