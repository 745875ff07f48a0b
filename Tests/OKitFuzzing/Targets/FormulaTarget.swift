extension FuzzTarget {
  /// The text of a formula, which is parsed, printed and evaluated.
  public static let formula = FuzzTarget(name: "formula") {
    let world = try BindingWorld()
    return { input in
      let text = "=" + String(decoding: input, as: UTF8.self)
      try checkParsing(text)
      try world.use(text, writing: "1")
    }
  }
}
