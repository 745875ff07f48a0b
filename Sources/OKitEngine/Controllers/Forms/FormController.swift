extension ComponentDescriptor {
  package static let form = declare(
    "ModelForm", .controller(FormController.self), extends: detail, functions: FormController.functions,
    "Edits one entity in fields, which are validated and written when their editing ends."
  ) { formTable }

  package static let (formTable, formKeys) = properties(extending: detail) {
    (
      previousButtonText: $0.string(
        "previousButtonText", standard: "Previous", effect: "screen.keyboard",
        "the title of the button to the field before"),
      previousButtonImage: $0.image("previousButtonImage", effect: "screen.keyboard", "the image of that button"),
      nextButtonText: $0.string(
        "nextButtonText", standard: "Next", effect: "screen.keyboard", "the title of the button to the field after"),
      nextButtonImage: $0.image("nextButtonImage", effect: "screen.keyboard", "the image of that button"),
      doneButtonText: $0.string(
        "doneButtonText", standard: "Done", effect: "screen.keyboard", "the title of the button that ends editing"),
      doneButtonImage: $0.image("doneButtonImage", effect: "screen.keyboard", "the image of that button"),
      cancelButtonText: $0.string(
        "cancelButtonText", standard: "Cancel", effect: "screen.keyboard",
        "the title of the button that drops the input"),
      cancelButtonImage: $0.image("cancelButtonImage", effect: "screen.keyboard", "the image of that button"),
      endEdit: $0.choice(
        "endEdit", of: EndEdit.names, effect: "stack",
        "`close`: the Return key in the last field of one line writes the input and closes the screen")
    )
  }
}

/// What the end of the editing does.
private enum EndEdit: String, CaseIterable {
  case close

  static let names = allCases.map(\.rawValue)
}

extension DetailController {
  func face(of key: Keyboard.Key) -> (title: String, image: String?) {
    let keys = ComponentDescriptor.formKeys
    let (text, image): (ComponentKey<String>, ComponentKey<ImageValue>) =
      switch key {
      case .previous: (keys.previousButtonText, keys.previousButtonImage)
      case .next: (keys.nextButtonText, keys.nextButtonImage)
      case .done, .submit: (keys.doneButtonText, keys.doneButtonImage)
      case .cancel: (keys.cancelButtonText, keys.cancelButtonImage)
      }
    let standard = localized(key.standardTitle)
    guard self is FormController else { return (standard, nil) }
    return (properties[text] ?? standard, properties[image])
  }
}

extension Keyboard.Key {
  /// The key of its title where a script gives none.
  var standardTitle: StaticString {
    switch self {
    case .previous: "Previous"
    case .next: "Next"
    case .done, .submit: "Done"
    case .cancel: "Cancel"
    }
  }
}

/// A detail controller for the fields of any entity (`ModelForm`).
package final class FormController: DetailController {
  static let functions: [OverridableFunction] = [
    .setDataModel, .getDataModel, .refreshDisplay, .validate, .setErrors, .submit,
  ]

  /// The entity that a script has set in place of the context; nil when it has set none.
  private var dataModel: EntityID?
  private lazy var dataModelState = TrackedState(store.graph)
  /// Keeps an entity alive that is in no model.
  private var holder = ValueHolder()
  /// Outlives the services, which hold it too.
  private let models: ModelStore

  required init(
    _ definition: ComponentClass, context: EntityID?, handle: RuntimeHandle, previous: Controller?,
    services: any ControllerServices
  ) {
    models = services.evaluator.store
    super.init(definition, context: context, handle: handle, previous: previous, services: services)
    if let context { holder.hold(.entity(context), in: store) }
  }

  /// An entity that is in no model yet can be entered in a form.
  package override var keepsContext: Bool { true }

  deinit {
    reference.object = nil
    holder.hold(.null, in: models)
  }

  override var closesOnEnd: Bool {
    component.values.text(ComponentDescriptor.formKeys.endEdit) == EndEdit.close.rawValue
  }

  override class var choosesContext: Bool { true }

  package override var effectiveContext: EntityID? {
    dataModelState.read()
    guard let dataModel else { return super.effectiveContext }
    return store.exists(dataModel) ? dataModel : nil
  }

  override var viewState: ViewState {
    get {
      var state = super.viewState
      state.dataModel = dataModel.flatMap(store.address)
      return state
    }
    set {
      if let entity = newValue.dataModel.flatMap(store.entity) { show(entity) }
      super.viewState = newValue
    }
  }

  package override func inherited(_ function: OverridableFunction, _ arguments: [Value]) throws -> Value {
    switch function {
    case .getDataModel: return effectiveContext.map(Value.entity) ?? .null
    case .setDataModel:
      try setDataModel(arguments.first ?? .null)
      return .null
    case .refreshDisplay:
      refreshDisplay(keep: arguments.first?.truth ?? false)
      return .null
    case .submit: return .bool(try submit())
    case .validate: return try validate().first ?? .null
    case .setErrors: return .map(try setErrors(arguments.first ?? .null).mapValues(Value.string))
    default: return try super.inherited(function, arguments)
    }
  }

  package override func inheritedResults(_ function: OverridableFunction, _ arguments: [Value]) throws -> [Value] {
    function == .validate ? try validate() : try super.inheritedResults(function, arguments)
  }

  /// Whether all values are valid, and a list of those that are not.
  private func validate() throws -> [Value] {
    let invalid = try fields?.validate(writes: false) ?? []
    return [.bool(invalid.isEmpty), .list(invalid.map(\.value))]
  }

  /// Shows the errors of a service, of which each is a text or a list of texts. Returns those without a field.
  private func setErrors(_ value: Value) throws -> [String: String] {
    let errors: [String: Value]
    switch value {
    case .map(let members): errors = members
    case .list(let values) where values.isEmpty: errors = [:]
    default:
      throw Diagnostic(
        "controller.argument", "setErrors needs a table such as { title = \"is taken\" }, got \(store.summary(value))")
    }
    let messages = try errors.mapValues { error in
      let texts: [Value] = if case .list(let values) = error { values } else { [error] }
      return try texts.map { text in
        if case .string(let text) = text { return text }
        throw Diagnostic("controller.argument", "setErrors needs texts, got \(store.summary(text))")
      }.joined(separator: ", ")
    }
    return try fields?.setErrors(messages) ?? messages
  }

  /// Shows another entity. The valid input of the fields is written to the entity before.
  private func setDataModel(_ value: Value) throws {
    guard case .entity(let entity) = value, store.exists(entity) else {
      throw Diagnostic("controller.argument", "setDataModel needs an entity, got \(store.summary(value))")
    }
    guard entity != effectiveContext else { return }
    try fields?.endAll()
    guard fields?.inputs.contains(where: { $0.input.entered != nil }) != true else {
      throw Diagnostic(
        "form.dataModel", "\"\(self.name)\" has input that is not valid, and cannot show another entity",
        hint: "call form:refreshDisplay(false) before to drop the input")
    }
    fields?.dropInput()
    show(entity)
  }

  private func show(_ entity: EntityID) {
    dataModel = entity
    holder.hold(.entity(entity), in: store)
    dataModelState.changed()
  }

  /// Shows the values of the model again.
  ///
  /// - Parameter keep: Whether what was entered stays in the fields.
  private func refreshDisplay(keep: Bool) {
    if !keep { fields?.dropInput() }
    for section in sections { for cell in section.cells { cell.becomeStale() } }
    store.graph.noteChange()
  }
}
