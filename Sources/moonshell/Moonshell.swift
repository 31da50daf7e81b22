@main enum Moonshell { static func main() {} }
