/// Finding rows of a long list without making the rows before them.
extension ListController {
  /// The stored text that all rows show, by its place in the elements; nil when a row can show anything else.
  private func textSlot(_ content: ListContent) -> Int32? {
    let values = cellComponent.values
    guard !overridesRows, !cellComponent.componentClass.hasFunctions, values[Cell.keys.contextPath] == nil,
      values[Cell.keys.editPath] == nil,
      content.observed != nil, let type = content.observedType,
      let path = ElementReader(values[Cell.keys.path], "path", self),
      let slot = path.observableSlots(of: type)?.first, type.properties[Int(slot)].type.unwrapped == .string
    else { return nil }
    return slot
  }

  /// The positions of the elements with a text: those that have it exactly, else those that differ in case.
  ///
  /// O(rows), each of them a comparison of stored texts.
  func positions(ofElementsLike text: String) -> [Int]? {
    let content = content
    guard let slot = textSlot(content) else { return nil }
    let elements = content.parts(0..<content.count).flatMap(\.elements)
    let matches = TextMatches<Int>(text)
    func positions(_ fits: (String) -> Bool) -> [Int]? {
      var positions: [Int] = []
      for (position, element) in elements.enumerated() {
        guard let value = store.unrecordedValue(element, slot) else { return nil }
        if case .string(let name) = value, fits(name) { positions.append(position) }
      }
      return positions
    }
    let exact = positions { $0 == text }
    return exact == [] ? positions(matches.fits) : exact
  }
}
