/// Gives out texts for people, each once: a text that is taken gets a number.
struct UniqueLabels {
  private var taken: Set<String> = []

  init(_ taken: [String] = []) { self.taken = Set(taken.map { $0.lowercased() }) }

  mutating func unique(_ text: String) -> String {
    var (label, number) = (text, 1)
    // Locators find a text in any letter case.
    while !taken.insert(label.lowercased()).inserted {
      number += 1
      label = "\(text) \(number)"
    }
    return label
  }
}
