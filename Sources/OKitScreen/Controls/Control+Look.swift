/// The parts of controls that few of them have.
extension Control {
  /// The color as `#rrggbb`; nil for that of the theme.
  package var color: String? {
    get { look?.content.color }
    set { if look != nil || newValue != nil { look[standard: ControlLook()].color = newValue } }
  }

  /// The title over the options of a text picker.
  public var title: String? {
    get { look?.content.title }
    set { if look != nil || newValue != nil { look[standard: ControlLook()].title = newValue } }
  }

  /// The description of an image with bytes.
  package var imageInfo: ImageInfo? {
    get { look?.content.imageInfo }
    set { if look != nil || newValue != nil { look[standard: ControlLook()].imageInfo = newValue } }
  }

  /// The role of what is drawn of the control.
  var textRole: TextRole { TextRole(color, else: isEnabled ? .tint : .muted) }
}

extension Screen.Row {
  /// Whether the row and its control can be operated.
  public var isEnabled: Bool {
    get { extras?.content.isEnabled ?? true }
    set { if extras != nil || !newValue { extras[standard: RowExtras()].isEnabled = newValue } }
  }

  /// The color as `#rrggbb`; nil for that of the theme. It is that of the control or, without one, of the text.
  package var color: String? {
    get { extras?.content.color }
    set { if extras != nil || newValue != nil { extras[standard: RowExtras()].color = newValue } }
  }

  /// The role of the row's text.
  var textRole: TextRole { TextRole(control == nil ? color : nil, else: isEnabled ? .text : .disabled) }
}

extension TextRole {
  /// The color that a script has chosen; without one another role.
  fileprivate init(_ color: String?, else role: TextRole) {
    self = color.flatMap(ColorValue.init(hex:)).map(TextRole.colored) ?? role
  }
}
