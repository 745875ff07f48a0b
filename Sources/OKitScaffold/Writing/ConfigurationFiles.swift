/// The files that configure the tools of an application.
enum ConfigurationFiles {
  /// The folder has the declarations of okit, and those of the application if `okit-run api` has written them there.
  static let languageServer = """
    {
      "runtime.version": "Lua 5.4",
      "workspace.library": [".okit"],
      "workspace.checkThirdParty": false
    }

    """

  static let luacheck = """
    -- The configuration of luacheck. `okit-run api --format luacheck > .okit/okit.luacheckrc` updates what it knows \
    of okit.
    local config = dofile ".okit/okit.luacheckrc"
    config.max_line_length = 120
    config.exclude_files = { ".okit" }
    return config

    """

  static func gitignore(database: String?) -> String {
    let documents = database.map { name in
      """

      # The database is part of the application; these files belong to a session.
      documents/okit/
      documents/\(name)-shm
      documents/\(name)-wal

      """
    }
    return "# The sources of okit, which the workflow builds.\n.okit-sources/\n" + (documents ?? "")
  }

  /// The workflow for GitHub's CI. okit has no packages, so that it is built from its sources and kept in a cache.
  static let workflow = """
    name: check

    on:
      push:
      pull_request:

    # GitHub's machines have no okit-run, and there are no packages of it: the first run builds it from its sources, \
    which takes
    # about ten minutes, and later runs take it from the cache. Set two variables of the repository for that \
    (Settings, Secrets and
    # variables, Actions, Variables):
    #   OKIT_REPOSITORY  the repository with the sources of okit, such as "owner/okit"
    #   OKIT_REVISION    the commit or tag to build
    jobs:
      check:
        runs-on: ubuntu-24.04
        container: swift:6.2-bookworm
        steps:
          - uses: actions/checkout@v4

          - name: Look for okit-run in the cache
            id: okit
            uses: actions/cache@v4
            with:
              path: ~/okit
              key: okit-${{ vars.OKIT_REPOSITORY }}-${{ vars.OKIT_REVISION }}

          - name: Install the libraries of okit-run
            run: |
              apt-get update
              apt-get install --yes make libsqlite3-0 libexpat1

          - name: Check out okit
            if: steps.okit.outputs.cache-hit != 'true'
            uses: actions/checkout@v4
            with:
              repository: ${{ vars.OKIT_REPOSITORY }}
              ref: ${{ vars.OKIT_REVISION }}
              path: .okit-sources

          # Installs the missing build dependencies, too.
          - name: Build okit-run
            if: steps.okit.outputs.cache-hit != 'true'
            run: make -C .okit-sources install PREFIX=$HOME/okit

          - name: Check the application
            run: ~/okit/bin/okit-run check --strict --format github app.lua

          - name: Run the tests
            run: ~/okit/bin/okit-run test --ci

    """
}
