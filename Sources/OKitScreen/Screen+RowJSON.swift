extension Screen.Row: ScreenPart {
  package static let fields: [ScreenField<Screen.Row>] = [
    .init("id", "string", "its identifier, which stays the same while the row exists") { .string($0.id.description) },
    .init("text", text: \.text, "the text"),
    .init("detail", text: \.detail, "the detail text"),
    .init("image", "string?", "the name of its image: of one with bytes, its label") { JSONValue($0.image) },
    .init("imageInfo?", "okit.ImageInfo", "the description of an image with bytes") { $0.imageInfo?.jsonValue() },
    .init("ribbon", text: \.ribbon, "the color of its ribbon"),
    .init("accessory", ScreenField<Screen.Row>.choice(Accessory.self), "the accessory at its end") {
      .string($0.accessory.rawValue)
    },
    .init("button", "okit.ShownButton?", "the button in it") { row in
      row.button.map { $0.jsonValue(ElementID.accessory(.id(row.id)), $0.element) } ?? .null
    },
    .init("leading", "string[]", "the actions of a swipe from the leading edge") { JSONValue($0.leading) },
    .init("trailing", "string[]", "the actions of a swipe from the trailing edge") { JSONValue($0.trailing) },
    .init("control", "okit.Control?", "the control in it") { row in
      row.control.map { $0.jsonValue(ElementID.control(.id(row.id)), row.controlElement) } ?? .null
    },
    .init("selected", "boolean", "whether it is selected") { .bool($0.isSelected) },
    .init("height", "number?", "its height in points") { JSONValue(number: $0.height) },
    .init("textRuns?", "okit.TextRun[]", "the runs of an attributed text") { JSONValue(runs: $0.textRuns) },
    .init("detailRuns?", "okit.TextRun[]", "the runs of an attributed detail text") {
      JSONValue(runs: $0.detailRuns)
    },
    .init("view?", "okit.ShownView", "the label in place of the accessory") { row in
      row.view.map { $0.jsonValue(nil, $0.element) }
    },
    .init("leadingImage?", "string", "the name of the image of the quick action") {
      $0.leadingImage.map(JSONValue.string)
    },
    .init(
      "accent?", "boolean", "whether it is shown in the accent color, while the row that it selects is open"
    ) { $0.isAccented ? true : nil },
    .init("enabled?", "boolean", "false while `enabledPath` disables the cell") { $0.isEnabled ? nil : false },
    .init("color?", "string", "the color of the cell, as `#rrggbb`") { $0.color.map(JSONValue.string) },
    .init("cells?", "okit.ShownRow[]", "the cells of a row of a grid, in the columns that the screen holds") {
      $0.cells.isEmpty ? nil : .array($0.cells.map(\.jsonValue))
    },
  ]

  package var jsonValue: JSONValue { jsonValue(nil, element) }

  /// The members without those of accessibility, which scripts seldom read.
  package var plainObject: JSONValue { .object(members()) }

  /// The members of accessibility.
  package var accessibilityObject: JSONValue { .object(element.members()) }
}

extension ImageInfo: ScreenPart {
  package static let fields: [ScreenField<ImageInfo>] = [
    .init("id", "string", "the id of the entity with the bytes") { .string($0.id) },
    .init("format", "string?", "the media type: that of the bytes, or else the one that the entity was given") {
      JSONValue($0.format)
    },
    .init("width", "integer?", "the width in pixels; nil for bytes that are neither PNG nor JPEG") {
      $0.width.map(JSONValue.int) ?? .null
    },
    .init("height", "integer?", "the height in pixels") { $0.height.map(JSONValue.int) ?? .null },
    .init("label", "string?", "the description for people") { JSONValue($0.label) },
    .init("scale", "number", "the number of pixels in a point") { .double($0.scale) },
    .init("template", "boolean", "whether it is drawn in the color of the text") { .bool($0.isTemplate) },
    .init("size", "integer", "the number of bytes") { .int($0.size) },
    .init("checksum", "string", "the XXH64 of the bytes") { .string($0.checksum) },
  ]
}

extension RowButton: ScreenPart {
  package static let fields: [ScreenField<RowButton>] = [
    .init("title", "string", "its text") { .string($0.title) },
    .init("enabled", "boolean", "whether it is enabled") { .bool($0.isEnabled) },
    .init("image?", "string", "the name of the image beside the title") { $0.image.map(JSONValue.string) },
  ]
}

extension Control: ScreenPart {
  package static let fields: [ScreenField<Control>] = [
    .init("kind", "string", "the kind of the control") { .string($0.kind.name) },
    .init("value", "any", "its value") { JSONValue(scalar: $0.value) },
    .init(
      "text", "string?",
      "the number, the date, the option, the text of a page or the size of an image as the user sees it"
    ) { JSONValue($0.text) },
    .init("enabled", "boolean", "whether it is enabled") { .bool($0.isEnabled) },
    .init("min", "any", "the minimum") { JSONValue(scalar: $0.min) },
    .init("minText", "string?", "the minimum as the user sees it") { JSONValue($0.minText) },
    .init("max", "any", "the maximum") { JSONValue(scalar: $0.max) },
    .init("maxText", "string?", "the maximum as the user sees it") { JSONValue($0.maxText) },
    .init("step", "number?", "the step size") { JSONValue(number: $0.step) },
    .init("options", "string[]", "the options") { JSONValue($0.options) },
    .init("placeholder", "string?", "the text shown while it is empty") { JSONValue($0.placeholder) },
    .init("secure", "boolean", "whether its text is hidden") { .bool($0.isSecure) },
    .init(
      "mode", "string?",
      "of a date picker: `time`, `date`, `dateAndTime` or `countDownTimer`; of a web view: `html` or `url`"
    ) { JSONValue($0.mode) },
    .init("minImage?", "string", "the name of the image beside the minimum") {
      ($0.look?.content.minImage).map(JSONValue.string)
    },
    .init("maxImage?", "string", "the name of the image beside the maximum") {
      ($0.look?.content.maxImage).map(JSONValue.string)
    },
    .init("width?", "number", "the width of a slider or a segmented control, in points") {
      ($0.look?.content.width).map { JSONValue(number: $0) }
    },
    .init("color?", "string", "the color of the cell, as `#rrggbb`") { $0.color.map(JSONValue.string) },
    .init("title?", "string", "the title over the options of a text picker") { $0.title.map(JSONValue.string) },
    .init("imageInfo?", "okit.ImageInfo", "the description of an image with bytes") { $0.imageInfo?.jsonValue() },
    .init("error?", "string", "the message about its value, while that is not valid") {
      $0.error.map(JSONValue.string)
    },
    .init("focused?", "boolean", "whether the keyboard writes into it") { $0.isFocused ? true : nil },
  ]
}
