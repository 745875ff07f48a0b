/// Reads the colors of Interface Builder: by their components, by white, or by the name of a system color.
enum InterfaceColor {
  static func read(_ element: XMLElement) -> ColorValue? {
    func component(_ name: String) -> Double? { element[name].flatMap(NumberText.double) }
    if let white = component("white") { return color(white, white, white) }
    if let red = component("red"), let green = component("green"), let blue = component("blue") {
      return color(red, green, blue)
    }
    let name = element["cocoaTouchSystemColor"] ?? element["systemColor"]
    return name.flatMap { named[$0] }.flatMap(ColorValue.init(hex:))
  }

  private static func color(_ red: Double, _ green: Double, _ blue: Double) -> ColorValue? {
    let digits = [red, green, blue].map { share -> String in
      let byte = Int((min(1, max(0, share.isFinite ? share : 0)) * 255).rounded())
      return (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return ColorValue(hex: "#" + digits.joined())
  }

  /// The colors that have the same components on each system.
  private static let named = [
    "darkTextColor": "#000000", "lightTextColor": "#ffffff", "groupTableViewBackgroundColor": "#efeff4",
    "systemBlueColor": "#007aff", "systemGreenColor": "#34c759", "systemRedColor": "#ff3b30",
    "systemOrangeColor": "#ff9500", "systemYellowColor": "#ffcc00", "systemPinkColor": "#ff2d55",
    "systemPurpleColor": "#af52de", "systemTealColor": "#5ac8fa", "systemIndigoColor": "#5856d6",
    "systemGrayColor": "#8e8e93",
  ]
}
