import Display
import Testing

@Suite("Display sizes")
struct DisplayGeometryTests {
    @Test(
        "the rows start where the datasheet puts them",
        arguments: [
            ("16x2", [0x00, 0x40]), ("20x4", [0x00, 0x40, 0x14, 0x54]), ("16x4", [0x00, 0x40, 0x10, 0x50]),
            ("40x2", [0x00, 0x40]),
        ] as [(String, [UInt8])]
    )
    func rowStarts(size: String, starts: [UInt8]) throws {
        let geometry = try #require(DisplayGeometry(size))
        #expect((0..<geometry.rows).map { geometry.address(ofCell: $0 * geometry.columns) } == starts)
        #expect(geometry.description == size)
    }

    @Test("no other size is accepted", arguments: ["", "16x1", "16X2", "8x2", "20x4 ", "99x99"])
    func refuses(size: String) {
        #expect(DisplayGeometry(size) == nil)
    }

    @Test("the address goes from the end of one line to the start of the other")
    func wraps() {
        #expect(DisplayGeometry.address(after: 0x26) == 0x27)
        #expect(DisplayGeometry.address(after: 0x27) == 0x40)
        #expect(DisplayGeometry.address(after: 0x67) == 0x00)
    }
}
