/// The identifier of an alert or a sheet: `dialog:4`. No two dialogs of an application have the same one.
package struct DialogID: Sendable, Hashable, LosslessStringConvertible {
  package let number: UInt32

  package init(_ number: UInt32) { self.number = number }

  package init?(_ text: String) {
    guard text.hasPrefix("dialog:"), let number = UInt32(text.dropFirst("dialog:".count)) else { return nil }
    self.init(number)
    guard description == text else { return nil }
  }

  package var description: String { "dialog:\(number)" }
}

/// The identifier of an action or a field of a dialog, by its index: `dialog:4/action:0`, `dialog:4/field:1`.
package struct DialogPartID: Sendable, Hashable, LosslessStringConvertible {
  package enum Kind: String, Sendable, Hashable, CaseIterable { case action, field }

  package let dialog: DialogID
  package let kind: Kind
  package let index: Int

  package init(_ dialog: DialogID, _ kind: Kind, _ index: Int) {
    (self.dialog, self.kind, self.index) = (dialog, kind, index)
  }

  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let dialog = DialogID(parts[0]) else { return nil }
    let names = parts[1].split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard names.count == 2, let kind = Kind(rawValue: names[0]), let index = Int(names[1]), index >= 0 else {
      return nil
    }
    self.init(dialog, kind, index)
    guard description == text else { return nil }
  }

  package var description: String { "\(dialog)/\(kind.rawValue):\(index)" }
}
