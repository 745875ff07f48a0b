import Foundation

/// Compares okit with the installed peers.
@main
enum OKitBench {
  static let usage = """
    usage: okit-bench [--json] [--root folder] [--list] [--check] [workload …]

      --json   one JSON object per line: name, value, unit, peer, ratio, goal
      --root   the root folder of the project (default: the current folder)
      --list   lists the workloads
      --check  checks the results of the workloads that have scripts, without measuring
    """

  static func main() throws {
    if CommandLine.arguments.dropFirst().first == SeparateProcess.argument {
      do { return try SeparateProcess.run(Array(CommandLine.arguments.dropFirst(2))) } catch {
        say("\(error)")
        exit(1)
      }
    }
    var (json, isCheck, root, names) = (false, false, ".", [String]())
    var words = CommandLine.arguments.dropFirst()
    while let word = words.popFirst() {
      switch word {
      case "--json": json = true
      case "--check": isCheck = true
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
    root = URL(fileURLWithPath: root).standardized.path
    let scratch = try Files.makeScratch()
    defer { Files.remove(scratch) }
    let surroundings = Surroundings(root: root, scratch: scratch, peers: Peers(folder: "\(root)/Benchmarks/Peers"))
    let workloads = Workload.all.filter { names.isEmpty || names.contains($0.name) }
    let failed = isCheck ? check(workloads, surroundings) : measure(workloads, surroundings, Report(json: json))
    if !failed.isEmpty {
      say("failed: \(failed.joined(separator: ", "))")
      Files.remove(scratch)
      exit(1)
    }
  }

  /// Returns the names of the workloads that failed.
  private static func measure(_ workloads: [Workload], _ surroundings: Surroundings, _ report: Report) -> [String] {
    let missing = surroundings.peers.missing
    if !missing.isEmpty { say("not installed and left out: \(missing.joined(separator: ", "))") }
    let failed = failures(workloads) { try $0.run(surroundings, report) }
    if report.missed > 0 { say("goals missed: \(report.missed)") }
    return failed
  }

  private static func check(_ workloads: [Workload], _ surroundings: Surroundings) -> [String] {
    failures(workloads) { try $0.verify?(surroundings) }
  }

  private static func failures(_ workloads: [Workload], _ body: (Workload) throws -> Void) -> [String] {
    workloads.filter { workload in
      do {
        try body(workload)
        return false
      } catch {
        say("\(workload.name): \(error)")
        return true
      }
    }.map(\.name)
  }

  private static func say(_ text: String) { Output.error.line("okit-bench: \(text)") }
}
