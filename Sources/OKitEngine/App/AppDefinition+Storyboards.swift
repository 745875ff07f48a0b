/// Controllers that a storyboard defines, alone or together with a script. Where both give a property a value, that of
/// the script takes precedence: the part of the storyboard is the superclass of the part of the script.
extension AppDefinition {
  /// Defines a controller of a storyboard. A script may have defined it before, or define it afterwards.
  ///
  /// - Throws: `controller.duplicate` when another storyboard has defined it, `storyboard.class` when the script
  ///   extends another class.
  package func define(
    inStoryboard name: String, extending superClass: ComponentClass, values: PropertyValues, place: Diagnostic.Place
  ) throws {
    guard let script = classes[name] else {
      return add(ComponentClass(name, extending: superClass, values: values, place: place, isInStoryboard: true))
    }
    guard !script.isInStoryboard, script.storyboardPart == nil, let above = script.superClass,
      !superClass.isKind(of: script)
    else {
      throw duplicate(name, of: script.storyboardPart ?? script, at: place)
    }
    let base = try base(of: name, script: above, storyboard: superClass, at: place)
    script.insert(above: ComponentClass(name, extending: base, values: values, place: place, isInStoryboard: true))
    inheritValues(below: script)
  }

  /// Defines the part of a script on top of the part of a storyboard.
  func define(
    over part: ComponentClass, extending superClass: ComponentClass, _ values: GivenValues,
    _ place: Diagnostic.Place?
  ) throws -> ComponentClass {
    guard let above = part.superClass, !superClass.isKind(of: part) else {
      throw duplicate(part.name, of: part, at: place)
    }
    part.insert(above: try base(of: part.name, script: superClass, storyboard: above, at: place))
    let script = ComponentClass(part.name, extending: part, values: values, place: place)
    replace(part, with: script)
    for controller in controllers where controller !== script && controller.superClass === part {
      controller.insert(above: script)
    }
    inheritValues(below: script)
    return script
  }

  private func inheritValues(below base: ComponentClass) {
    for controller in controllers where controller !== base && controller.isKind(of: base) {
      controller.inheritValues()
    }
  }

  /// Returns the class that a controller extends, which one of the two must extend as well, or be.
  private func base(
    of name: String, script: ComponentClass, storyboard: ComponentClass, at place: Diagnostic.Place?
  ) throws -> ComponentClass {
    if script.descriptor === storyboard.descriptor {
      if script.isKind(of: storyboard) { return script }
      if storyboard.isKind(of: script) { return storyboard }
    }
    throw Diagnostic(
      "storyboard.class",
      "\"\(name)\" extends \(script.name) in the script, but is a \(storyboard.name) in the storyboard", place: place,
      hint: "extend \(storyboard.name)")
  }
}
