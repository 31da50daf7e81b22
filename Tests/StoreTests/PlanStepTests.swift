import Store
import Testing

@Suite struct PlanStepTests {
  @Test func `steps print as a tree`() {
    let steps = [
      PlanStep("a", steps: [PlanStep("b", steps: [PlanStep("c")]), PlanStep("d")]),
      PlanStep("e", steps: [PlanStep("f")]),
    ]
    #expect(
      steps.tree == """
        ├─ a
        │  ├─ b
        │  │  └─ c
        │  └─ d
        └─ e
           └─ f
        """)
    #expect([PlanStep]().tree.isEmpty)
  }
}
