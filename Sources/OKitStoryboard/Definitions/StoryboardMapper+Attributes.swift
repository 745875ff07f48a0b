/// Runtime attributes, which are properties of the class.
extension StoryboardMapper {
  /// Adds the properties that the runtime attributes of an element give.
  ///
  /// - Returns: The attributes with key paths, which lead to a part that is not known yet.
  func readAttributes(
    of element: XMLElement, _ descriptor: ComponentDescriptor, into component: inout StoryboardComponent
  ) throws -> [RuntimeAttribute] {
    var paths: [RuntimeAttribute] = []
    for child in element.elements(in: "userDefinedRuntimeAttributes") {
      let attribute = RuntimeAttribute(child)
      if attribute.keyPath.contains(".") {
        paths.append(attribute)
      } else {
        try add(attribute, attribute.keyPath, descriptor, to: &component)
      }
    }
    return paths
  }

  /// Gives the parts of a component the properties to which key paths lead, such as `helpView.titlePath`.
  func apply(_ paths: [RuntimeAttribute], to component: inout StoryboardComponent) throws {
    for attribute in paths {
      let steps = attribute.keyPath.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      guard steps.count == 2, case .component(var part)? = component.properties[steps[0]],
        let descriptor = classes.find(part.className)?.descriptor
      else {
        warn(
          "\(component.className) has nothing at the key path \"\(attribute.keyPath)\"", at: attribute.position)
        continue
      }
      let place = part.place
      try add(attribute, steps[1], descriptor, to: &part)
      component.properties.set(steps[0], .component(part), at: place)
    }
  }

  private func add(
    _ attribute: RuntimeAttribute, _ name: String, _ descriptor: ComponentDescriptor,
    to component: inout StoryboardComponent
  ) throws {
    guard let schema = descriptor.table[name] else { return try reject(attribute, name, descriptor, component) }
    if component.properties.has(name) {
      warn("\(component.className).\(name) is given twice; the last value holds", at: attribute.position)
    }
    guard let value = value(of: attribute, for: schema) else { return }
    component.properties.set(name, value, at: place(attribute.valuePosition))
  }

  /// Warns of a property that only other classes have, and fails for one that no class has.
  private func reject(
    _ attribute: RuntimeAttribute, _ name: String, _ descriptor: ComponentDescriptor, _ component: StoryboardComponent
  ) throws {
    let owners = ComponentDescriptor.all.filter { $0.table[name] != nil }
    guard let owner = owners.first(where: { $0.role.isLike(descriptor.role) }) ?? owners.first else {
      throw failure(
        "storyboard.attribute", "\(component.className) has no property \"\(name)\"", at: attribute.position,
        hint: NearestName.hint(for: name, in: descriptor.table.names))
    }
    warn(
      "\(component.className) has no property \"\(name)\"; the attribute has no effect", at: attribute.position,
      hint: "it is a property of \(owner.name)")
  }

  private func value(of attribute: RuntimeAttribute, for schema: PropertySchema) -> StoryboardValue? {
    let isPlain =
      switch schema.kind {
      case .text, .choice, .entityType, .segue: true
      default: false
      }
    switch attribute.value {
    case .string(let text): return .text(text)
    case .localized(let text): return .text(isPlain ? text : BindingText.localized(text))
    case .bool(let flag): return .bool(flag)
    case .number(let number): return .number(number)
    case .image(let name): return .text(isPlain ? name : BindingText.constant(name))
    case .color(let color): return .text(isPlain ? color.hex : BindingText.constant(color.hex))
    case .null: return nil
    case .unusable:
      warn(
        "\"\(schema.name)\" has a value that okit cannot use as a \(attribute.type)", at: attribute.valuePosition,
        hint: "use a String with a binding")
      return nil
    }
  }
}

extension ComponentDescriptor.Role {
  /// Whether both are roles of controllers, of cells, and so on.
  fileprivate func isLike(_ other: Self) -> Bool {
    switch (self, other) {
    case (.controller, .controller), (.cell, .cell), (.barButton, .barButton), (.container, .container), (.tab, .tab),
      (.column, .column), (.view, .view):
      true
    default: false
    }
  }
}

extension StoryboardMapper {
  /// Gives a property a value that an element has without a runtime attribute, unless there is one already.
  func setDefault(
    _ name: String, _ text: @autoclosure () -> String?, at element: XMLElement, attribute: String? = nil,
    _ descriptor: ComponentDescriptor, _ component: inout StoryboardComponent
  ) {
    guard descriptor.table[name] != nil, !component.properties.has(name), let text = text() else { return }
    let position = attribute.flatMap { element.attribute($0)?.valuePosition } ?? element.position
    component.properties.set(name, .text(text), at: place(position))
  }
}

extension XMLElement {
  /// A text that is not empty. Interface Builder writes one of several lines as an element, and one with styles in
  /// fragments.
  func plainText(_ name: String) -> String? {
    var text = self[name] ?? ""
    if text.isEmpty, let element = child(key: name), ["string", "mutableString"].contains(element.name) {
      text = element.text
    }
    if text.isEmpty, let styled = child(key: "attributed" + name.prefix(1).uppercased() + name.dropFirst()) {
      text = styled.children.filter { $0.name == "fragment" }
        .map { $0["content"] ?? $0.child(key: "content")?.text ?? "" }.joined()
    }
    return text.isEmpty ? nil : text
  }

  /// A text that is not empty, in the language of the application.
  func localized(_ name: String) -> String? { plainText(name).map(BindingText.localized) }

  /// An attribute that is not empty, as a constant.
  func constant(_ name: String) -> String? {
    self[name].flatMap { $0.isEmpty ? nil : BindingText.constant($0) }
  }
}
