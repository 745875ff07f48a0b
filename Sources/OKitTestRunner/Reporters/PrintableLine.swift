extension String {
  /// The text on one line, with control characters escaped: names of tests and files are texts of scripts, which must
  /// not control a terminal.
  package var printableLine: String {
    PrintableText.escaped(String(map { ["\n", "\r\n", "\t"].contains($0) ? " " : $0 }))
  }
}
