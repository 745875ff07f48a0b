import OKitEncryption
import OKitInspector
import OKitServer

/// An application that is served, from its launch to its end.
final class ServeSession {
  private let command: ServeCommand
  private let output: Output
  private let end = SessionEnd()
  private let watch: FileWatch?
  private let addresses: ServeAddressFile?
  private var address: ServeAddress
  private let passphrase: PassphraseSlot?
  /// The applications that were launched, of which all but the last one have failed.
  private(set) var applications: [LuaApplication] = []
  private var live: LiveApplication?
  private var inspector: Inspector?
  private var recorder: ServedRecorder?
  private var redirect: RedirectFile?

  init(_ command: ServeCommand, _ output: Output) throws {
    (self.command, self.output) = (command, output)
    do { watch = command.live.noWatch ? nil : try FileWatch() } catch { throw CommandFailure.failed(error) }
    passphrase = command.resources.keys.ask ? PassphraseSlot() : nil
    let documents = try command.options.applicationOptions(script: command.script, storesNothing: true).documents
    addresses = documents.flatMap { ServeAddressFile(documents: $0) }
    address = try addresses?.read() ?? ServeAddress()
    if command.newToken { address.token = ServeAddress.newToken() }
  }

  func run() throws {
    var settings = Serving.Settings(token: address.token)
    settings.port = command.port ?? address.port
    settings.isPortOptional = command.port == nil
    settings.allowedHosts = command.allowHost
    settings.assets = PageAsset.embedded()
    settings.latency = .milliseconds(command.latency)
    var events = Serving.Events(launch: { [self] in try launch() }, didListen: { [self] in try didListen(port: $0) })
    events.passphrase = passphrase
    let verifies = command.noInspect ? -1 : VerifyingProcess.descriptor
    events.descriptors = [ShutdownSignal.descriptor, watch?.descriptor ?? -1, verifies]
    events.isReadable = { [self] descriptor in
      if descriptor == watch?.descriptor { reloadIfChanged() }
      if descriptor == verifies { recorder?.processHasEnded() }
    }
    events.isEnding = { [self] in end.status != nil || ShutdownSignal.number != nil }
    defer { redirect?.remove() }
    do { try Serving.run(settings, events) } catch {
      guard ShutdownSignal.number != nil, live != nil else { throw error }
      throw CommandFailure.unstored(error.asDiagnostic)
    }
    if let live { _ = live.application.runtime.reportHeldInput() }
    if let status = end.status, status != 0 { throw CommandFailure(status: status) }
  }

  // MARK: The application

  private func launch() throws -> LiveApplication {
    do { return try launched() } catch let failure as CommandFailure {
      // The page shows what is wrong with a passphrase.
      if passphrase != nil, let diagnostic = failure.diagnostic { throw diagnostic }
      throw failure
    }
  }

  private func launched() throws -> LiveApplication {
    var program: ProgramRun?
    let input = InputLines(descriptor: 0)
    let application = try command.launch(script: command.script, output, end) {
      var options = $0
      try configure(&options)
      options.readLine = input.next
      options.checksLater = true
      let application = try LuaApplication(options: options)
      applications.append(application)
      do { program = try application.start(script: command.script, isTimed: true) } catch {
        application.close()
        throw error
      }
      return application
    }
    if let program {
      try program.requireApplication(for: "serve", end)
      try program.run(output, end)
      throw CommandFailure(status: end.status ?? 1)
    }
    output.secrets = application.runtime.store.secrets
    watch?.follow(application.files)
    application.runtime.checkRemainingDefinitions()
    var options = LiveApplication.Options()
    options.passphrase = passphrase
    options.showsHint = { !OptionHint.isForCommandLine($0) }
    let live = LiveApplication(application, options)
    self.live = live
    if !command.noInspect { inspect(live) }
    return live
  }

  private func inspect(_ live: LiveApplication) {
    let prompt = ServedPrompt(live.application, end) { [weak self] in try self?.reload() }
    let inspector = Inspector(live.application, prompt: prompt)
    prompt.onLate = { [weak inspector] in inspector?.log(LogEntry($0.isError ? .error : .info, $0.text)) }
    let recorder = ServedRecorder(
      live.application, script: command.script, options: command.launchOptions(of: live.application),
      testArguments: command.testArguments)
    inspector.recorder = recorder
    (self.inspector, self.recorder, live.inspector) = (inspector, recorder, inspector)
  }

  /// Passes to pages what the application reports, beside what a session prints.
  private func configure(_ options: inout LuaApplication.Options) throws {
    if let passphrase {
      let key = EncryptionKey.passphrase { try passphrase.take(isNew: $0) }
      options.parts = .all(key: key, endpoint: try command.resources.endpoint.options())
    }
    // Standard output has the URL only.
    options.print = { [output] in output.note($0) }
    options.write = { [output] _, bytes in output.write(bytes, to: .error) }
    let (report, log) = (options.onReport, options.onLog)
    options.onReport = { [weak self] in
      report($0)
      self?.live?.report($0)
      self?.inspector?.report($0)
    }
    options.onLog = { [weak self, level = command.options.log] in
      log($0)
      self?.inspector?.log($0)
      if level.shows($0.level) { self?.live?.log($0) }
    }
  }

  private func reloadIfChanged() {
    guard let watch, watch.hasChanged() else { return }
    do {
      try reload()
      output.note("reloaded the script")
    } catch {
      output.report(error.diagnostic("command.failed"))
      output.note("reload failed; the previous version keeps running")
    }
  }

  private func reload() throws {
    guard let live else { return }
    recorder?.willReload()
    defer { watch?.follow(live.application.files) }
    try live.reload()
    recorder?.didReload()
    output.secrets = live.application.runtime.store.secrets
  }

  // MARK: The address

  private func didListen(port: Int) throws {
    address.port = port
    try addresses?.write(address)
    if output.format == .json {
      try output.json(["url": .string(address.url), "port": .int(port), "token": .string(address.token)])
    } else {
      output.line(address.url)
    }
    guard command.open else { return }
    guard let addresses else { return output.note("cannot open a browser: there is no home folder") }
    do {
      let redirect = try RedirectFile(to: address.url, beside: addresses)
      self.redirect = redirect
      try redirect.open()
    } catch { output.report(error.asDiagnostic) }
  }
}
