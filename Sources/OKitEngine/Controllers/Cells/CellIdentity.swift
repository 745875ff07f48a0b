/// What a cell of a detail is recognized by in a changed script: its number may be another one.
package struct CellIdentity: Sendable, Hashable {
  /// The binding of the control, or else of the text.
  var path: String
  var label: String
  /// Its position among the cells with the same path and label; for a cell of a row the number of the section.
  var position: Int
  /// The element whose row it is.
  var row: EntityAddress?
}

extension DetailController {
  /// The identities of all cells, in their order. O(cells).
  private var identities: [CellIdentity] {
    var counts: [CellIdentity: Int] = [:]
    return sections.flatMap(\.cells).map { cell in
      var identity = CellIdentity(path: cell.identifyingPath, label: cell.label, position: 0)
      identity.position = counts[identity, default: 0]
      counts[CellIdentity(path: identity.path, label: identity.label, position: 0)] = identity.position + 1
      return identity
    }
  }

  /// Returns the identities of cells by their numbers.
  func identities(of numbers: [Int]) -> [Int: CellIdentity] {
    guard !numbers.isEmpty else { return [:] }
    let all = identities
    return Dictionary(
      numbers.compactMap { number in
        if all.indices.contains(number) { return (number, all[number]) }
        guard case .element(let element, let section)? = registeredID(number), let row = store.address(of: element)
        else { return nil }
        return (number, CellIdentity(path: "", label: "", position: section, row: row))
      }
    ) { first, _ in first }
  }

  /// Returns the numbers of cells by their identities. A cell whose label has changed is found if no other one has its
  /// path.
  func numbers(of identities: [CellIdentity]) -> [CellIdentity: Int] {
    guard !identities.isEmpty else { return [:] }
    let all = self.identities.enumerated()
    let exact = Dictionary(all.map { ($1, $0) }) { first, _ in first }
    let byPath = Dictionary(grouping: all.filter { !$1.path.isEmpty }) { $1.path }
    return Dictionary(
      identities.compactMap { identity in
        if let row = identity.row {
          let id = store.entity(at: row).map { RowID.element($0, section: identity.position) }
          guard let number = id.map(registeredNumber), place(of: number) != nil else { return nil }
          return (identity, number)
        }
        let alike = byPath[identity.path] ?? []
        return (exact[identity] ?? (alike.count == 1 ? alike[0].offset : nil)).map { (identity, $0) }
      }
    ) { first, _ in first }
  }
}

extension Cell {
  fileprivate var identifyingPath: String {
    let program =
      component.descriptor.controlSlot.flatMap(properties.program(slot:)) ?? properties.program(Self.keys.path)
    return program?.text ?? ""
  }
}
