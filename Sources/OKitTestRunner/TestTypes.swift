/// The declarations for test files: the globals of the framework, and their own `okit`.
enum TestTypes {
  static let section = Declarations.Section(
    title: "Tests",
    aliases: [
      DeclaredAlias(
        "okit.Answer", "table|string|fun(request: okit.SentRequest): (table|string)?",
        "An answer: a document, a text, a function, or `{ status =, headers =, body =, latency =, fail = }`.")
    ], classes: all, globals: globals)

  static let all = [
    module, launchOptions, exploreOptions, describe, it, expect, expectation, pictureOptions, spy, options,
    RecordedRequest.declared,
    endpointStore,
  ]

  static let module = DeclaredClass(
    "okit.Tests", "The part of the module that exists only in test files.", call: .function,
    [
      Declaration(
        "launch", "(path: string 'relative to the calling file', options?: okit.LaunchOptions): okit.App",
        "Launches an application for the current test."),
      Declaration(
        "endpoint_store", "(documents?: table<string, table|string>): okit.EndpointStore",
        "Returns an endpoint for `okit.launch` that stores documents, with entity tags and conditions."),
      Declaration(
        "explored",
        "(file: string 'relative to the calling file', name?: string, options?: { fixture: table }): okit.App",
        "Launches the application of an exploration that a test file declares, with its answers and properties, or a "
          + "script as `okit-run explore` does."),
      Declaration("spy", "(fn?: function): okit.Spy", "Returns a function that records its calls."),
      Declaration(
        "stub", "(object: table, name: string, fn?: function): okit.Spy",
        "Replaces `object[name]` with a spy until the test ends."),
    ])

  /// The names of the module that exist both in test files and in applications.
  static let sharedNames = ["date", "day", "now", "today", "mask"] + DataModule.names

  static let launchOptions = DeclaredClass(
    "okit.LaunchOptions", "Options of `okit.launch`.", LaunchOptions.declarations)

  static let exploreOptions = DeclaredClass(
    "okit.ExploreOptions", "Options of `it.explore`: those of `okit.launch`, and its own.",
    [
      Declaration("app", "string", "the script of the application, relative to the calling file"),
      Declaration("steps?", "integer", "the number of steps that `okit-run test` runs (default 500)"),
      Declaration("tags?", "string|string[]", "a string such as `smoke, slow`, or a list"),
    ] + LaunchOptions.declarations)

  static let endpointStore = DeclaredClass(
    "okit.EndpointStore", "An endpoint that stores documents.",
    [
      Declaration(
        "get", "(path: string): table|string|nil",
        "Returns a document as a table, other contents as a string; nil for a path without one."),
      Declaration(
        "put", "(path: string, document: table|string)", "Writes a document, as another user of the server does."),
      Declaration("delete", "(path: string)", "Removes a document, as another user of the server does."),
    ])

  static let globals = [
    Declaration("describe", "okit.Describe", "Declares a block of tests; blocks nest."),
    Declaration("it", "okit.It", "Declares a test."),
    Declaration(
      "pending", "(reason: string)",
      "Outside tests, declares a test without a body. Inside a test, ends it as pending, with a reason."),
    Declaration("before_each", "(body: fun())", "Runs before each test of the block."),
    Declaration("after_each", "(body: fun())", "Runs after each test of the block."),
    Declaration("before_all", "(body: fun())", "Runs once before the tests of the block."),
    Declaration("after_all", "(body: fun())", "Runs once after the tests of the block."),
    Declaration("expect", "okit.Expect", "Starts an assertion about a value: `expect(value).to_be(1)`."),
  ]

  static let options = DeclaredClass(
    "okit.TestOptions", "The options of a block or a test.",
    [Declaration("tags?", "string|string[]", "a string such as `smoke, slow`, or a list")])

  static let describe = DeclaredClass(
    "okit.Describe", "Declares a block of tests.", call: .function,
    overloads: ["(name: string, body: fun())", "(name: string, options: okit.TestOptions, body: fun())"],
    [
      Declaration(
        "only", "(name: string, options: okit.TestOptions|function, body?: function)",
        "Declares a block; of the file, only its tests and others marked with `only` run."),
      Declaration(
        "skip", "(name: string, options: okit.TestOptions|function, body?: function)",
        "Declares a block whose tests are skipped."),
    ])

