extension ComponentDescriptor {
  package static let imageCell = declare(
    "ModelImageCell", .cell(ImageCell.self), extends: tableCell, control: .image,
    functions: [.getPicture], "A row with an image."
  ) { imageCellTable }

  package static let (imageCellTable, imageKeys) = properties(extending: tableCell) {
    (
      valuePath: $0.image(
        "valuePath", fills: .control, "the image: a blob or bytes, their Base64 text, or the name of an image"),
      dataPath: $0.dataPath()
    )
  }
}

extension Control.Kind {
  package static let image = Control.Kind(
    "image", "image", role: .img, edits: nil, driving: .readOnly("it only shows an image"),
    text: { control in
      control.isFilled ? "▣ \(TextWidth.printable(control.text ?? control.value.scalarText ?? ""))" : "▢"
    })
}

/// An image in a row (`ModelImageCell`). The screen has its name, or the format and the size of its bytes.
package final class ImageCell: Cell {
  override class var isReusable: Bool { true }

  override func prepareForReuse() {
    super.prepareForReuse()
    known = nil
  }

  override func control(editing: Bool, isSelected: Bool) -> Control? {
    switch image {
    case .named(let name)?: return control(.string(name), name, nil)
    case .bytes(let info)?: return control(.string(info.name), summary(of: info), info)
    case nil: return control(.null, nil, nil)
    }
  }

  private func control(_ value: Value, _ text: String?, _ info: ImageInfo?) -> Control {
    var control = Control(kind: .image, value: value, isEnabled: false)
    (control.text, control.imageInfo) = (text, info)
    return control
  }

  private func summary(of info: ImageInfo) -> String {
    info.summary(
      noun: controller.localized("Image"),
      size: controller.localized(info.size == 1 ? "%@ byte" : "%@ bytes", String(info.size)))
  }

  private enum Shown {
    case named(String)
    case bytes(ImageInfo)
  }

  private var image: Shown? {
    let value = overridden(.getPicture) ?? properties.image(ComponentDescriptor.imageKeys.valuePath)
    if let info = ImageInfo(value) { return .bytes(info) }
    switch value {
    case .data(let data), .image(.data(let data)): return .bytes(info(data.bytes, format: nil))
    case .image(.named(let name)): return name.isEmpty ? nil : .named(name)
    case .string(let text) where text.isEmpty: return nil
    case .string(let text) where !Base64Image.isOne(text): return .named(text)
    case .string(let text): return encoded(text).map(Shown.bytes)
    default: return nil
    }
  }

  // MARK: Base64

  /// What was found in a text, which is not read again until it changes.
  private var known: (text: String, info: ImageInfo?)?

  private func encoded(_ text: String) -> ImageInfo? {
    if let known, known.text == text { return known.info }
    guard !evaluator.store.isBudgetExhausted(after: min(text.utf8.count, Base64Image.maximumLength) / 16) else {
      return nil
    }
    var found: ImageInfo?
    do {
      let image = try Base64Image(text)
      found = info(image.bytes, format: image.format)
    } catch {
      services.report(evaluator.problem(error.asDiagnostic, of: origin(ComponentDescriptor.imageKeys.valuePath)))
    }
    known = (text, found)
    return found
  }

  private func info(_ bytes: [UInt8], format: String?) -> ImageInfo {
    properties.imageInfo(of: bytes, ComponentDescriptor.imageKeys.valuePath, format: format)
  }

  package override func inherited(_ function: OverridableFunction, _ arguments: [Value]) throws -> Value {
    function == .getPicture
      ? properties.value(ComponentDescriptor.imageKeys.valuePath) : try super.inherited(function, arguments)
  }

  package override func edit(_ edit: ScreenAction.Edit, editing: Bool, isSelected: Bool) throws {
    throw impossible("only shows an image and cannot be changed")
  }
}

extension BoundProperties {
  /// The value of a property of images, with the description of a blob in its place.
  fileprivate func image(_ key: ComponentKey<ImageValue>) -> Value { read(slot: key.slot, .image) }
}

extension ImageInfo {
  /// The format and the size for people: `PNG 40 × 30, 68 bytes`, after the label if there is one.
  fileprivate func summary(noun: String, size: String) -> String {
    let label = label.flatMap { $0.isEmpty ? nil : "\($0): " } ?? ""
    return "\(label)\(kind(orElse: noun)), \(size)"
  }
}
