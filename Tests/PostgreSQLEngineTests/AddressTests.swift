import PostgreSQLEngine
import Testing

@Suite struct AddressTests {
  @Test func `an address is shown without its password`() {
    #expect(ServerAddress("postgres://ann:se:cret@host:5432/shop")?.masked == "postgres://ann:***@host:5432/shop")
    #expect(ServerAddress("postgresql://host/shop?password=x&a=1")?.masked == "postgresql://host/shop?password=***&a=1")
    #expect(ServerAddress("postgres:///shop")?.masked == "postgres:///shop")
    #expect(ServerAddress("shop.db") == nil)
  }
}
