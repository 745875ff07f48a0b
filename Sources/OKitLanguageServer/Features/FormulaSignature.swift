/// A function of SQL with its parameters, for formulas. A test compares the table with docs/formula-functions.md.
struct FormulaSignature: Sendable {
  let name: String
  /// As documentation writes them: one in brackets can be left out, `…` stands for more.
  let parameters: [String]
  /// The result: the end of a sentence.
  let meaning: String

  var label: String { "\(name)(\(parameters.joined(separator: ", ")))" }

  private init(_ name: String, _ parameters: String, _ meaning: String) {
    (self.name, self.meaning) = (name, meaning)
    self.parameters = parameters.isEmpty ? [] : parameters.split(separator: ", ").map(String.init)
  }

  /// Returns the function with a name in upper or lower case.
  static func named(_ name: String) -> FormulaSignature? { all.first { $0.name == name.lowercased() } }

  static let all = [
    FormulaSignature("abs", "x", "the magnitude of a number; of a text, that of its number as a real number"),
    FormulaSignature("char", "code, …", "the characters with these codes"),
    FormulaSignature("coalesce", "x, y, …", "the first argument that is not NULL"),
    FormulaSignature("compare", "condition, x, y", "as `iif`, the name in Action Data"),
    FormulaSignature("concat", "x, …", "the texts of all arguments, joined; NULL is an empty text (as in SQLite 3.44)"),
    FormulaSignature("date", "[time], …", "the date"),
    FormulaSignature("datetime", "[time], …", "date and time"),
    FormulaSignature("format", "format, …", "as `printf`"),
    FormulaSignature(
      "glob", "pattern, text",
      "whether the text matches: `*` is any text, `?` any character, `[a-z]` and `[^a-z]` one of a set"),
    FormulaSignature("hex", "x", "the bytes of a text or blob in hexadecimal digits; `''` for NULL"),
    FormulaSignature("ifnull", "x, y", "`x`, or `y` if `x` is NULL"),
    FormulaSignature("iif", "condition, x, y", "`x` if the condition is true, else `y`"),
    FormulaSignature("instr", "text, part", "the position of the part in the text, from 1; 0 if it is not there"),
    FormulaSignature("julianday", "[time], …", "the days since noon of -4713-11-24"),
    FormulaSignature("length", "x", "the number of characters, or of bytes in a blob"),
    FormulaSignature(
      "like", "pattern, text, [escape]",
      """
      whether the text matches, ASCII letters without regard to case: `%` is any text, `_` any character; after the \
      escape character both stand for themselves
      """
    ),
    FormulaSignature(
      "lower", "text", "the text with ASCII letters in lower case; `text/lowercased` changes all letters"),
    FormulaSignature("ltrim", "text, [characters]", "the text without characters (default: spaces) at the start"),
    FormulaSignature("max", "x, y, …", "the largest argument"),
    FormulaSignature("min", "x, y, …", "the smallest argument"),
    FormulaSignature("nullif", "x, y", "`x`, or NULL if both are equal"),
    FormulaSignature("printf", "format, …", "the format with its directives replaced (below)"),
    FormulaSignature("quote", "x", "a literal of SQL that stands for the value"),
    FormulaSignature("random", "", "a random integer of 64 bits"),
    FormulaSignature("regexp", "pattern, text", "whether a part of the text matches the regular expression"),
    FormulaSignature("replace", "text, part, other", "the text with each part replaced"),
    FormulaSignature(
      "round", "x, [places]", "the number, rounded to 0 to 30 decimal places, a half away from 0"),
    FormulaSignature("rtrim", "text, [characters]", "the text without characters at the end"),
    FormulaSignature("sign", "x", "-1, 0 or 1; NULL for a text that is not a number"),
    FormulaSignature("strftime", "format, [time], …", "the time in a format"),
    FormulaSignature(
      "substr", "x, start, [count]",
      """
      characters of a text or bytes of a blob from a position on, which counts from the end if it is negative; a \
      negative count takes those before it
      """
    ),
    FormulaSignature("substring", "x, start, [count]", "as `substr`"),
    FormulaSignature("time", "[time], …", "the time of day"),
    FormulaSignature("trim", "text, [characters]", "the text without characters at both ends"),
    FormulaSignature("typeof", "x", "`'null'`, `'integer'`, `'real'`, `'text'` or `'blob'`"),
    FormulaSignature("unicode", "text", "the code of the first character; NULL for an empty text"),
    FormulaSignature("unixepoch", "[time], …", "the seconds since 1970-01-01"),
    FormulaSignature("upper", "text", "the text with ASCII letters in upper case"),
    FormulaSignature("zeroblob", "count", "a blob of zeros"),
  ]
}
