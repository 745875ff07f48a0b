extension Environment {
  /// The variables that commands read; the man page lists them.
  enum Variable: String, CaseIterable {
    case documents = "OKIT_DOCUMENTS"
    case keyFile = "OKIT_KEY_FILE"
    case passphraseFile = "OKIT_PASSPHRASE_FILE"
    case endpoint = "OKIT_ENDPOINT"
    case endpointMethod = "OKIT_ENDPOINT_METHOD"
    case credentialsFile = "OKIT_CREDENTIALS_FILE"
    case dataHome = "XDG_DATA_HOME"
    case stateHome = "XDG_STATE_HOME"
    case cacheHome = "XDG_CACHE_HOME"
    case home = "HOME"
    case temporaryFolder = "TMPDIR"
    case allLocale = "LC_ALL"
    case messages = "LC_MESSAGES"
    case language = "LANG"
    case timeZone = "TZ"
    case noColor = "NO_COLOR"
    case term = "TERM"
    case colorTerm = "COLORTERM"
    case browser = "BROWSER"
    case chromium = "OKIT_CHROMIUM"

    var meaning: String {
      switch self {
      case .documents: "The documents directory, as --documents."
      case .keyFile: "The key file of encrypted models, as --key-file."
      case .passphraseFile: "The file with the passphrase of encrypted models, as --passphrase-file."
      case .endpoint: "The URL below which HTTP models are stored, as --endpoint."
      case .endpointMethod: "The method of writes to a server, as --endpoint-method."
      case .credentialsFile: "The file with the credentials of servers, as --credentials-file."
      case .dataHome: "The folder of the documents directories of applications. Default: ~/.local/share."
      case .stateHome:
        "The folder of histories, failed tests, and addresses of served applications. Default: ~/.local/state."
      case .cacheHome: "The folder of results of mutation testing. Default: ~/.cache."
      case .home: "The folder of the user, for the defaults of the three before."
      case .temporaryFolder: "The folder for temporary files. Default: /tmp."
      case .allLocale: "The locale, as --locale. Default: en_US."
      case .messages: "The locale if LC_ALL is not set."
      case .language: "The locale if neither LC_ALL nor LC_MESSAGES is set."
      case .timeZone: "The time zone, as --time-zone. Default: that of the system, else UTC."
      case .noColor: "Any value: no colors, unless --color always asks for them."
      case .term: "The terminal; dumb has neither colors nor a line editor."
      case .colorTerm: "truecolor or 24bit: the terminal has all colors."
      case .chromium:
        "The command of Chromium, with which render draws PNG. Default: chromium or google-chrome on the path."
      case .browser: "The command that serve --open starts with the name of a file. Default: xdg-open."
      }
    }
  }
}
