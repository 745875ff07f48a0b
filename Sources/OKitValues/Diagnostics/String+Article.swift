extension String {
  /// The name with its indefinite article, for messages: `a String`, `an integer`.
  package var withArticle: String {
    let letters = Array(prefix(3).lowercased())
    func isVowel(_ index: Int) -> Bool { index < letters.count && "aeiou".contains(letters[index]) }
    // The u of "user" begins as "you", that of "update" is a vowel.
    return (letters.first == "u" ? !isVowel(2) : isVowel(0)) ? "an \(self)" : "a \(self)"
  }
}
