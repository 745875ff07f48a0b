import LuaSyntax
import OKitCoverage

// The scripts that are counted.
extension CoverageCollector: ScriptCounting {
  package func instrument(_ text: String, chunk: String) -> InstrumentedText? {
    if let known = scripts[chunk], known.text.hasBytes(of: text) { return InstrumentedText(known.counted) }
    let script: LuaScript
    do throws(Diagnostic) { script = try LuaScript(file: chunk, text: text) } catch {
      refuse(chunk, error.message)
      return nil
    }
    let counted = CountedScript(script, ignored: obeysComments ? nil : IgnoredLines.none)
    add(Script(text: text, syntax: script, counted: counted), chunk)
    return InstrumentedText(counted)
  }

  package func refuse(chunk: String) { refuse(chunk, "a function has too many local variables") }

  package func didLoad(_ chunk: String, _ counters: ScriptCounters) {
    guard let script = scripts[chunk] else { return }
    if outcomes[chunk] == nil {
      var all = [[Count]](repeating: [], count: script.counted.count)
      for item in script.counted.items {
        let number = number(of: CoverageItem(item, file: chunk))
        for (outcome, counters) in item.outcomes {
          for counter in counters { all[counter].append(Count(item: number, outcome: outcome)) }
        }
      }
      outcomes[chunk] = all
    }
    live.append((chunk, counters))
  }
}

extension InstrumentedText {
  fileprivate init(_ script: CountedScript) {
    self.init(
      text: script.text, fileText: script.fileText, counters: script.counters, operatorCount: script.operatorCount)
  }
}

extension CoverageItem {
  fileprivate init(_ item: CountedScript.Item, file: String) {
    self.init(
      id: item.id, kind: item.kind, file: file, line: item.line, column: item.column, text: item.text,
      outcomes: item.outcomes.mapValues { _ in 0 })
  }
}
