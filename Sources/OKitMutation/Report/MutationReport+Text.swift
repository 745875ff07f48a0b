extension MutationReport {
  /// The report for people: what has survived and what no test covers, then the counts.
  package var lines: [String] {
    let survived = entries(.survived)
    var lines = survived.filter { $0.result?.suggestion != nil }.flatMap { line("survived", $0) + suggestion($0) }
    lines += entries(.notCovered).flatMap { line("not covered", $0) }
    let equal = survived.filter { $0.result?.suggestion == nil }
    if !equal.isEmpty {
      lines.append("No test behaves differently with these:")
      lines += equal.flatMap { line("survived", $0) }
    }
    return lines + summary
  }

  private func line(_ status: String, _ entry: Entry) -> [String] {
    let mutant = entry.mutant
    let place = PrintableText.line("\(mutant.file):\(mutant.start.line):\(mutant.start.column)")
    var line = "\(status)  \(place)  \(mutant.mutator.rawValue)  \(mutant.change)"
    let covering = tests.first { $0.id == entry.coveredBy.first }
    if let covering {
      let others = entry.coveredBy.count - 1
      line += "    covered by \(PrintableText.quoted(covering.name))" + (others > 0 ? " and \(others) more" : "")
    }
    return [line]
  }

  private func suggestion(_ entry: Entry) -> [String] {
    guard let suggestion = entry.result?.suggestion else { return [] }
    let place = "  differs first at \(PrintableText.line(suggestion.place))"
    guard let assertion = suggestion.assertion else {
      return ["\(place): \(PrintableText.line(suggestion.difference))"]
    }
    let after =
      suggestion.place.hasPrefix("\(assertion.file):\(assertion.line) ")
      ? "" : " after \(assertion.file):\(assertion.line)"
    return ["\(place); add\(PrintableText.line(after)):", "  \(PrintableText.line(assertion.text))"]
  }

  /// `41 mutants: 36 killed, 3 survived, 2 not covered; score 88 %`, with notes before it.
  package var summary: [String] {
    let all = entries.count { $0.result != nil }
    var notes: [String] = []
    if cached > 0 { notes.append("\(cached == 1 ? "1 result is" : "\(cached) results are") from the cache") }
    if isPartial {
      notes.append("a signal has ended the run: \(untested) of \(entries.count) mutants were not tested")
    } else if untested > 0 {
      notes.append("the budget was enough for \(all) of \(entries.count) mutants")
    }
    var parts = ["\(count(.killed)) killed", "\(count(.survived)) survived", "\(count(.notCovered)) not covered"]
    for (status, word) in [(MutantResult.Status.timeout, "timed out"), (.ignored, "ignored")] where count(status) > 0 {
      parts.append("\(count(status)) \(word)")
    }
    let score = score.map { "; score \(Int($0.rounded())) %" } ?? ""
    return notes + ["\(all == 1 ? "1 mutant" : "\(all) mutants"): \(parts.joined(separator: ", "))\(score)"]
  }
}
