import OKitTestRunner
import Testing

@Suite struct JUnitReporterTests {
  @Test func aWholeRun() throws {
    let expected = #"""
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="okit-run test" tests="6" failures="1" errors="1" skipped="2" time="1.600">
        <testsuite name="shop_test.lua" tests="3" failures="1" errors="0" skipped="1" time="1.512">
          <testcase name="adds" classname="Book shop" file="shop_test.lua" line="7" time="0.012"/>
          <testcase name="marks" classname="Book shop" file="shop_test.lua" line="20" time="1.500">
            <failure message="expected to equal, but 2 places differ" type="assertion">expected to equal, but 2 \#
      places differ
        [1].detail: expected "marked", got "not marked"
        [3]: missing, expected "Emma"
      at shop_test.lua:22
        22 |     expect(app:rows()).to_equal(all)
      last actions:
        tap "Dune"
        more "Set as Marked"
      screen:
        Book Shop

          Dune  not marked
      diagnostics:
        no property "nam" (did you mean "name"?)
      traceback:
        shop_test.lua:22: in function 'check'
        shop_test.lua:30: in function &lt;shop_test.lua:20&gt;</failure>
            <error message="in after_each: boom" type="error">in after_each: boom
      at shop_test.lua:5</error>
          </testcase>
          <testcase name="later" classname="Book shop" file="shop_test.lua" line="40" time="0.000">
            <skipped message="no body yet"/>
          </testcase>
        </testsuite>
        <testsuite name="odd_test.lua" tests="3" failures="0" errors="1" skipped="1" time="0.000">
          <testcase name="a #1 \ &lt;&amp;&quot;'&gt;&#10;name ]]&gt;" classname="odd_test.lua" file="odd_test.lua" \#
      line="1" time="0.000">
            <system-out>flaky: passed on attempt 3</system-out>
          </testcase>
          <testcase name="odd_test.lua" classname="odd_test.lua" file="odd_test.lua" time="0.000">
            <error message="unexpected �&lt;eof&gt;" type="error">unexpected �&lt;eof&gt;</error>
          </testcase>
          <testcase name="last" classname="odd_test.lua" file="odd_test.lua" time="0.000">
            <skipped message="stopped after a failure"/>
          </testcase>
        </testsuite>
      </testsuites>

      """#
    #expect(try TestSamples.output(.junit) == expected)
  }

  /// What a terminal gets of a name and a message with characters that would control it.
  @Test(arguments: [
    (TestFormat.junit, "a&#x202E;b&#x85;c&#x200F;d"), (.json, #"a\u202Eb\u0085c\u200Fd"#),
    (.tap, #"a\\u{202E}b\\u{85}c\\u{200F}d"#), (.pretty, #"a\u{202E}b\u{85}c\u{200F}d"#),
  ])
  func `reports do not control a terminal`(format: TestFormat, name: String) throws {
    let text = "a\u{202E}b\u{85}c\u{200F}d"
    let event = TestEvent(
      .fail, file: "a_test.lua", path: [text],
      failures: [TestFailure(.assertion, text + "\u{E0041}", diff: text + "\n" + text, screen: text)])
    let output = try TestSamples.output(format, events: [event])
    #expect(output.contains(name), "\(output)")
    #expect(!output.unicodeScalars.contains { ["\u{202E}", "\u{85}", "\u{200F}", "\u{E0041}"].contains($0) })
  }
}
