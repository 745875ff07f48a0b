import Foundation
import OKitTestSupport
import Testing

/// The completions for shells.
@Suite struct CompletionTests {
  /// The script of each shell, made once.
  private static let scripts = Result {
    let folder = try TestFolder()
    return try Dictionary(
      uniqueKeysWithValues: ["bash", "zsh", "fish"].map { shell in
        (shell, try CommandProcess.run(["--generate-completion-script", shell], in: folder))
      })
  }

  private static func script(_ shell: String) throws -> CommandProcess.Result {
    try #require(try scripts.get()[shell])
  }

  private let folder: TestFolder

  init() throws {
    folder = try TestFolder(["app.lua": "", "apple.txt": "", ".completions": Self.script("bash").output])
  }

  static let lines: [(String, String)] = [
    ("ap", "api app.lua"), ("mod", "models"), ("app.lua --docu", "--documents"), ("app.lua --format js", "json"),
    ("run ap", "app.lua"), ("test --output ap", "app.lua apple.txt"), ("test ap", "app.lua"),
    ("test m", "merge"), ("test merge --coverage-b", "--coverage-baseline"),
    ("test --mutat", "--mutate --mutate-diff --mutate-min"), ("test --mutate ap", "app.lua"),
    ("test --format sa", "sarif"), ("repl ap", "app.lua"),
    (
      "models ",
      "--help --version -h app.lua backup compact convert describe export import list rekey restore show verify"
    ),
    ("models v", "verify"),
    ("models ap", "app.lua"),
    ("models verify ap", "app.lua"), ("models ap --form", "--format"), ("help m", "models"),
    ("help ", "api check explore help lsp models new record render repl run serve storyboard test trace tui"),
    ("help models v", "verify"),
    ("help api v", ""),
  ]

  @Test(arguments: lines)
  func `bash completes`(line: String, words: String) throws {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.arguments = [
      "-c",
      """
      . ./.completions
      read -ra COMP_WORDS <<< "okit-run $1"
      [[ $1 == *' ' ]] && COMP_WORDS+=("")
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      COMP_LINE="okit-run $1" COMP_POINT=$((9 + ${#1}))
      _okit-run okit-run "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
      printf '%s\\n' "${COMPREPLY[@]}" | LC_ALL=C sort | tr '\\n' ' '
      """, "-", line,
    ]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(text == words + " ")
  }

  @Test(arguments: [
    ("zsh", "_files -g '*.lua' && ret=0\n        ;;\n    arg)"), ("fish", "\"okit-run\" -eq 1' -fa '(for"),
    ("zsh", "*)\n            _okit-run_models_list && ret=0"),
    (
      "zsh",
      "'1:subcommand:(run tui serve render new repl test explore record trace check lsp models api storyboard help)'"
    ),
    ("fish", "\"okit-run models\" -eq 1' -fa '(for"),
    (
      "fish",
      "\"okit-run help\" -ge 1' -fa 'run tui serve render new repl test explore record trace check lsp models api "
        + "storyboard help'"
    ),
  ])
  func `other shells complete scripts without a subcommand`(shell: String, part: String) throws {
    let script = try Self.script(shell)
    #expect(script.output.contains(part))
    // A statement of its own.
    if shell == "fish" { #expect(script.lines.filter { $0.contains(part) }.allSatisfy { $0.hasPrefix("complete ") }) }
  }
}
