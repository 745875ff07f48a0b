/// Makes components of okit from the elements of an Interface Builder file.
///
/// What an element says in its runtime attributes takes precedence over what its native parts say.
final class StoryboardMapper {
  let source: InterfaceFile
  let classes: StoryboardClasses
  private(set) var warnings: [Diagnostic] = []
  /// The elements that have become a part of the application.
  private var used: Set<ObjectIdentifier> = []

  init(_ source: InterfaceFile, _ classes: StoryboardClasses) {
    (self.source, self.classes) = (source, classes)
  }

  func controllers() throws -> [StoryboardController] {
    if let failure = UnknownClass.failure(unknownClasses, source) { throw failure }
    var controllers = try source.scenes.compactMap { scene in
      try controller(of: scene.controller).map {
        StoryboardController(name: scene.name, label: scene.label, component: $0)
      }
    }
    if let warning = source.platformWarning { warnings.append(warning) }
    if let initial = try initial, let index = controllers.firstIndex(where: { $0.name == initial }),
      classes.find(controllers[index].component.className)?.descriptor !== ComponentDescriptor.application
    {
      controllers.insert(controllers.remove(at: index), at: 0)
    }
    let defined = Set(controllers.map(\.name))
    for scene in source.scenes {
      // One warning says all about a controller that is not defined.
      for object in scene.objects where object !== scene.controller || defined.contains(scene.name) {
        warnUnused(in: object)
        if object === scene.controller { warnUnusedContent(of: object) }
      }
    }
    warnings.sort { ($0.place?.line ?? 0, $0.place?.column ?? 0) < ($1.place?.line ?? 0, $1.place?.column ?? 0) }
    return controllers
  }

  /// The name of the controller that is shown first; nil where none is given.
  private var initial: String? {
    get throws {
      guard let attribute = source.initial, !attribute.value.isEmpty else { return nil }
      if let name = source.name(ofController: attribute.value) { return name }
      if source[attribute.value]?.name == InterfaceFile.reference {
        warn(
          "the initial view controller is a storyboard reference without an identifier",
          at: attribute.valuePosition, hint: "the first controller of the storyboard is shown first")
        return nil
      }
      throw failure(
        "storyboard.identifier",
        "the initial view controller is \"\(attribute.value)\", which is not in the storyboard",
        at: attribute.valuePosition, hint: NearestName.hint(for: attribute.value, in: source.controllerIDs))
    }
  }

  // MARK: Messages

  func place(_ position: XMLPosition) -> Diagnostic.Place { source.place(position) }

  func warn(_ message: String, at position: XMLPosition, hint: String? = nil) {
    warnings.append(Diagnostic("storyboard.unused", message, severity: .warning, place: place(position), hint: hint))
  }

  func failure(
    _ code: Diagnostic.Code, _ message: String, at position: XMLPosition, hint: String? = nil
  ) -> Diagnostic { Diagnostic(code, message, place: place(position), hint: hint) }

  func markUsed(_ element: XMLElement) { used.insert(ObjectIdentifier(element)) }

  func isUsed(_ element: XMLElement) -> Bool { used.contains(ObjectIdentifier(element)) }

  /// Warns of classes and attributes of elements that have not become a part of the application.
  private func warnUnused(in element: XMLElement) {
    if !isUsed(element) {
      if let custom = element.attribute("customClass") {
        warn("okit does not use this <\(element.name)> of class \"\(custom.value)\"", at: custom.valuePosition)
      } else if let attributes = element.child("userDefinedRuntimeAttributes"), !attributes.children.isEmpty {
        warn("okit does not use the attributes of this <\(element.name)>", at: attributes.position)
      }
    }
    for child in element.children { warnUnused(in: child) }
  }

  // MARK: Classes

  /// Returns a component without properties for an element.
  ///
  /// - Parameters:
  ///   - standard: The class of an element without a custom class; nil if it needs one.
  ///   - kind: What the class is to be, for messages.
  /// - Returns: nil for an element without a custom class that needs one.
  func component(
    of element: XMLElement, standard: String?, _ kind: String, where isAccepted: (ComponentDescriptor) -> Bool
  ) throws -> (component: StoryboardComponent, descriptor: ComponentDescriptor)? {
    markUsed(element)
    let custom = element.attribute("customClass")
    guard let name = custom?.value ?? standard else { return nil }
    let position = custom?.valuePosition ?? element.position
    guard let found = classes.find(name) else {
      let unknown = UnknownClass(name: name, position: position, candidates: classes.names(where: isAccepted))
      throw UnknownClass.failure([unknown], source) ?? failure("storyboard.class", "unknown class", at: position)
    }
    guard isAccepted(found.descriptor) else {
      throw failure(
        "storyboard.class", "\"\(name)\" is not a class of \(kind)", at: position,
        hint: NearestName.hint(for: name, in: classes.names(where: isAccepted)))
    }
    return (StoryboardComponent(found.name, at: place(element.position)), found.descriptor)
  }
}
