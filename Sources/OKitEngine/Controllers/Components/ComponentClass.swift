/// A class of controllers, cells or bar buttons: a built-in one, or one that a script has extended from it.
package final class ComponentClass {
  package let name: String
  /// The built-in class that it is, or extends.
  package let descriptor: ComponentDescriptor
  @exclusivity(unchecked) package private(set) var superClass: ComponentClass?
  /// Property values, inherited ones included, merged when something asks for them.
  var values: PropertyValues {
    _read {
      if !isMerged { merge() }
      yield merged
    }
  }
  // Unchecked because every part of a screen asks for them: no access of these is ever made inside another one.
  @exclusivity(unchecked) private var merged = PropertyValues()
  @exclusivity(unchecked) private var isMerged = false
  /// The values that its own definition gives.
  let own: GivenValues
  /// The place where a script defined the class.
  package let place: Diagnostic.Place?
  /// Whether a storyboard has defined it, and not a script.
  let isInStoryboard: Bool
  /// The index of the section whose rows a list of this class shows; nil for other classes.
  let section: Int?
  /// The values, prepared for reading.
  private(set) lazy var properties =
    (superClass?.isBare == true ? own.compiled(descriptor.table) : nil) ?? CompiledProperties(values, descriptor.table)
  /// The classes of the lists that show sections with `dataPath`, by the index of the section.
  private(set) lazy var sectionRows = makeSectionRows()
  /// Whether one of the cells of a detail may have the focus when edit mode begins.
  private(set) lazy var mayFocusField = findsFocus
  // Every part of a screen asks for these, and nothing runs while one is defined.
  @exclusivity(unchecked) private var overrides: [String: (function: FunctionRef, place: Diagnostic.Place?)] = [:]

  /// A built-in class.
  init(_ descriptor: ComponentDescriptor) {
    (name, self.descriptor, superClass, place, isInStoryboard) = (descriptor.name, descriptor, nil, nil, false)
    section = nil
    own = GivenValues(none: descriptor.table)
  }

  init(
    _ name: String, extending superClass: ComponentClass, values: GivenValues, place: Diagnostic.Place? = nil,
    isInStoryboard: Bool = false, section: Int? = nil
  ) {
    (self.name, self.superClass, self.place, self.isInStoryboard) = (name, superClass, place, isInStoryboard)
    self.section = section
    descriptor = superClass.descriptor
    own = values
  }

  convenience init(
    _ name: String, extending superClass: ComponentClass, values: PropertyValues, place: Diagnostic.Place? = nil,
    isInStoryboard: Bool = false, section: Int? = nil
  ) {
    self.init(
      name, extending: superClass, values: GivenValues(values), place: place, isInStoryboard: isInStoryboard,
      section: section)
  }

  /// Whether the class has no values.
  var isBare: Bool { own.isNone && superClass?.isBare != false }

  /// Returns values with those of the class for the properties that have none among them.
  func below(_ given: GivenValues) -> PropertyValues {
    isBare ? given.values : values.merging(given.values)
  }

  private func merge() {
    merged = superClass?.below(own) ?? own.values
    isMerged = true
  }

  private func makeSectionRows() -> [Int: ComponentClass] {
    var rows: [Int: ComponentClass] = [:]
    for (index, section) in sectionDefinitions.enumerated() {
      guard let values = section.rows else { continue }
      rows[index] = ComponentClass(
        name, extending: ComponentClass(.list), values: values, place: place, section: index)
    }
    return rows
  }

  /// The classes in `sectionRows`, in the order of the sections.
  var allSectionRows: [ComponentClass] { sectionRows.sorted { $0.key < $1.key }.map(\.value) }

  /// The classes in `sectionRows`, if this class declares `sections` itself.
  var ownSectionRows: [ComponentClass] {
    guard !sectionDefinitions.isEmpty, gives(slot: ComponentDescriptor.detailKeys.sections.slot) else { return [] }
    return allSectionRows
  }

  /// The name of a property, or of a field of a section, in messages.
  func path(of property: String) -> String { section.map { "sections[\($0 + 1)].\(property)" } ?? property }

  // MARK: Storyboards

  /// The part of the class that a storyboard has defined, below that of the script; nil where both are not given.
  package var storyboardPart: ComponentClass? {
    superClass.flatMap { $0.name == name && $0.isInStoryboard ? $0 : nil }
  }

  /// The name of the class that it extends, whatever parts it has.
  package var baseName: String { (storyboardPart ?? self).superClass?.name ?? name }

  /// Whether it is a class or extends it.
  package func isKind(of other: ComponentClass) -> Bool {
    sequence(first: self, next: \.superClass).contains { $0 === other }
  }

  /// Inserts a class above this one. Its values are inherited from then on.
  func insert(above part: ComponentClass) {
    superClass = part
    inheritValues()
  }

  /// Reads the inherited values again, after those of a superclass have changed.
  func inheritValues() {
    merge()
    properties = CompiledProperties(values, descriptor.table)
    sectionRows = makeSectionRows()
    mayFocusField = findsFocus
  }

  private var findsFocus: Bool {
    sectionDefinitions.contains { $0.rows != nil || $0.cells.contains { $0.mayHaveFocus } }
  }

  /// The names of the properties that have a value.
  package var givenNames: [String] {
    zip(descriptor.table.names, values.slots).compactMap { name, value in value == nil ? nil : name }
  }

  /// Whether a value is given for the property with a name.
  package func has(_ name: String) -> Bool {
    descriptor.table.slot(named: name).map { values[slot: $0] != nil } ?? false
  }

  /// Whether the definition of the class itself, not that of a superclass, gives a property a value.
  func gives(slot: Int) -> Bool { own.values[slot: slot] != nil }

  // MARK: In messages

  func origin(_ property: String) -> Diagnostic.Origin {
    Diagnostic.Origin(
      owner: name, property: path(of: property),
      place: descriptor.table.slot(ofPath: property).map { place(of: property, $0) } ?? place)
  }

  /// One of its functions, at the place where a script defines it.
  func functionOrigin(_ name: String) -> Diagnostic.Origin {
    Diagnostic.Origin(owner: self.name, property: name, place: place(ofFunction: name) ?? place)
  }

  func origin(of function: OverridableFunction) -> Diagnostic.Origin { functionOrigin(function.name) }

  /// Returns the place of the definition that gives a property its value, which may be that of a superclass; the place
  /// of this class if none does.
  func place(of property: String, _ slot: Int) -> Diagnostic.Place? {
    var giver = self
    while !giver.gives(slot: slot), let superClass = giver.superClass { giver = superClass }
    return giver.own.values.place(of: property) ?? giver.place ?? place
  }

  // MARK: Functions

  /// Overrides a function of the built-in class, or adds one of the script's own.
  ///
  /// - Parameter place: where a script defines it.
  package func define(function name: String, _ function: FunctionRef, place: Diagnostic.Place? = nil) {
    overrides[name] = (function, place)
  }

  /// Whether a script has defined functions of the class, or of one that it extends.
  var hasFunctions: Bool {
    // Safe: each class keeps the one that it extends.
    var next: Unmanaged<ComponentClass>? = .passUnretained(self)
    while let current = next {
      let hasOwn: Bool
      (hasOwn, next) = current._withUnsafeGuaranteedRef {
        (!$0.overrides.isEmpty, $0.superClass.map(Unmanaged.passUnretained))
      }
      if hasOwn { return true }
    }
    return false
  }

  /// The names of the functions that a script has defined for the class, or for one that it extends.
  package var functionNames: [String] { ownFunctionNames + (superClass?.functionNames ?? []) }

  /// The names of the functions that a script has defined for the class itself, sorted.
  var ownFunctionNames: [String] { overrides.isEmpty ? [] : overrides.keys.sorted() }

  /// The script's function of that name: the class's own, else the nearest inherited one; nil when only the built-in
  /// class has it.
  package func function(named name: String) -> FunctionRef? {
    overrides[name]?.function ?? superClass?.function(named: name)
  }

  /// The script's function in place of one of okit's; nil without one.
  package func override(of function: OverridableFunction) -> FunctionRef? { self.function(named: function.name) }

  /// Whether the script or the built-in class has a function of that name.
  package func hasFunction(named name: String) -> Bool {
    function(named: name) != nil || descriptor.functionNames.contains(name)
  }

  /// The place where a script defines the function of that name.
  func place(ofFunction name: String) -> Diagnostic.Place? {
    if let own = overrides[name] { own.place } else { superClass?.place(ofFunction: name) }
  }
}
