/// Defines the controllers of a storyboard as those of a script: the same checks and messages apply to their
/// properties, with the places in the storyboard.
package struct StoryboardDefiner {
  private let definition: AppDefinition
  private let evaluator: Evaluator

  package init(_ definition: AppDefinition, _ evaluator: Evaluator) {
    (self.definition, self.evaluator) = (definition, evaluator)
  }

  /// Defines all controllers of a storyboard, or none if the values of one are wrong.
  ///
  /// - Throws: what `PropertyReader` throws, `controller.duplicate`, `storyboard.class`.
  package func define(_ storyboard: Storyboard) throws {
    let read = try storyboard.controllers.map { ($0, try values(of: $0.component, owner: $0.name)) }
    for (controller, values) in read {
      let superClass = try componentClass(of: controller.component)
      try definition.define(
        inStoryboard: controller.name, extending: superClass, values: values, place: controller.component.place)
    }
  }

  private func componentClass(of component: StoryboardComponent) throws -> ComponentClass {
    if let found = definition.classes[component.className] { return found }
    throw Diagnostic("storyboard.class", "unknown class \"\(component.className)\"", place: component.place)
  }

  private func values(of component: StoryboardComponent, owner: String) throws -> PropertyValues {
    let descriptor = try componentClass(of: component).descriptor
    var places: [String: Diagnostic.Place] = [:]
    let inputs = try record(component.properties, "", &places)
    return try PropertyReader(evaluator, descriptor, owner: owner, place: component.place, places: places).read(inputs)
  }

  private func made(_ component: StoryboardComponent) throws -> PropertyReader.Input {
    let componentClass = try componentClass(of: component)
    let values = try values(of: component, owner: component.className)
    return .component(Component(componentClass, values, place: component.place))
  }

  // MARK: Inputs

  /// - Parameter prefix: the path of the properties, such as `sections[1].`.
  private func record(
    _ properties: StoryboardProperties, _ prefix: String, _ places: inout [String: Diagnostic.Place]
  ) throws -> [String: PropertyReader.Input] {
    var inputs: [String: PropertyReader.Input] = [:]
    for property in properties.all {
      let path = prefix + property.name
      places[path] = property.place
      inputs[property.name] = try input(property.value, path, &places)
    }
    return inputs
  }

  private func input(
    _ value: StoryboardValue, _ path: String, _ places: inout [String: Diagnostic.Place]
  ) throws -> PropertyReader.Input {
    switch value {
    case .text(let text): return .string(text)
    case .bool(let flag): return .bool(flag)
    case .number(let number): return Int(exactly: number).map(PropertyReader.Input.int) ?? .double(number)
    case .segue(let name, let isPresented):
      return isPresented ? .record(["to": .string(name), "kind": .string("present")]) : .string(name)
    case .component(let component): return try made(component)
    case .components(let components): return .list(try components.map(made))
    case .records(let records):
      return .list(
        try records.enumerated().map { index, properties in
          let path = "\(path)[\(index + 1)]"
          places[path] = properties.all.first?.place
          return .record(try record(properties, path + ".", &places))
        })
    }
  }
}
