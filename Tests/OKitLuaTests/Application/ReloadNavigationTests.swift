import OKitLua
import OKitTestSupport
import Testing

@testable import OKitEngine

/// Random screens, opened in random ways: a hot reload restores each of them, with its context and what the user has
/// chosen.
@Suite struct ReloadNavigationTests {
  /// All seeds with `OKIT_LONG=1`.
  static let seeds = 0..<UInt64(LongTests.areOn ? 400 : 8)

  @Test(arguments: seeds) func restoresTheWholeTree(seed: UInt64) throws {
    let walk = try RandomWalk(seed: seed)
    var most = 0
    for round in 0..<8 {
      for _ in 0..<12 { walk.step() }
      while let dialog = walk.runtime.dialogs.first {
        try walk.application.driver.perform(.answer(dialog.id, dialog.actions.count - 1))
      }
      let (before, navigation) = (walk.state, walk.runtime.navigationState)
      most = max(most, navigation.screens.count)
      try walk.application.reload()
      let after = walk.state
      #expect(walk.runtime.navigationState == navigation, "seed \(seed), round \(round)")
      try #require(after == before, "seed \(seed), round \(round)")
    }
    #expect(most > 3, "the walk has opened screens, seed \(seed)")
  }
}
