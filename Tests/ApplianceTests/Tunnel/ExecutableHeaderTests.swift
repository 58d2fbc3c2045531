import Testing

@testable import Appliance

@Suite("Which machine a program is for")
struct ExecutableHeaderTests {
    private static func header(machine: UInt8 = 183, wordClass: UInt8 = 2, order: UInt8 = 1, type: UInt8 = 2)
        -> [UInt8]
    {
        [0x7F, 0x45, 0x4C, 0x46, wordClass, order, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, type, 0, machine, 0]
    }

    @Test(
        "Debian's names for machines",
        arguments: [(183, 2, "arm64"), (62, 2, "amd64"), (40, 1, "armhf"), (3, 1, "i386")]
    )
    func names(machine: UInt8, wordClass: UInt8, name: String) throws {
        let bytes = ExecutableHeaderTests.header(machine: machine, wordClass: wordClass)
        let header = try #require(ExecutableHeader(bytes))
        #expect(header.name == name)
    }

    @Test("one that may lie anywhere is a program, too")
    func positionIndependent() {
        #expect(ExecutableHeader(ExecutableHeaderTests.header(type: 3)) != nil)
    }

    @Test("other beginnings are no program")
    func others() {
        #expect(ExecutableHeader([]) == nil)
        #expect(ExecutableHeader(Array(ExecutableHeaderTests.header().dropLast())) == nil)
        #expect(ExecutableHeader(ExecutableHeaderTests.header(order: 2)) == nil)
        #expect(ExecutableHeader(ExecutableHeaderTests.header(type: 1)) == nil)
        #expect(ExecutableHeader(Array("#!/bin/sh\nexec something\n".utf8)) == nil)
    }

    @Test("this very program is for this machine")
    func own() throws {
        let own = try #require(ExecutableHeader.own)
        #expect(!own.name.hasPrefix("another"))
    }
}
