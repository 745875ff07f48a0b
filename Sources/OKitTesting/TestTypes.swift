import OKitLua

/// What test files have: the globals of the framework, and their own `okit`.
enum TestTypes {
  static let section = Declarations.Section(title: "Tests", classes: all, globals: globals)

  static let all = [module, launchOptions, it, expect, expectation, spy, options]

  static let module = DeclaredClass(
    "okit.Tests", "What the module has in test files only.", call: .function,
    [
      Declaration(
        "launch", "(path: string 'relative to the file that names it', options?: okit.LaunchOptions): okit.App",
        "Starts an application of its own for the test that runs."),
      Declaration("spy", "(fn?: function): okit.Spy", "A function that remembers its calls."),
      Declaration(
        "stub", "(object: table, name: string, fn?: function): okit.Spy",
        "Puts a spy in the place of `object[name]` until the test ends."),
    ])

  /// What the module has in test files and in applications.
  static let sharedNames = ["date", "now"]

  static let launchOptions = DeclaredClass(
    "okit.LaunchOptions", "How an application is launched.", LaunchOptions.declarations)

  static let globals = [
    Declaration(
      "describe", "(name: string, options: okit.TestOptions, body: fun())", "A block of tests; blocks nest.",
      or: "(name: string, body: fun())"),
    Declaration("it", "okit.It", "Declares a test."),
    Declaration(
      "pending", "(reason: string)",
      "Between tests: one that has yet to be written; inside one: ends it as pending, with that reason."),
    Declaration("before_each", "(body: fun())", "Runs before each test of the block."),
    Declaration("after_each", "(body: fun())", "Runs after each test of the block."),
    Declaration("before_all", "(body: fun())", "Runs once before the tests of the block."),
    Declaration("after_all", "(body: fun())", "Runs once after the tests of the block."),
    Declaration("expect", "okit.Expect", "Says what is expected of a value: `expect(value).to_be(1)`."),
  ]

  static let options = DeclaredClass(
    "okit.TestOptions", "The options of a block or a test.",
    [Declaration("tags?", "string|string[]", "a text such as `smoke, slow`, or a list")])

  static let it = DeclaredClass(
    "okit.It", "A test; without a function it is pending.", call: .function,
    overloads: ["(name: string, body?: fun())", "(name: string, options: okit.TestOptions, body?: fun())"],
    [
      Declaration(
        "each", "(cases: any[]): fun(name: string, options: okit.TestOptions|function, body?: function)",
        "A test for each case: a list is the arguments, anything else one argument; `%s` and `%d` in the name take them."
      )
    ])

  static let expect = DeclaredClass(
    "okit.Expect", "Says what is expected of a value.", call: .function,
    overloads: ["(value: any): okit.Expectation"],
    [Declaration("soft", "(value: any): okit.Expectation", "Goes on, and fails the test at its end.")])

  /// What can be expected, and how it reads.
  private static let assertions: [(name: String, parameters: String, meaning: String)] = [
    ("to_be", "(expected: any)", "equal: 1 and 1.0 are, tables only when they are the same one"),
    ("to_equal", "(expected: any)", "equal through and through"),
    (
      "to_match", "(expected: table|string)",
      "a table with all that the expected one has, or a text that fits a Lua pattern"
    ),
    ("to_contain", "(element: any)", "a text with that part, or a list with an element that matches"),
    (
      "to_be_near", "(expected: number|okit.Date, within?: number)",
      "at most that far away, 1e-6 unless given; dates in seconds"
    ),
    ("to_fail", "(pattern?: string)", "a function that raises an error, whose message fits"),
    ("to_have_count", "(count: integer)", "so many elements, or characters"),
    ("to_match_snapshot", "(name?: string)", "as it was stored beside the test; the first time it is stored"),
  ]

  static let expectation = DeclaredClass(
    "okit.Expectation", "A value of which something is expected.", call: .function,
    assertions.flatMap { assertion in
      [
        Declaration(assertion.name, assertion.parameters + ": okit.Expectation", "Expects \(assertion.meaning)."),
        Declaration(
          "not_" + assertion.name, assertion.parameters + ": okit.Expectation",
          "Expects anything but \(assertion.meaning)."),
      ]
    })

  static let spy = DeclaredClass(
    "okit.Spy", "A function that remembers its calls.", overloads: ["(...: any): ...: any"],
    [
      Declaration("count", "integer", "how often it was called"),
      Declaration("calls", "table[]", "the arguments of each call, with `n`"),
      Declaration("fn", "function", "the same as a plain function"),
      Declaration("called_with", "(...: any): boolean", "Whether one of the calls had these arguments."),
      Declaration("clear", "(): okit.Spy", "Forgets the calls."),
    ])
}
