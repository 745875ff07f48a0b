/// A class that a storyboard names, and that neither okit nor the script has.
struct UnknownClass {
  let name: String
  /// The position of its first name.
  let position: XMLPosition
  /// The classes that its element can have.
  let candidates: [String]

  /// The error that names all of them; nil for none.
  static func failure(_ unknown: [UnknownClass], _ source: InterfaceFile) -> Diagnostic? {
    guard let first = unknown.first else { return nil }
    let isAlone = unknown.count == 1
    let names = unknown.map { "\"\($0.name)\"" + (isAlone ? "" : " (line \($0.position.line))") }
    let hints = unknown.compactMap { unknown in
      NearestName.hint(for: unknown.name, in: unknown.candidates).map {
        isAlone ? $0 : "\"\(unknown.name)\": \($0)"
      }
    }
    let others =
      isAlone ? "define a class of its own" : "define the \(hints.isEmpty ? "" : "other ")classes"
    let define =
      hints.count < unknown.count ? ["\(others) in the script, before okit.storyboard"] : []
    return Diagnostic(
      "storyboard.class", "unknown class\(isAlone ? "" : "es") \(names.joined(separator: ", "))",
      place: source.place(first.position), hint: (hints + define).joined(separator: "; "))
  }
}

extension StoryboardMapper {
  /// The classes of controllers, cells and bar buttons that do not exist, each once, in order: a script defines all of
  /// them before it reads the storyboard.
  var unknownClasses: [UnknownClass] {
    var found: [UnknownClass] = []
    func check(_ element: XMLElement, where isAccepted: (ComponentDescriptor) -> Bool) {
      guard let custom = element.attribute("customClass"), classes.find(custom.value) == nil,
        !found.contains(where: { $0.name == custom.value })
      else { return }
      found.append(
        UnknownClass(
          name: custom.value, position: custom.valuePosition, candidates: classes.names(where: isAccepted)))
    }
    for scene in source.scenes {
      let controller = scene.controller
      check(controller, where: \.isController)
      let descriptor = controller["customClass"].flatMap(classes.find)?.descriptor
      // Nothing else of a controller without a class is read.
      guard controller["customClass"] != nil || Self.standardClasses[controller.name] != nil else { continue }
      for cell in cells(of: controller, descriptor) { check(cell, where: \.isCell) }
      for button in buttons(of: controller, descriptor) { check(button, where: \.isBarButton) }
    }
    return found
  }

  /// The cells that a controller shows; of one whose class is unknown, all that it may show.
  private func cells(of controller: XMLElement, _ descriptor: ComponentDescriptor?) -> [XMLElement] {
    guard let table = controller.children.first(where: { $0.name == "tableView" }) else { return [] }
    let prototypes = table.elements(in: "prototypes").filter { $0.name == "tableViewCell" }
    let model = prototypes.first { $0["reuseIdentifier"] == "model" } ?? prototypes.first
    let rows = table.elements(in: "sections").flatMap { $0.elements(in: "cells") }
    func has(_ property: String) -> Bool { descriptor.map { $0.table[property] != nil } ?? true }
    return (has("sections") ? rows : []) + (has("cell") ? model.map { [$0] } ?? [] : [])
  }

  private func buttons(of controller: XMLElement, _ descriptor: ComponentDescriptor?) -> [XMLElement] {
    let item = controller.child("navigationItem")
    let all = (item.map { Array($0.all.dropFirst()) } ?? []) + controller.elements(in: "toolbarItems")
    return all.filter {
      $0.name == "barButtonItem" && $0.child(key: "customView") == nil
        && (descriptor.map { $0.table["toolbar"] != nil } ?? true)
    }
  }
}
