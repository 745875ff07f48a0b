import OKitExchange

/// The option `--encoding` of commands that read text files of other programs.
struct EncodingOption: ParsableArguments {
  @Option(help: ArgumentHelp("The encoding of a CSV or JSON file (default: detected).", valueName: "name"))
  var encoding: TextEncoding?
}

extension TextEncoding: ExpressibleByArgument {
  public init?(argument: String) { self.init(named: argument) }
}
