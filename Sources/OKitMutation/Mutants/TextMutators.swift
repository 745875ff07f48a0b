internal import LuaSyntax
internal import OKitCheck

/// Finds the mutants of the definitions of controllers, and of the bindings and formulas in the texts of scripts.
struct TextMutators {
  private let analysis: ApplicationAnalysis
  private let file: String
  private let script: LuaScript
  private let tokens: LuaTokens
  private(set) var collector: MutantCollector
  /// The texts whose mutants were found, by their offsets.
  private var known: Set<Int> = []

  init(_ analysis: ApplicationAnalysis, _ script: LuaScript, _ tokens: LuaTokens, _ collector: MutantCollector) {
    (self.analysis, self.script, self.tokens, self.collector) = (analysis, script, tokens, collector)
    file = script.file
  }

  /// - Parameter properties: Those of the script's definitions.
  mutating func collect(_ properties: [DefinitionProperty]) {
    let names = names
    for property in properties {
      visit(property)
      guard let literal = property.entry.value.knownLiteral else { continue }
      visit(literal, property, names)
    }
    // What code reads, and what functions put into definitions.
    for literal in script.strings {
      let isBinding = names.contains { literal.range.lower <= $0.range.lower && $0.range.upper <= literal.range.upper }
      if isBinding || literal.value.drop(while: \.isWhitespace).hasPrefix("= ") { visit(literal, nil, names) }
    }
  }

  /// The names in bindings that stand for properties and functions.
  private var names: [Occurrence] {
    (analysis.symbols?.occurrences(in: file) ?? []).filter {
      $0.context == .binding && [.property, .function].contains($0.symbol.kind)
    }
  }

  // MARK: Properties

  private mutating func visit(_ property: DefinitionProperty) {
    let (entry, schema) = (property.entry, property.schema)
    if case .constant(let range, _) = entry.value, let other = Self.otherBools[script.text(in: range)] {
      collector.add(.property, range, other, shown: entry.range)
    }
    let isRemoved =
      switch schema.kind {
      case .segue, .action: true
      default: schema.name.lowercased().contains("sort") && !schema.name.hasSuffix("Asc")
      }
    if isRemoved { collector.add(.property, whole(entry), "") }
  }

  private static let otherBools = ["true": "false", "false": "true"]

  /// An entry with the separator after it.
  private func whole(_ entry: LuaSyntax.Table.Entry) -> SourceRange {
    let next = tokens.firstIndex(endingAfter: entry.range.upper)
    guard tokens.isSymbol(next, [",", ";"]) else { return entry.range }
    return SourceRange(entry.range.lower, tokens.all[next].range.upper)
  }

  // MARK: Bindings

  private mutating func visit(
    _ literal: LuaSyntax.StringLiteral, _ property: DefinitionProperty?, _ names: [Occurrence]
  ) {
    guard known.insert(literal.range.lower).inserted else { return }
    let kind = property?.schema.kind ?? .value(.any)
    let entry = property.map(\.entry.range)
    let isFormula = kind == .formula && !literal.value.hasPrefix("=")
    // A formula may be written without its sign.
    let (text, shift) = isFormula ? ("= " + literal.value, 2) : (literal.value, 0)
    guard Self.isBinding(kind), let binding = Self.parse(text) else { return }
    var mutators = BindingMutators(text)
    mutators.isBool = kind == .value(.bool) || kind == .formula
    let inside = names.filter { literal.range.lower <= $0.range.lower && $0.range.upper <= literal.range.upper }
    func place(_ range: SourceRange) -> SourceRange {
      literal.sourceRange(of: SourceRange(max(0, range.lower - shift), max(0, range.upper - shift)))
    }
    let analysis = analysis
    mutators.others = { range in
      let range = place(range)
      let owners = inside.filter { $0.range == range && $0.symbol.kind == .property }.map(\.symbol)
      return owners.first.flatMap { analysis.otherProperty($0.owner, $0.name) }.map { [$0] } ?? []
    }
    mutators.isPath = { part in
      let range = place(part.range)
      return inside.contains { range.lower <= $0.range.lower && $0.range.upper <= range.upper }
    }
    mutators.collect(binding)
    for edit in mutators.edits where edit.range.lower >= shift {
      let range = place(edit.range)
      let before = script.text(in: range)
      let (after, changed) =
        switch edit.replacement {
        case .text(let text): (text, text)
        case .wrapped(let head, let tail): (head + before + tail, head + Self.part(of: text, edit.range) + tail)
        }
      guard Self.parse(Self.replacing(edit.range, in: text, with: changed)) != nil else { continue }
      // A constant says little without its property.
      let isConstant = edit.mutator == .property || edit.mutator == .constant
      collector.add(
        edit.mutator, range, after, shown: edit.shown.map(place) ?? (isConstant ? entry : nil),
        binding: literal.range.lower)
    }
  }

  private static func isBinding(_ kind: PropertySchema.Kind) -> Bool {
    switch kind {
    case .value, .action, .formula, .multipart, .moreActions: true
    default: false
    }
  }

  /// Returns a text as a binding; nil for one that is none.
  private static func parse(_ text: String) -> Binding? {
    do { return try Binding.parse(text) } catch { return nil }
  }

  private static func part(of text: String, _ range: SourceRange) -> String {
    String(decoding: Array(text.utf8)[range.lower..<min(range.upper, text.utf8.count)], as: UTF8.self)
  }

  private static func replacing(_ range: SourceRange, in text: String, with replacement: String) -> String {
    let bytes = Array(text.utf8)
    return String(
      decoding: bytes[..<range.lower] + replacement.utf8 + bytes[min(range.upper, bytes.count)...], as: UTF8.self)
  }
}

extension ApplicationAnalysis {
  /// The property of a class after one, with a value of the same type; nil where no other has one.
  fileprivate func otherProperty(_ owner: String?, _ name: String) -> String? {
    guard let type = owner.flatMap({ definitions?.store.type(named: $0) }),
      let index = type.properties.firstIndex(where: { $0.name == name })
    else { return nil }
    let kind = type.properties[index].type.unwrapped
    let others = type.properties[(index + 1)...] + type.properties[..<index]
    return others.first { $0.type.unwrapped == kind && $0.name.utf8.allSatisfy { $0 > 0x22 } }?.name
  }
}
