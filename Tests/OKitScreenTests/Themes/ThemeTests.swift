import Testing

@testable import OKitScreen

@Suite struct ThemeTests {
  /// The contrast of WCAG 2.2, computed independently of the engine.
  private func contrast(_ first: ColorValue, _ second: ColorValue) -> Double {
    func luminance(_ color: ColorValue) -> Double {
      let parts = [color.red, color.green, color.blue].map { part -> Double in
        let value = Double(part) / 255
        // The curve of sRGB by a table of logarithms would be exact; a power by repeated roots is close enough.
        return value <= 0.04045 ? value / 12.92 : Self.power((value + 0.055) / 1.055, 12, 5)
      }
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
    let pair = [luminance(first), luminance(second)].sorted()
    return (pair[1] + 0.05) / (pair[0] + 0.05)
  }

  /// `base` to the power of a fraction, by Newton's method for the root.
  private static func power(_ base: Double, _ numerator: Int, _ denominator: Int) -> Double {
    guard base > 0 else { return 0 }
    var root = base
    for _ in 0..<200 {
      let high = (0..<denominator - 1).reduce(1.0) { product, _ in product * root }
      root = (Double(denominator - 1) * root + base / high) / Double(denominator)
    }
    return (0..<numerator).reduce(1.0) { product, _ in product * root }
  }

  @Test func contrastOfKnownColors() {
    #expect(abs(contrast(.black, .white) - 21) < 0.01)
    #expect(abs(contrast(ColorValue(gray: 0x76), .white) - 4.54) < 0.01)
    #expect(abs(ColorContrast.ratio(ColorValue(gray: 0x76), .white) - 4.54) < 0.01)
  }

  @Test(arguments: [Theme.standard, .dark])
  func `texts of built-in themes can be read on each of their backgrounds`(_ theme: Theme) {
    let backgrounds: [Theme.ColorName] = [
      .backgroundColor, .groupedBackgroundColor, .cellColor, .navBarColor, .tabBarColor, .toolBarColor, .accentColor,
    ]
    for background in backgrounds {
      let ratio = contrast(theme[.textColor], theme[background])
      #expect(ratio >= 4.5, "text on \(background.rawValue) of \"\(theme.name)\": \(ratio)")
    }
  }

  private static let themes = [
    Theme.standard, .dark,
    Theme("pale", [.backgroundColor: ColorValue(gray: 0x80), .textColor: ColorValue(gray: 0x90)]),
    Theme("sepia", [.backgroundColor: ColorValue(red: 0xF4, green: 0xEC, blue: 0xD8), .tintColor: .white]),
  ]

  /// Also of a theme with colors that cannot be read.
  @Test(arguments: themes)
  func `texts of a terminal can be read`(_ theme: Theme) {
    let palette = TextPalette(theme)
    for surface: TextSurface in [.bar, .cell, .selected, .toolbar, .dialog, .cover, .group] {
      for role: TextRole in [.text, .title, .muted, .tint, .disabled, .destructive] {
        let ratio = contrast(palette.color(role, on: surface), palette.background(surface))
        #expect(ratio >= 4.49, "\(role) on \(surface) of \"\(theme.name)\": \(ratio)")
      }
    }
  }

  @Test func darkIsDecidedByTheBackground() {
    #expect(!Theme.standard.isDark && Theme.dark.isDark)
    #expect(Theme("gray", [.backgroundColor: ColorValue(gray: 0x70)]).isDark)
    #expect(!Theme("gray", [.backgroundColor: ColorValue(gray: 0x90)]).isDark)
  }

  @Test func registeringReplaces() throws {
    let registry = ThemeRegistry()
    try registry.register("mine", ["backgroundColor": .string("#102030"), "barStyle": .string("black")])
    #expect(registry["mine"]?[.cellColor].hex == "#102030")
    try registry.register("mine", ["cellColor": .color(.white)])
    #expect(registry["mine"]?[.backgroundColor] == .white)
    #expect(registry.names == ["", "dark", "mine"])
  }

  @Test(
    arguments: [
      ("backgroudColor", Value.string("#ffffff"), "theme.field", "backgroundColor"),
      ("textColor", .string("black"), "theme.color", "#rrggbb"), ("textColor", .bool(true), "theme.color", "#rrggbb"),
      ("statusBarStyle", .string("lightcontent"), "theme.style", "lightContent"),
      ("barStyle", .int(1), "theme.style", nil),
    ] as [(String, Value, Diagnostic.Code, String?)])
  func `a wrong field is refused`(_ field: String, _ value: Value, _ code: Diagnostic.Code, _ hint: String?) {
    let registry = ThemeRegistry()
    let found = #expect(throws: Diagnostic.self) { try registry.register("mine", [field: value]) }
    #expect(found?.code == code)
    if let hint { #expect(found?.hint?.contains(hint) == true, "\(found?.hint ?? "no hint")") }
    #expect(registry["mine"] == nil)
  }
}
