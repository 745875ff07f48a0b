extension Value {
  /// The image, by the rule of `getImage`: an image, or the one that a string names; nil for an empty string and for
  /// anything else.
  package var image: ImageValue? {
    switch self {
    case .image(let image): image
    case .string(let name): name.isEmpty ? nil : .named(name)
    default: nil
    }
  }
}
