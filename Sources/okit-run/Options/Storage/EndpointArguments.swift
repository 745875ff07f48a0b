import OKitEncryption
import OKitHTTP

/// The server of HTTP models.
struct EndpointArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The URL below which HTTP models are stored (default: $OKIT_ENDPOINT, else what the script sets).",
      valueName: "url"))
  var endpoint: String?

  @Option(
    help: ArgumentHelp(
      "The method of writes, PUT or POST (default: $OKIT_ENDPOINT_METHOD, else PUT).", valueName: "method"),
    completion: .list(["PUT", "POST"]))
  var endpointMethod: String?

  @Option(
    help: ArgumentHelp(
      "A file with the credentials of servers, which scripts do not see (default: $OKIT_CREDENTIALS_FILE).",
      valueName: "file"), completion: .file())
  var credentialsFile: String?

  /// Returns the endpoint. The command line takes precedence over the environment.
  ///
  /// - Throws: A usage failure with `http.url`, `http.method` or `http.credentials`.
  func options() throws(CommandFailure) -> EndpointOptions {
    let environment = Environment()
    let file = credentialsFile ?? environment[.credentialsFile]
    // A core dump would contain them.
    if file != nil { CoreDumps.forbid() }
    do throws(Diagnostic) {
      return try EndpointOptions(
        url: endpoint ?? environment[.endpoint], method: endpointMethod ?? environment[.endpointMethod],
        credentialsFile: file)
    } catch { throw .usage(error) }
  }
}
