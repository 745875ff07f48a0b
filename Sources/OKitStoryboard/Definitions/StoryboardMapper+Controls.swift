/// The native control of a cell, whose settings are the defaults of the cell's properties.
extension StoryboardMapper {
  func readControl(
    _ element: XMLElement, _ descriptor: ComponentDescriptor, into cell: inout StoryboardComponent
  ) {
    func number(_ attribute: String, _ property: String) {
      let number = element[attribute].flatMap(NumberText.double)
      setDefault(property, number.map(BindingText.constant), at: element, attribute: attribute, descriptor, &cell)
    }
    func image(_ attribute: String, _ property: String) {
      setDefault(property, element.constant(attribute), at: element, attribute: attribute, descriptor, &cell)
    }
    switch element.name {
    case "textField", "textView":
      setDefault(
        "placeholder", element.localized("placeholder"), at: element, attribute: "placeholder", descriptor, &cell)
      if element.child(key: "textInputTraits")?["secureTextEntry"] == "YES" {
        setDefault("secure", "#true", at: element, descriptor, &cell)
      }
      if let text = element.plainText("text") {
        warn(
          "okit does not use the text \(PrintableText.quoted(text)) of this <\(element.name)>",
          at: element.attribute("text")?.valuePosition ?? element.position,
          hint: "the field shows the value of its property")
      }
    case "slider":
      number("minValue", "minValuePath")
      number("maxValue", "maxValuePath")
      image("minimumValueImage", "minImagePath")
      image("maximumValueImage", "maxImagePath")
    case "stepper":
      number("minimumValue", "minValuePath")
      number("maximumValue", "maxValuePath")
      number("stepValue", "stepValuePath")
    case "segmentedControl":
      let titles = element.elements(in: "segments").compactMap { $0.plainText("title") }
      setDefault(
        "segmentsPath", titles.isEmpty ? nil : BindingText.localized(titles), at: element, descriptor, &cell)
    case "datePicker": readDates(of: element, descriptor, into: &cell)
    default: break
    }
  }

  private static let modes = ["time", "date", "dateAndTime", "countDownTimer"]

  private func readDates(
    of element: XMLElement, _ descriptor: ComponentDescriptor, into cell: inout StoryboardComponent
  ) {
    let mode = element["datePickerMode"].flatMap(Self.modes.firstIndex)
    setDefault(
      "modePath", mode.map { BindingText.constant(Double($0)) }, at: element, attribute: "datePickerMode", descriptor,
      &cell)
    for (key, property) in [("minimumDate", "minDatePath"), ("maximumDate", "maxDatePath")] {
      let seconds = element.child(key: key)?["timeIntervalSinceReferenceDate"].flatMap(NumberText.double)
      setDefault(
        property, seconds.map { BindingText.constant(DateValue(secondsSince2001: $0)) }, at: element, descriptor, &cell)
    }
  }
}