  static let it = DeclaredClass(
    "okit.It", "Declares a test; a test without a function is pending.", call: .function,
    overloads: ["(name: string, body?: fun())", "(name: string, options: okit.TestOptions, body?: fun())"],
    [
      Declaration(
        "each", "(cases: any[]): fun(name: string, options: okit.TestOptions|function, body?: function)",
        """
        Declares a test for each case. A list holds the arguments, any other value is the only argument; `%s` and \
        `%d` in the name show them.
        """
      ),
      Declaration(
        "explore", "(name: string, options: okit.ExploreOptions, properties?: fun(app: okit.App))",
        "Declares an exploration: okit uses the application as people do, and looks for faults. The function declares "
          + "what must hold, with `app:always`, `app:eventually` and `app:reference`."),
      Declaration(
        "only", "(name: string, options?: okit.TestOptions|function, body?: function)",
        "Declares a test; of the file, only it and others marked with `only` run."),
      Declaration(
        "skip", "(name: string, options?: okit.TestOptions|function, body?: function)",
        "Declares a test that is skipped."),
    ])

  static let expect = DeclaredClass(
    "okit.Expect", "Starts an assertion about a value.", call: .function,
    overloads: ["(value: any): okit.Expectation"],
    [
      Declaration(
        "soft", "(value: any): okit.Expectation",
        "Like `expect`, but the test continues after a failure and fails at its end.")
    ])

  /// The assertions, with the ends of their descriptions.
  private static let assertions: [(name: String, parameters: String, meaning: String)] = [
    ("to_be", "(expected: any)", "an equal value; 1 equals 1.0, and tables are equal only if they are the same table"),
    ("to_equal", "(expected: any)", "a deeply equal value"),
    (
      "to_match", "(expected: table|string)",
      "a table that has all fields of the expected one, or a string that matches a Lua pattern"
    ),
    ("to_contain", "(element: any)", "a string with that part, or a list with a matching element"),
    (
      "to_be_near", "(expected: number|okit.Date, within?: number)",
      "a number or date within a distance, default 1e-6; for dates in seconds"
    ),
    ("to_fail", "(pattern?: string)", "a function that raises an error with a matching message"),
    ("to_have_count", "(count: integer)", "that number of elements or characters"),
    ("to_match_snapshot", "(name?: string)", "a value equal to the stored snapshot; stores it the first time"),
    (
      "to_match_picture", "(name?: string, options?: okit.PictureOptions)",
      "a screen whose picture has the cells of the stored one; stores it the first time"
    ),
  ]

  static let expectation = DeclaredClass(
    "okit.Expectation", "An assertion about a value.", call: .function,
    assertions.flatMap { assertion in
      [
        Declaration(assertion.name, assertion.parameters + ": okit.Expectation", "Expects \(assertion.meaning)."),
        Declaration(
          "not_" + assertion.name, assertion.parameters + ": okit.Expectation",
          "Expects anything but \(assertion.meaning)."),
      ]
    })

  static let pictureOptions = DeclaredClass(
    "okit.PictureOptions", "Options of `to_match_picture`.",
    [
      Declaration("theme?", "string", "the name of the theme (default: that of the screen)"),
      Declaration("width?", "integer", "the columns, from 24 to 1000 (default 72)"),
    ])

  static let spy = DeclaredClass(
    "okit.Spy", "A function that records its calls.", overloads: ["(...: any): ...: any"],
    [
      Declaration("count", "integer", "the number of calls"),
      Declaration("calls", "table[]", "the arguments of each call, with their number in `n`"),
      Declaration("fn", "function", "the spy as a plain function"),
      Declaration("called_with", "(...: any): boolean", "Returns whether a call had these arguments."),
      Declaration("clear", "(): okit.Spy", "Removes the recorded calls."),
    ])
}
