import OKitModel
import OKitTestSupport
import Testing

/// What scripts cannot see of the fields of forms.
@Suite struct FieldInputTests {
  @Test func aNameOfAnEvaluationIsNotOneOfTheFunctionsThatItCalls() throws {
    let sample = try BookSample()
    let evaluator = sample.services.evaluator
    let program = try evaluator.program("= value > 3")
    let origin = Diagnostic.Origin(owner: "form", property: "validationFormula")
    for (value, expected) in [
      (Value.int(4), Evaluator.Condition.holds), (.int(3), .fails), (.null, .holds), (.string("4"), .holds),
    ] {
      #expect(evaluator.check(program, nil, with: NameOverlay(["value": value]), of: origin) == expected)
    }
    // The same program without the name has a mistake.
    #expect(evaluator.check(program, sample.book, with: NameOverlay(["other": .int(4)]), of: origin) == .mistaken)
  }
}
