import Store

extension SQLiteEngine {
  package static let abilities = Capabilities(without: [
    .shards: "a file is one node",
    .atomicNodes: "a file is one node",
  ])
}
