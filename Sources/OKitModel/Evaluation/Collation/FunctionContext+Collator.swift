extension FunctionContext {
  /// Compares texts as the locale does.
  var collator: TextCollator { formatters.collator(locale: locale) }
}

extension Evaluator {
  /// Compares texts as the locale does, in lists and searches. Formulas compare as SQLite does (`FormulaCollation`).
  package var collator: TextCollator { functionContext().collator }
}
