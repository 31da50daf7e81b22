import Store
import Testing

@Suite struct StopwatchTests {
  @Test func `it never runs backwards`() {
    let watch = Stopwatch()
    var last = Duration.zero
    for _ in 0..<1000 {
      let elapsed = watch.elapsed
      #expect(elapsed >= last)
      last = elapsed
    }
  }
}
