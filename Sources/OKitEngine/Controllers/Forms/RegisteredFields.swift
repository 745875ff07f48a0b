/// Numbers of fields in rows that come and go. A field gets one when it is edited for the first time.
struct RegisteredFields {
  private var numbers: [RowID: Int] = [:]
  private var ids: [RowID] = []

  subscript(id: RowID) -> Int? { numbers[id] }

  /// The field with a number that was given.
  subscript(number: Int) -> RowID? { ids.indices.contains(number) ? ids[number] : nil }

  /// Returns the number of a field, a new one for a field without.
  mutating func number(of id: RowID) -> Int {
    if let number = numbers[id] { return number }
    numbers[id] = ids.count
    ids.append(id)
    return ids.count - 1
  }
}
