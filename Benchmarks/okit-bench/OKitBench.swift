import Glibc

/// Compares okit with the installed peers.
@main
enum OKitBench {
  static let usage = """
    usage: okit-bench [--json] [--root folder] [--list] [workload …]

      --json   one JSON object per line: name, value, unit, peer, ratio, goal
      --root   the root folder of the project (default: the current folder)
      --list   lists the workloads
    """

  static func main() throws {
    if CommandLine.arguments.dropFirst().first == SeparateProcess.argument {
      do { return try SeparateProcess.run(Array(CommandLine.arguments.dropFirst(2))) } catch {
        say("\(error)")
        exit(1)
      }
    }
    var (json, root, names) = (false, ".", [String]())
    var words = CommandLine.arguments.dropFirst()
    while let word = words.popFirst() {
      switch word {
      case "--json": json = true
      case "--root": root = words.popFirst() ?? root
      case "--list":
        for workload in Workload.all { print("\(workload.name): \(workload.about)") }
        return
      case "--help", "-h": return print(usage)
      default: names.append(word)
      }
    }
    let known = Workload.all.map(\.name)
    if let unknown = names.first(where: { !known.contains($0) }) {
      say("unknown workload \"\(unknown)\"; expected one of \(known.joined(separator: ", "))")
      exit(2)
    }
    let scratch = try Files.makeScratch()
    defer { Files.remove(scratch) }
    let surroundings = Surroundings(root: root, scratch: scratch, peers: Peers(folder: "\(root)/Benchmarks/Peers"))
    let missing = surroundings.peers.missing
    if !missing.isEmpty { say("not installed and left out: \(missing.joined(separator: ", "))") }
    let report = Report(json: json)
    var hasFailed = false
    for workload in Workload.all where names.isEmpty || names.contains(workload.name) {
      do { try workload.run(surroundings, report) } catch {
        say("\(workload.name): \(error)")
        hasFailed = true
      }
    }
    if report.missed > 0 { say("goals missed: \(report.missed)") }
    if hasFailed {
      Files.remove(scratch)
      exit(1)
    }
  }

  private static func say(_ text: String) { Output.error.line("okit-bench: \(text)") }
}
