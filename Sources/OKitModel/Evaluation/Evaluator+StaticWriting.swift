/// Which bindings can never be written, as far as the schema tells it. Nothing is evaluated.
extension Evaluator {
  /// Returns the reason why `set` always fails for a binding in the contexts of a class; nil where it may succeed.
  ///
  /// A function of a script at the end is written by calling it with the value.
  ///
  /// - Parameter context: nil for a context of an unknown class.
  package func writeObstacle(_ program: BindingProgram, in context: EntityType?) -> Diagnostic? {
    guard let part = program.only else {
      return obstacle("a binding with several parts cannot be written", program)
    }
    switch part.source {
    case .constant: return obstacle("a constant cannot be written", program)
    case .localized: return obstacle("a localized text cannot be written", program)
    case .formula: return obstacle("a formula cannot be written", program)
    case .path(let start, let steps):
      guard let last = steps.last else {
        guard case .entity(let type) = staticValue(part, in: context), !type.isReference else { return nil }
        return obstacle(
          program.isEmpty ? "an empty binding cannot be written" : "the \(type.name) itself cannot be written", program)
      }
      return obstacle(last, on: staticValue(start, steps.dropLast(), in: context), program)
    }
  }

  private func obstacle(_ message: String, _ program: BindingProgram, _ range: SourceRange? = nil) -> Diagnostic {
    let whole = SourceRange(0, program.text.utf8.count)
    return Diagnostic(
      "binding.notWritable", message,
      excerpt: .init(source: SourceText(name: "", text: program.text), range: range ?? whole),
      hint: "use a path that ends in a stored property")
  }

  private func obstacle(_ last: Step, on receiver: StaticValue, _ program: BindingProgram) -> Diagnostic? {
    switch (last, receiver) {
    case (.parent, _), (.root, _), (.dereference, _), (.collection, _):
      return obstacle("\"\(program.quotedText)\" cannot be written", program)
    case (.name(let step), .entity(let type)): return obstacle(step, on: type, program)
    case (.name(let step), .property(let property, _)) where property.computed == nil:
      switch property.type.unwrapped {
      case .entity(let name): return store.type(named: name).flatMap { obstacle(step, on: $0, program) }
      case .reference, .map, .optional: return nil
      case .string, .bool, .int, .double, .date, .day, .data, .color, .image, .enumeration, .list, .set:
        let types = [property.type.valueTypeName, "Any"]
        if case .host? = functions.lookup(step.name, types: types) { return nil }
        return obstacle("\"\(step.name)\" of \(property.type.article) cannot be written", program, step.range)
      }
    case (.name, _), (.index, _): return nil
    }
  }

  /// An entity may be one of a class below, on which the name means something else.
  private func obstacle(_ step: NameStep, on type: EntityType, _ program: BindingProgram) -> Diagnostic? {
    let below = store.types.subtypes(of: type)
    guard below.allSatisfy({ ownObstacle(step, on: $0, program) != nil }) else { return nil }
    return ownObstacle(step, on: type, program)
  }

  private func ownObstacle(_ step: NameStep, on type: EntityType, _ program: BindingProgram) -> Diagnostic? {
    let name = "\(type.name).\(step.name)"
    switch resolver.meaning(of: step.name, on: type) {
    case .property(let property) where property.computed != nil:
      return obstacle("\(name) is computed and cannot be written", program, step.range)
    case .property where step.parameters == nil: return nil
    case .target, .function, .extended(.host), .unknown: return nil
    case .property, .id, .parent, .model, .typeName, .referenceText, .extended:
      return obstacle("\(name) cannot be written", program, step.range)
    }
  }
}

extension PropertyType {
  /// The name of the core type of the values, under which extension functions are found.
  package var valueTypeName: String {
    switch unwrapped {
    case .string, .enumeration: "String"
    case .bool: "Bool"
    case .int, .double: "Number"
    case .date: "Date"
    case .day: "Day"
    case .data: "Data"
    case .color: "Color"
    case .image: "Image"
    case .list, .set, .map: "List"
    case .entity, .reference, .optional: "Entity"
    }
  }
}
