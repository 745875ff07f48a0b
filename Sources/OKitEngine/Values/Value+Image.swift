extension Value {
  /// The rule of `getImage`: an image, or the one that a text names; nil for an empty text and for anything else.
  public var image: ImageValue? {
    switch self {
    case .image(let image): image
    case .string(let name): name.isEmpty ? nil : .named(name)
    default: nil
    }
  }
}
