import Testing

/// Links of tables that other programs made, whose columns compare otherwise than the keys that they refer to.
@Suite struct OthersLinkTests {
  @Test func `a link that the key takes for one is made once, and goes with one call`() throws {
    try Script(
      schema: """
        db:execute "CREATE TABLE tag (name TEXT PRIMARY KEY COLLATE NOCASE)"
        db:execute "CREATE TABLE node (id INTEGER PRIMARY KEY)"
        db:execute [[CREATE TABLE node_tag (node_id INTEGER REFERENCES node(id), tag_name TEXT REFERENCES tag(name),
          PRIMARY KEY (node_id, tag_name))]]
        db:execute "INSERT INTO tag VALUES ('Red'), ('Blue')"
        db:execute "INSERT INTO node VALUES (1), (2)"
        db:execute "INSERT INTO node_tag VALUES (1, 'red')"
        db:reflect()
        function links() return db:query "SELECT count(*) AS n FROM node_tag"[1].n end
        """
    ).expect(
      """
      local node, red, blue = Node:get(1), Tag:get "Red", Tag:get "Blue"
      node.tag:add(red)
      red.node:add(node)
      print(node.tag:count(), links())
      node.tag:add(blue)
      node.tag:add(blue)
      red.node:add(Node:get(2))
      print(node.tag:count(), red.node:count(), links())
      node.tag:remove(red)
      print(node.tag:pluck("name")[1], links())
      """,
      """
      1 1
      2 2 3
      Blue 2
      """)
  }
}
