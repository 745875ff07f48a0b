/// The completions for a shell. The argument parser does not complete the arguments of a default subcommand, so that
/// `okit-run ap` would not become `okit-run app.lua`; this adds them.
enum CompletionScript {
  /// Returns the script of the argument parser with the completions of `run` where no subcommand is given. Each shell knows one of
  /// the texts that are replaced.
  static func completingScripts(_ script: String) -> String {
    let fish = script.split(separator: "\n").filter { $0.contains(#""okit-run run" -eq 1' -fa"#) }
      .map { $0.replacing(#""okit-run run" -eq 1"#, with: #""okit-run" -eq 1"#) + "\n" }
    return
      bash.reduce(zsh.reduce(script) { $0.replacing($1.0, with: $1.1) }) { $0.replacing($1.0, with: $1.1) }
      + fish.joined()
  }

  private static let bash = [
    (
      """
          *)
              # Offer subcommand completions
      """,
      """
          *)
              # Offer completions of the default subcommand
              unparsed_words=("${subcommand}" "${unparsed_words[@]}")
              _okit-run_run
              [[ "${COMP_CWORD}" -gt 1 ]] && return
              # Offer subcommand completions
      """
    )
  ]

  private static let zsh = [
    (
      "_describe -V subcommand subcommands && ret=0\n        ;;\n    arg)",
      "_describe -V subcommand subcommands && ret=0\n        _files -g '*.lua' && ret=0\n        ;;\n    arg)"
    ),
    (
      "\"_okit-run_${words[1]}\" && ret=0\n            ;;\n        esac",
      "\"_okit-run_${words[1]}\" && ret=0\n            ;;\n        *)\n            _okit-run_run && ret=0\n            ;;\n        esac"
    ),
  ]
}
