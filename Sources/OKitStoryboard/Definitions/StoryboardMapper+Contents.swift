/// The native views inside of cells and views: labels become texts of a row, and what okit cannot use is named in a
/// warning.
extension StoryboardMapper {
  /// Elements that are only a frame for others. Every other view shows something or can be operated.
  private static let frames: Set = ["view", "stackView", "scrollView", "visualEffectView", "tableViewCellContentView"]

  /// Elements with these names are views wherever they are, and not only among the views in another one.
  private static let natives: Set<String> = Set(cells.keys).union([
    "label", "button", "tableView", "collectionView", "searchBar",
  ])

  /// The cells of collections, in a table.
  private static let strays: Set = ["collectionViewCell", "collectionReusableView"]

  /// The views of a table beside its rows.
  private static let tableParts: Set = ["tableHeaderView", "tableFooterView", "backgroundView"]

  /// The classes of cells that have such a control.
  private static let cells = [
    "textField": "ModelTextCell", "textView": "ModelMultilineCell", "switch": "ModelSwitchCell",
    "slider": "ModelSliderCell", "stepper": "ModelStepperCell",
    "segmentedControl": "ModelSegmentCell",
    "datePicker": "ModelDateCell", "pickerView": "ModelPickerCell",
    "progressView": "ModelProgressCell",
    "imageView": "ModelImageCell", "webView": "ModelWebCell", "wkWebView": "ModelWebCell",
  ]

  /// The elements in a view, in the order of the document, without those of tables and collections in it.
  static func content(of view: XMLElement) -> [XMLElement] {
    view.children.flatMap { child -> [XMLElement] in
      ["tableView", "collectionView"].contains(child.name) ? [child] : [child] + content(of: child)
    }
  }

  /// The native control in a cell that the class of the cell stands for; nil if there is none.
  func control(in cell: XMLElement, _ descriptor: ComponentDescriptor) -> XMLElement? {
    cell.child(key: "contentView").flatMap { content in
      Self.content(of: content).first { element in
        guard let name = Self.cells[element.name], let known = classes.find(name)?.descriptor else { return false }
        return element["customClass"] == nil && descriptor.isKind(of: known)
      }
    }
  }

  /// The labels of a static cell without a style: the first is the text of the row, the second its detail.
  func readLabels(of cell: XMLElement, _ descriptor: ComponentDescriptor, into component: inout StoryboardComponent) {
    guard cell["textLabel"] == nil, let content = cell.child(key: "contentView") else { return }
    let labels = Self.content(of: content).filter {
      $0.name == "label" && $0["customClass"] == nil && $0["hidden"] != "YES" && $0.plainText("text") != nil
    }
    for (label, property) in zip(labels, ["path", "detailPath"]) where descriptor.table[property] != nil {
      markUsed(label)
      setDefault(property, label.localized("text"), at: label, attribute: "text", descriptor, &component)
    }
  }

  /// Warns of the native views that have not become a part of the application: once for each cell, and once for the
  /// rest.
  func warnUnusedContent(of controller: XMLElement) {
    var rest: [XMLElement] = []
    for child in controller.children where Self.hasContent(child) { collect(child, in: controller, into: &rest) }
    warn(ofUnused: rest, in: "controller")
  }

  /// The bars of containers, and what is beside a view, have no content of their own.
  private static func hasContent(_ part: XMLElement) -> Bool {
    part["key"] == "view" || ["view", "tableView"].contains(part.name)
  }

  private func collect(_ element: XMLElement, in parent: XMLElement, into rest: inout [XMLElement]) {
    if element.name == "tableViewCell" {
      // One warning says all about a prototype that is not used.
      guard isUsed(element) else { return }
      var parts: [XMLElement] = []
      for child in element.children { collect(child, in: element, into: &parts) }
      return warn(ofUnused: parts, in: "cell")
    }
    if Self.strays.contains(element.name) {
      var parts: [XMLElement] = []
      for child in element.children { collect(child, in: element, into: &parts) }
      rest += parts.isEmpty ? [element] : parts
      return
    }
    if isUsed(element) {
      if element.name == "collectionView" { return }
    } else {
      // What a class of its own shows is said by the warning about it.
      if element["customClass"] != nil || element["hidden"] == "YES" { return }
      if Self.isView(element, in: parent), showsSomething(element) {
        rest.append(element)
        return
      }
    }
    for child in element.children { collect(child, in: element, into: &rest) }
  }

  private static func isView(_ element: XMLElement, in parent: XMLElement) -> Bool {
    if natives.contains(element.name) { return true }
    let isPart = parent.name == "subviews" || element["key"].map(tableParts.contains) ?? false
    return isPart && !frames.contains(element.name)
  }

  /// Whether a label has a text and an image view an image. Another warning names an embedded controller.
  private func showsSomething(_ element: XMLElement) -> Bool {
    switch element.name {
    case "label": element.plainText("text") != nil
    case "imageView": element["image"] != nil
    case "containerView": !connections("segue", of: element).contains { $0["kind"] == "embed" }
    default: true
    }
  }

  private func warn(ofUnused elements: [XMLElement], in owner: String) {
    guard let first = elements.first else { return }
    let classes = elements.compactMap { Self.cells[$0.name] }
    let known = classes.enumerated().filter { classes.firstIndex(of: $1) == $0 }.map(\.element)
    let hints = [
      known.isEmpty ? nil : "a row with such a control is a cell of the class \(known.joined(separator: " or "))",
      elements.contains { $0.name == "searchBar" }
        ? "a list has a search bar, unless its attribute search is off" : nil,
    ]
    warn(
      "okit does not use \(elements.map(Self.name).joined(separator: ", ")) of this \(owner)", at: first.position,
      hint: hints.contains { $0 != nil } ? hints.compactMap(\.self).joined(separator: "; ") : nil)
  }

  /// A native element as messages name it: by its name and its text, or the titles in it.
  static func name(_ element: XMLElement) -> String {
    let text =
      element.plainText("text") ?? element.plainText("placeholder") ?? element.child(key: "configuration")?
      .plainText("title") ?? element.child(key: "normal")?.plainText("title") ?? element["image"]
    let texts = text.map { [$0] } ?? element.all.compactMap(title(of:))
    return "<\(element.name)>" + (texts.isEmpty ? "" : " " + PrintableText.list(texts))
  }

  /// The title of a segment, or of the item of a bar.
  private static func title(of element: XMLElement) -> String? {
    guard ["segment", "barButtonItem", "navigationItem", "tabBarItem"].contains(element.name) else { return nil }
    return element.plainText("title") ?? element["systemItem"].flatMap { spaces.contains($0) ? nil : $0 }
  }
}
