/// A cell or bar button that a script has made, or a controller: a class and the values given for its properties.
package final class Component {
  package let componentClass: ComponentClass
  /// The class's values with the component's own on top, merged when something asks for them.
  var values: PropertyValues {
    _read {
      if !isMerged { merge() }
      yield merged
    }
  }
  /// The values, prepared for reading.
  private(set) lazy var properties: CompiledProperties = {
    guard let own else { return componentClass.properties }
    let shared = componentClass.isBare ? own.compiled(descriptor.table) : nil
    return shared ?? CompiledProperties(values, descriptor.table)
  }()
  /// The binding of the main value of a cell's row, by which it is found: that of its control, else its text.
  private(set) lazy var mainPath: String? = {
    let slots = [descriptor.controlSlot, ComponentDescriptor.cellKeys.path.slot].compactMap(\.self)
    return slots.lazy.compactMap { self.program(slot: $0) }.first?.text
  }()
  /// Whether it may be a cell into which texts are typed.
  private(set) lazy var mayBeField =
    descriptor.isKind(of: .editCell) && descriptor.control?.driving.gestures.contains(.type) != false
  /// Whether it may be a field that has the focus when edit mode begins.
  var mayHaveFocus: Bool { mayBeField && properties.isGiven[EditCell.fieldKeys.focus.slot] }
  // Unchecked because every part of a screen asks for them: no access of these is ever made inside another one.
  @exclusivity(unchecked) private var merged = PropertyValues()
  @exclusivity(unchecked) private var isMerged = false
  /// The values on top of those of the class; nil for a class alone.
  let own: GivenValues?
  /// The place where a script created it, or defined its class.
  package let place: Diagnostic.Place?
  /// The header of the section that it is a cell of, for messages; nil outside of sections.
  private var section: String?
  /// The title of the column of a grid that it is the cell of, for messages; empty for that of several.
  private var column: String?

  /// - Parameter own: values on top of those of the class.
  package init(_ componentClass: ComponentClass, _ own: GivenValues, place: Diagnostic.Place? = nil) {
    self.componentClass = componentClass
    self.place = place ?? componentClass.place
    self.own = own
  }

  package convenience init(_ componentClass: ComponentClass, _ own: PropertyValues, place: Diagnostic.Place? = nil) {
    self.init(componentClass, GivenValues(own), place: place)
  }

  /// A part that a table in the definition of a class describes, such as a tab.
  convenience init(
    recordOf owner: String, _ descriptor: ComponentDescriptor, _ own: GivenValues, place: Diagnostic.Place?
  ) {
    let none = GivenValues(none: descriptor.table)
    self.init(ComponentClass(owner, extending: ComponentClass(descriptor), values: none), own, place: place)
  }

  /// The values of a class alone.
  init(_ componentClass: ComponentClass) {
    (self.componentClass, place, own) = (componentClass, componentClass.place, nil)
  }

  private func merge() {
    merged = own.map { componentClass.below($0) } ?? componentClass.values
    isMerged = true
  }

  package var descriptor: ComponentDescriptor { componentClass.descriptor }

  /// The binding of a property, nil when it has none.
  func program(slot: Int) -> BindingProgram? {
    if case .binding(let program)? = values[slot: slot] { program } else { nil }
  }

  // MARK: In messages

  /// Says that it is a cell of a section with a header; an empty one says that there is none.
  func belongs(to section: String) { self.section = section }

  /// Says that it is the cell of a column with a title.
  func belongs(toColumn title: String) { column = column == nil || column == title ? title : "" }

  /// One of its properties, such as `moreActions[1].tap`.
  func origin(_ property: String, of controller: ComponentClass) -> Diagnostic.Origin {
    origin(property, slot: descriptor.table.slot(ofPath: property), of: controller)
  }

  /// One of its properties, with its slot. Named as the script named it.
  func origin(_ property: String, slot: Int?, of controller: ComponentClass) -> Diagnostic.Origin {
    let property = slot.flatMap { values.givenNames[$0] } ?? property
    return Diagnostic.Origin(
      owner: controller.name, part: descriptor.part, property: componentClass.path(of: property), element: element,
      place: slot.map { place(of: property, $0) } ?? place ?? controller.place)
  }

  /// Returns the place where a script gave a property its value: where it created the component, or defined its class
  /// or a superclass.
  private func place(of property: String, _ slot: Int) -> Diagnostic.Place? {
    let own = own?.values
    let isInherited = own?[slot: slot] == nil && componentClass.values[slot: slot] != nil
    return isInherited ? componentClass.place(of: property, slot) ?? place : own?.place(of: property) ?? place
  }

  /// Tells a cell of a section, or a bar button, from the others: its text and the header, as the script wrote them.
  var element: String? {
    if case .view = descriptor.role { return viewElement }
    let keys = (button: ComponentDescriptor.barButtonKeys.title, column: ComponentDescriptor.columnKeys.title)
    if descriptor.isBarButton || descriptor === ComponentDescriptor.column {
      let title = values[slot: descriptor.isBarButton ? keys.button.slot : keys.column.slot]
      return title?.writtenText.map { "\"\($0)\"" }
    }
    if let column { return column.isEmpty ? nil : "column \"\(column)\"" }
    guard let section, descriptor.isCell else { return nil }
    let text = values[slot: ComponentDescriptor.cellKeys.path.slot]?.writtenText ?? componentClass.name
    return "\"\(text)\"" + (section.isEmpty ? "" : " in section \"\(section)\"")
  }

  /// The text of a label or the title of a button, as the script wrote them.
  private var viewElement: String? {
    let shown =
      descriptor.isKind(of: .label)
      ? values[ComponentDescriptor.labelKeys.textPath]
      : descriptor.isKind(of: .button) ? values[ComponentDescriptor.buttonKeys.titlePath] : nil
    return shown?.writtenText.map { "\"\($0)\"" }
  }

  // MARK: What all parts of a controller have

  /// The path to the context, of a cell, a bar button or a view.
  var contextPath: PropertyValue? { descriptor.contextSlot.flatMap { values[slot: $0] } }

  /// The controller that a tap opens.
  var segue: Segue? {
    guard case .segue(let segue)? = descriptor.table.slot(named: "segue").flatMap({ values[slot: $0] }) else {
      return nil
    }
    return segue
  }
}
