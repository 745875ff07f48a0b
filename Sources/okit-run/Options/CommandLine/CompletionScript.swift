/// The completions for a shell. The argument parser does not complete the arguments of a default subcommand, so that
/// `okit-run ap` would not become `okit-run app.lua`, nor the names of subcommands after `help`; this adds them.
enum CompletionScript {
  /// A command whose first argument is the name of a subcommand or belongs to the default one.
  private struct Command {
    let words: [String]
    let defaultWords: [String]

    /// The name of the function that completes the command in bash and zsh.
    var function: String { "_" + words.joined(separator: "_") }
    var defaultFunction: String { "_" + defaultWords.joined(separator: "_") }
  }

  private static let commands = [
    Command(words: ["okit-run"], defaultWords: ["okit-run", "run"]),
    Command(words: ["okit-run", "models"], defaultWords: ["okit-run", "models", "list"]),
  ]

  private static let subcommands = SubcommandNames.names(of: OKitRun.self).joined(separator: " ")
  private static let modelsSubcommands = SubcommandNames.names(of: ModelsCommand.self).joined(separator: " ")

  /// Returns the script of the argument parser with the completions that it lacks.
  static func completed(_ script: String) -> String {
    if script.hasPrefix("#compdef") { return zsh(script) }
    return script.contains("COMPREPLY") ? bash(script) : fish(script)
  }

  /// Replaces a part of the function with a name.
  private static func replace(_ part: String, with text: String, in function: String, of script: inout String) {
    guard let start = script.firstRange(of: "\n\(function)() {\n")?.upperBound,
      let end = script[start...].firstRange(of: "\n}\n")?.lowerBound,
      let found = script[start..<end].firstRange(of: part)
    else { return }
    script.replaceSubrange(found, with: text)
  }

  private static func bash(_ text: String) -> String {
    var script = text
    for command in commands {
      replace(
        """
            *)
                # Offer subcommand completions
        """,
        with: """
              *)
                  # Offer completions of the default subcommand
                  unparsed_words=("${subcommand}" "${unparsed_words[@]}")
                  \(command.defaultFunction)
                  [[ "${COMP_CWORD}" -gt \(command.words.count) ]] && return
                  # Offer subcommand completions
          """, in: command.function, of: &script)
    }
    // The files of `test` would hide its subcommand.
    replace(
      "    case \"${positional_number}\" in\n    *)\n",
      with: """
            case "${positional_number} ${COMP_WORDS[2]}" in
            [2-9]*' merge')
                unparsed_words=("${COMP_WORDS[@]:3:COMP_CWORD-3}")
                _okit-run_test_merge
                return
                ;;
            *)
                [[ "${positional_number}" -eq 1 ]] && COMPREPLY+=($(compgen -W 'merge' -- "${cur}"))

        """, in: "_okit-run_test", of: &script)
    replace(
      "__okit-run_offer_flags_options -1",
      with: """
        __okit-run_offer_flags_options -1
            case "${positional_number} ${COMP_WORDS[2]}" in
            1*) COMPREPLY+=($(compgen -W '\(subcommands)' -- "${cur}")) ;;
            '2 models') COMPREPLY+=($(compgen -W '\(modelsSubcommands)' -- "${cur}")) ;;
            esac
        """, in: "_okit-run_help", of: &script)
    return script
  }

  private static func zsh(_ text: String) -> String {
    var script = text
    for command in commands {
      replace(
        "_describe -V subcommand subcommands && ret=0\n",
        with: "_describe -V subcommand subcommands && ret=0\n        _files -g '*.lua' && ret=0\n",
        in: command.function, of: &script)
      let call = "\"\(command.function)_${words[1]}\" && ret=0\n            ;;\n"
      replace(
        call, with: call + "        *)\n            \(command.defaultFunction) && ret=0\n            ;;\n",
        in: command.function, of: &script)
    }
    replace(
      #"'*:paths:_files -g '\''*.lua'\'''"#,
      with: #"'*:paths:{_files -g "*.lua"; (( CURRENT == 2 )) && compadd merge}'"#, in: "_okit-run_test", of: &script)
    replace(
      "'*:subcommands:'",
      with: """
        '1:subcommand:(\(subcommands))'
                '2:subcommand:{[[ ${words[2]} = models ]] && compadd \(modelsSubcommands)}'
        """, in: "_okit-run_help", of: &script)
    return script
  }

  private static func fish(_ script: String) -> String {
    var lines = script.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for command in commands {
      let test = "\"\(command.defaultWords.joined(separator: " "))\" "
      lines += lines.filter { line in ["-eq 1' -fa", "-ge 1' -fa"].contains { line.contains(test + $0) } }.map {
        $0.replacing(test + "-ge", with: test + "-eq")
          .replacing(test, with: "\"\(command.words.joined(separator: " "))\" ")
      }
    }
    // The files of `test` come before its subcommand.
    let first = ("\"okit-run test\" -eq 2' -fa 'merge'", "\"okit-run test\" -eq 1' -fa 'merge'")
    lines = lines.map { $0.replacing(first.0, with: first.1) }
    let help = "complete -c 'okit-run' -n '__okit-run_should_offer_completions_for_positional \"okit-run help\" -ge 1"
    lines += ["\(help)' -fa '\(subcommands)'"]
    lines += ["\(help); and contains -- models (commandline -opc)' -fa '\(modelsSubcommands)'"]
    return lines.filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
