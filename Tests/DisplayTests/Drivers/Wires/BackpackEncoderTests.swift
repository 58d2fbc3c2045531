import Display
import Testing

@Suite("Bytes for an expander")
struct BackpackEncoderTests {
    /// An encoder whose first, waiting batch is over.
    private func encoder(
        _ pins: BackpackPins = .common,
        clockRate: Int = 100_000,
        slow: Bool = false,
        activeLow: Bool = false,
        isLit: Bool = true
    ) -> BackpackEncoder {
        var encoder = BackpackEncoder(
            pins: pins,
            isBacklightActiveLow: activeLow,
            timing: HD44780Timing(slow: slow),
            clockRate: clockRate,
            isLit: isLit
        )
        _ = encoder.transfers(for: [.moveCursor(0)])
        return encoder
    }

    private func bytes(_ transfers: [BackpackEncoder.Transfer]) -> [UInt8] {
        transfers.flatMap { transfer -> [UInt8] in
            guard case .send(let bytes) = transfer else { return [] }
            return bytes
        }
    }

    private let batch: [DisplayOperation] = [.moveCursor(0x4D), .write([0x39])]

    @Test("a move and a cell, bit by bit, on the common backpack")
    func common() {
        var encoder = encoder()
        // 0xCD with RS low, RS rises alone, 0x39 with RS high; P2 is E, P3 the light.
        let expected: [UInt8] = [0xCC, 0xC8, 0xDC, 0xD8, 0xD9, 0x3D, 0x39, 0x9D, 0x99]
        #expect(encoder.transfers(for: batch).first == .send(expected))
    }

    @Test("the same on a backpack soldered as LCDproc expects")
    func lcdproc() {
        var encoder = encoder(.lcdproc)
        let expected: [UInt8] = [0xCC, 0x8C, 0xCD, 0x8D, 0x9D, 0xD3, 0x93, 0xD9, 0x99]
        #expect(encoder.transfers(for: batch).first == .send(expected))
    }

    @Test("the light's bit is in every byte, and the other way round where low is bright")
    func backlight() {
        for (activeLow, isLit) in [(false, false), (false, true), (true, false), (true, true)] {
            var encoder = encoder(activeLow: activeLow, isLit: isLit)
            let sent = bytes(encoder.transfers(for: batch))
            #expect(sent.allSatisfy { ($0 & 0x08 != 0) == (isLit != activeLow) })
            let switched = bytes(encoder.transfers(for: [.initialise, .backlight(!isLit), .write([0x20])]))
            #expect(switched.allSatisfy { ($0 & 0x08 != 0) == (isLit == activeLow) })
        }
    }

    @Test("switching the light in the middle of a batch moves no other bit")
    func backlightAlone() {
        var encoder = encoder()
        let sent = bytes(encoder.transfers(for: [.backlight(true), .backlight(false)]))
        #expect(sent == [0x00])
    }

    /// Hertz, slow, bytes of a cell that follows another: four, and as many as its wait needs beyond one.
    static let cells = [
        (10_000, false, 4), (100_000, false, 4), (100_000, true, 5), (400_000, false, 5),
        (400_000, true, 9), (1_000_000, false, 8),
    ]

    @Test("bytes are repeated until the controller is ready, whatever the bus's clock", arguments: cells)
    func repeats(clockRate: Int, slow: Bool, bytesOfCell: Int) {
        var encoder = encoder(clockRate: clockRate, slow: slow)
        let one = bytes(encoder.transfers(for: [.moveCursor(0), .write([0x41])])).count
        let eleven = encoder.transfers(for: [.moveCursor(0), .write(Array(repeating: 0x42, count: 11))])
        // The second batch has to lower RS first.
        #expect(bytes(eleven).count - one == 10 * bytesOfCell + 1)
        #expect(eleven.count { if case .send = $0 { true } else { false } } == 1, "one transaction")
    }

    @Test("the first batch lowers E, waits as after power-up, and rests only where nothing else will do")
    func first() {
        var encoder = BackpackEncoder(
            pins: .common,
            isBacklightActiveLow: false,
            timing: HD44780Timing(),
            clockRate: 100_000,
            isLit: true
        )
        let transfers = encoder.transfers(for: [.initialise])
        #expect(transfers.first == .send([0x08]))
        let waits = transfers.compactMap { transfer -> Duration? in
            guard case .wait(let duration) = transfer else { return nil }
            return duration
        }
        #expect(waits == [.milliseconds(40), .microseconds(4_100), .microseconds(1_520)])
    }

    @Test("a batch longer than a transaction may be is cut, and no byte is lost")
    func cut() {
        var encoder = encoder()
        let transfers = encoder.transfers(for: [.moveCursor(0), .write(Array(repeating: 0x41, count: 600))])
        let sizes = transfers.compactMap { transfer -> Int? in
            guard case .send(let bytes) = transfer else { return nil }
            return bytes.count
        }
        #expect(sizes == [1_000, 1_000, 405])
    }
}
