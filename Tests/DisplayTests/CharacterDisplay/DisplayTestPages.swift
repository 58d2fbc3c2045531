import Display
import Testing

@Suite("Pages of the display test")
struct DisplayTestPages {
    @Test("the size page shows both ends of every row", arguments: DisplayGeometry.all)
    func size(geometry: DisplayGeometry) throws {
        let page = try #require(DisplayTest(geometry: geometry, rom: .a00).pages.first)
        let rows = FrameEncoder(geometry: geometry, rom: .a00).text(of: page.frame)
        for (index, row) in rows.enumerated() {
            #expect(row.hasPrefix("\(index + 1)>"))
            #expect(row.hasSuffix("<\(index + 1)"))
        }
        #expect(rows.first?.contains(geometry.description) == true)
        #expect(page.words.contains("contrast"))
        #expect(page.words.contains("Rows 1 to \(geometry.rows)"))
    }

    @Test("every page is shown by the emulated controller, and each says what there is to see")
    func shown() {
        for rom in CharacterROM.allCases {
            for geometry in DisplayGeometry.all {
                let rig = Rig(.common, pins: ControllerPins(phase: .halfData))
                for page in DisplayTest(geometry: geometry, rom: rom).pages {
                    rig.show(page.frame)
                    #expect(rig.isRight)
                    #expect(page.words.count > 20)
                }
                #expect(rig.pins.complaints == [])
                #expect(rig.pins.backlights == [true, false, true])
            }
        }
    }

    @Test("every dot of every cell is lit on one page, whatever the ROM", arguments: CharacterROM.allCases)
    func dots(rom: CharacterROM) {
        let pages = DisplayTest(geometry: .twentyByFour, rom: rom).pages
        let full = GlyphBitmap(rows: Array(repeating: 0x1F, count: 8))
        #expect(pages.contains { $0.frame.glyphs[0] == full && Set($0.frame.cells) == [8] })
    }

    @Test(
        "the charset page tells the ROMs apart",
        arguments: [(CharacterROM.a00, [0xE1, 0xEF] as [UInt8]), (.a02, [0xE4, 0xF6])]
    )
    func charset(rom: CharacterROM, codes: [UInt8]) {
        let frames = DisplayTest(geometry: .sixteenByTwo, rom: rom).pages.map(\.frame)
        #expect(frames.contains { Array($0.cells.prefix(2)) == codes })
    }

    @Test("all eight signs stand beside each other on one page")
    func glyphs() {
        let frames = DisplayTest(geometry: .sixteenByTwo, rom: .a00).pages.map(\.frame)
        #expect(frames.contains { !$0.glyphs.contains(nil) && $0.glyphs.count == 8 })
    }
}
