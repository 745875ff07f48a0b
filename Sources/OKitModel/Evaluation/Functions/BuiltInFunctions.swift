/// The extension functions that every application has, by type and name.
///
/// Those of List and Entity need the model and live with the evaluator.
package enum BuiltInFunctions {
  /// Type name as `Value.typeName` gives it → function name → function.
  package static let table: [String: [String: BuiltInFunction]] = [
    "Number": byName(NumberFunctions.all + NumberAffixFunctions.all),
    "String": byName(StringFunctions.all),
    "Date": byName(DateFunctions.all),
    "Day": byName(DayFunctions.all),
    "Color": byName(ColorFunctions.all),
    "Data": byName(DataFunctions.ofData),
    "Image": byName(DataFunctions.ofImages),
  ]

  /// Returns the function of a type; nil when it has none of that name. O(1).
  package static func function(_ name: String, of typeName: String) -> BuiltInFunction? {
    table[typeName]?[name]
  }

  package static func names(of typeName: String) -> [String] { table[typeName].map { Array($0.keys) } ?? [] }

  /// Returns the functions of a type, sorted by name.
  package static func list(of typeName: String) -> [BuiltInFunction] {
    (table[typeName] ?? [:]).values.sorted { $0.name < $1.name }
  }

  private static func byName(_ functions: [BuiltInFunction]) -> [String: BuiltInFunction] {
    Dictionary(functions.map { ($0.name, $0) }) { _, last in last }
  }
}
