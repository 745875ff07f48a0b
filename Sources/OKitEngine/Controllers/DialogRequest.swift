/// An alert or a sheet to be shown, with what its buttons do.
package final class DialogRequest {
  package enum Style: Sendable { case alert, sheet }

  package struct Button {
    package var title: String
    package var style: DialogAction.Style
    /// Whether the button can be tapped, given the texts of the fields.
    package var isEnabled: ([String]) -> Bool
    /// Runs when it is tapped, after the dialog has closed, with the texts of the fields; an error that it throws fails
    /// the answer.
    package var tap: ([String]) throws -> Void

    package init(
      _ title: String, style: DialogAction.Style = .default, tap: @escaping ([String]) throws -> Void = { _ in },
      isEnabled: @escaping ([String]) -> Bool = { _ in true }
    ) {
      (self.title, self.style, self.isEnabled, self.tap) = (title, style, isEnabled, tap)
    }
  }

  package struct Field {
    package var name: String
    package var placeholder: String?
    package var text: String
    package var isSecure: Bool

    package init(_ name: String, placeholder: String? = nil, text: String = "", isSecure: Bool = false) {
      (self.name, self.placeholder, self.text, self.isSecure) = (name, placeholder, text, isSecure)
    }
  }

  package let style: Style
  package let title: String?
  package let message: String?
  package var fields: [Field]
  package let buttons: [Button]
  /// The place in the script that has opened it; nil for a dialog of okit's own.
  package var place: Diagnostic.Place?
  /// Called after the button's own function, with the index of the button and the texts of the fields.
  package var onAnswer: (Int, [String]) -> Void = { _, _ in }
  /// Called when its window is closed before it is answered.
  package var onClose: () -> Void = {}

  package init(
    _ style: Style, title: String? = nil, message: String? = nil, fields: [Field] = [], buttons: [Button]
  ) {
    (self.style, self.title, self.message) = (style, title, message)
    (self.fields, self.buttons) = (fields, buttons)
  }
}
