import OKitModel

/// A call in a table of cases: a built-in function on a value, in a fixed environment.
struct FunctionFixture {
  var locale = "en_US"
  var timeZone = "UTC"
  /// 2020-01-31T12:00:00Z
  var now = DateValue(secondsSince1970: 1_580_472_000)
  var localization = Localization(tables: [
    "en": ["entry": "Entry", "entrys": "Entries"],
    "de": ["entry": "Eintrag", "entrys": "Einträge", "min.": "Min.", "sec.": "Sek."],
  ])
  let formatters = FormatterCache()

  func call(_ name: String, _ receiver: Value, _ arguments: [Value] = []) throws(Diagnostic) -> Value {
    guard let function = BuiltInFunctions.function(name, of: receiver.typeName) else {
      throw Diagnostic("test.function", "\(receiver.typeName) has no function \"\(name)\"")
    }
    let context = FunctionContext(
      locale: locale, timeZone: timeZone, now: now, localization: localization, formatters: formatters)
    return try function.call(receiver, arguments, context)
  }
}
