/// Defines controllers from JSON, with the checks and messages of those of scripts.
struct ControllerReader {
  private let runtime: AppRuntime
  private let file: String

  init(_ runtime: AppRuntime, file: String) { (self.runtime, self.file) = (runtime, file) }

  /// A value with its place.
  private struct Element {
    indirect enum Content {
      case scalar(JSONValue)
      case list([Element])
      case record([String: Element])
    }

    var content: Content
    var place: Diagnostic.Place
  }

  /// A controller that is still to be defined.
  private struct Controller {
    let name: String
    let className: String
    let values: PropertyValues
    let place: Diagnostic.Place
  }

  /// Defines all controllers of an array, or none if the properties of one are wrong.
  func define(_ json: [UInt8]) throws {
    let root = try elements(json)
    guard case .list(let items) = root.content else {
      throw mistake("expected an array of controllers", at: root.place)
    }
    var controllers: [Controller] = []
    for item in items { controllers.append(try controller(item, after: controllers)) }
    for controller in controllers {
      let superClass = try componentClass(controller.className, at: controller.place)
      try runtime.definition.define(
        controller.name, extending: superClass, values: controller.values, place: controller.place)
    }
  }

  // MARK: Reading JSON

  private func elements(_ json: [UInt8]) throws -> Element {
    try json.withUnsafeBufferPointer { bytes in
      let locator = LineLocator(bytes, file: file)
      var reader = JSONReader(bytes, file: file)
      do {
        let root = try element(&reader, locator)
        try reader.finish()
        return root
      } catch let diagnostic as Diagnostic { throw locator.located(diagnostic) }
    }
  }

  private func element(_ reader: inout JSONReader, _ locator: LineLocator) throws -> Element {
    let kind = try reader.peekKind()
    let place = locator.place(reader.offset)
    switch kind {
    case .array:
      var items: [Element] = []
      try reader.beginArray()
      while try reader.nextElement() { items.append(try element(&reader, locator)) }
      return Element(content: .list(items), place: place)
    case .object:
      var members: [String: Element] = [:]
      try reader.beginObject()
      while let key = try reader.nextKey() {
        let keyPlace = locator.place(key.offset)
        members[key.string] = try element(&reader, locator)
        members[key.string]?.place = keyPlace
      }
      return Element(content: .record(members), place: place)
    case .string, .number, .bool, .null: return Element(content: .scalar(try reader.readValue()), place: place)
    }
  }

  // MARK: Controllers

  private func controller(_ item: Element, after others: [Controller]) throws -> Controller {
    guard case .record(var members) = item.content else {
      throw mistake("expected a controller, such as { \"class\": \"ModelListTableController\", … }", at: item.place)
    }
    let className = try text("class", &members, at: item.place)
    let name = try text("name", &members, at: item.place)
    // It may extend one of those before it.
    var base = className
    while let other = others.last(where: { $0.name == base }) { base = other.className }
    let descriptor = try componentClass(base, at: item.place).descriptor
    guard descriptor.isController || descriptor.isContainer else {
      throw mistake("\(className) is not a class of controllers", at: item.place)
    }
    let values = try values(members, descriptor, owner: name, at: item.place)
    return Controller(name: name, className: className, values: values, place: item.place)
  }

  private func text(
    _ name: String, _ members: inout [String: Element], at place: Diagnostic.Place
  ) throws -> String {
    let member = members.removeValue(forKey: name)
    guard case .scalar(.string(let text))? = member?.content, !text.isEmpty else {
      throw mistake("a controller needs \"\(name)\", which is a text", at: member?.place ?? place)
    }
    return text
  }

  private func componentClass(_ name: String, at place: Diagnostic.Place) throws -> ComponentClass {
    if let found = runtime.definition.classes[name] { return found }
    throw Diagnostic(
      "controller.unknown", "unknown class \"\(name)\"", place: place,
      hint: NearestName.hint(for: name, in: runtime.definition.classes.keys))
  }

  private func mistake(_ message: String, at place: Diagnostic.Place) -> Diagnostic {
    Diagnostic("controller.property", message, place: place)
  }

  // MARK: Properties

  private func values(
    _ members: [String: Element], _ descriptor: ComponentDescriptor, owner: String, at place: Diagnostic.Place
  ) throws -> PropertyValues {
    var places: [String: Diagnostic.Place] = [:]
    let inputs = try record(members, "", &places)
    return try PropertyReader(runtime.evaluator, descriptor, owner: owner, place: place, places: places).read(inputs)
  }

  /// - Parameter prefix: The path of the properties, such as `sections[1].`.
  private func record(
    _ members: [String: Element], _ prefix: String, _ places: inout [String: Diagnostic.Place]
  ) throws -> [String: PropertyReader.Input] {
    var inputs: [String: PropertyReader.Input] = [:]
    for (name, element) in members.sorted(by: { $0.key < $1.key }) {
      inputs[name] = try input(element, prefix + name, &places)
    }
    return inputs
  }

  private func input(
    _ element: Element, _ path: String, _ places: inout [String: Diagnostic.Place]
  ) throws -> PropertyReader.Input {
    places[path] = element.place
    switch element.content {
    case .list(let items):
      return .list(try items.enumerated().map { try input($1, "\(path)[\($0 + 1)]", &places) })
    case .record(var members):
      guard case .scalar(.string(let className))? = members.removeValue(forKey: "class")?.content else {
        return .record(try record(members, path + ".", &places))
      }
      let componentClass = try componentClass(className, at: element.place)
      guard !componentClass.descriptor.isController, !componentClass.descriptor.isAbstract else {
        throw mistake("\(path) cannot be a \(className)", at: element.place)
      }
      let values = try values(members, componentClass.descriptor, owner: className, at: element.place)
      return .component(Component(componentClass, values, place: element.place))
    case .scalar(let value):
      if case .number = value { throw mistake("\(path) is too large a number", at: element.place) }
      return PropertyReader.Input(Value(value)) ?? .null  // The reader finds nothing else than scalars here.
    }
  }
}
