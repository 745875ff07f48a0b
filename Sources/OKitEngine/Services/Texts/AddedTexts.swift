/// The texts that applications with the same scripts add, one after the other, with those that they had before: each
/// application would add the same ones.
///
/// Used by one thread at a time.
package final class AddedTexts {
  private var last: (added: Localization, base: Localization, all: Localization)?

  package init() {}

  /// Returns the texts of a localization, and those of another one for the keys that have none there.
  func texts(_ added: Localization, before base: Localization) -> Localization {
    // Tables that are copies of one another compare in O(1).
    if let last, last.added == added, last.base == base { return last.all }
    let all = added.before(base)
    last = (added, base, all)
    return all
  }
}

extension Localization {
  /// Returns these texts, and those of another localization for the keys that have none here.
  func before(_ base: Localization) -> Localization {
    var all = self
    all.addMissing(from: base)
    return all
  }
}
