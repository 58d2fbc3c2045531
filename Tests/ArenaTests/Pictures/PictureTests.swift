import TestSupport
import Testing

@testable import Arena
@testable import Core

private typealias Sample = PictureSamples

@Suite("Pictures are put together again from what shows them")
struct PictureTests {
    private static func refusal(_ bytes: [UInt8]) -> Picture.Refusal? {
        do throws(Picture.Refusal) {
            _ = try Picture(bytes)
            return nil
        } catch {
            return error
        }
    }

    @Test("plain ones stay as they are, byte by byte")
    func plain() throws {
        #expect(try Picture(Sample.png).bytes == Sample.png)
        #expect(try Picture(Sample.png).kind == .png)
        #expect(try Picture(Sample.jpeg).bytes == Sample.jpeg)
        #expect(try Picture(Sample.jpeg).kind == .jpeg)
        let palette = Sample.of(
            Sample.start,
            Sample.paletteHeader,
            Sample.chunk("PLTE", [1, 2, 3, 4, 5, 6]),
            Sample.chunk("tRNS", [0, 9]),
            Sample.data,
            Sample.data,
            Sample.end
        )
        #expect(try Picture(palette).bytes == palette)
    }

    @Test(
        "of a PNG all goes that shows nothing",
        arguments: ["tEXt", "iTXt", "zTXt", "eXIf", "tIME", "iCCP", "pHYs", "spAc"]
    )
    func metadata(name: String) throws {
        let secret = Sample.chunk(name, Array("home: 52.2, 21.0".utf8))
        let given = Sample.of(Sample.start, Sample.header(), secret, Sample.data, secret, Sample.end)
        #expect(try Picture(given).bytes == Sample.png)
    }

    @Test("of a JPEG all goes that shows nothing, and what stands behind its end")
    func segments() throws {
        let secret = Array("home: 52.2, 21.0".utf8)
        // A small copy of the picture in the head.
        let thumbnail = Sample.segment(0xE0, Sample.of(Sample.jfif, [2, 2], secret))
        let extended = Sample.segment(0xE0, Sample.of(Array("JFXX\0".utf8), secret))
        let added = (0xE1...0xEF as ClosedRange<UInt8>).flatMap { Sample.segment($0, secret) }
        let comment = Sample.segment(0xFE, secret)
        let begin = Sample.of(Sample.jpegStart, thumbnail, extended, added, comment, Sample.table, [0xFF])
        let rest = Sample.of(
            Sample.frame(),
            Sample.codes,
            comment,
            Sample.scan,
            [0xFF],
            Sample.jpegEnd,
            secret
        )
        #expect(try Picture(begin + rest).bytes == Sample.jpeg)
        let behindHead = Array(Sample.jpeg.dropFirst(2 + Sample.head.count))
        let word = Sample.of(Array("Adobe".utf8), [0, 100, 0, 0, 0, 0, 0])
        let colours = Sample.of(Sample.jpegStart, Sample.head, Sample.segment(0xEE, word), behindHead)
        #expect(try Picture(colours).bytes == colours)
        let longer = Sample.segment(0xEE, word + secret)
        #expect(
            try Picture(Sample.of(Sample.jpegStart, Sample.head, longer, behindHead)).bytes == Sample.jpeg
        )
    }

    @Test("what is no picture, or is none that is shown everywhere, is refused")
    func refused() {
        let start = Sample.start
        #expect(Self.refusal([]) == .unknown)
        #expect(Self.refusal(Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8)) == .unknown)
        #expect(Self.refusal(Array("GIF89a".utf8) + Sample.png) == .unknown)
        #expect(Self.refusal(Array("<script>".utf8) + Sample.jpeg) == .unknown)
        #expect(Self.refusal(Sample.png + [UInt8](repeating: 0, count: 65_536)) == .tooLong)
        let moves = Sample.chunk("acTL", [0, 0, 0, 1, 0, 0, 0, 0])
        #expect(Self.refusal(Sample.of(start, Sample.header(), moves, Sample.data, Sample.end)) == .moving)
        #expect(Self.refusal(start + Sample.header(1_025, 1)) == .size(width: 1_025, height: 1))
        #expect(Self.refusal(start + Sample.header(0, 1)) == .size(width: 0, height: 1))
        #expect(
            Self.refusal(start + Sample.header(0xFFFF_FFFF, 0xFFFF_FFFF))
                == .size(width: 0xFFFF_FFFF, height: 0xFFFF_FFFF)
        )
        let large = Sample.of(Sample.jpegStart, Sample.frame(65_535, 8))
        #expect(Self.refusal(large) == .size(width: 65_535, height: 8))
    }

    @Test("what is damaged is refused", arguments: damagedOnes)
    func damaged(name: String, bytes: [UInt8]) {
        guard case .damaged = Self.refusal(bytes) else {
            Issue.record("\(name): \(String(describing: Self.refusal(bytes)))")
            return
        }
    }

    static let damagedOnes: [(name: String, bytes: [UInt8])] = {
        func png(_ parts: [UInt8]...) -> [UInt8] { Sample.start + Array(parts.joined()) }
        func jpeg(_ parts: [UInt8]...) -> [UInt8] { Sample.jpegStart + Array(parts.joined()) }
        let (header, data, end) = (Sample.header(), Sample.data, Sample.end)
        var wrongSum = Sample.png
        wrongSum[Sample.start.count + header.count - 1] ^= 1
        let (frame, text) = (Sample.frame(), Sample.chunk("tEXt"))
        let tail = Sample.of(Sample.codes, Sample.scan, Sample.jpegEnd)
        let scans = (0..<33).flatMap { _ in Sample.scan }
        return [
            ("wrong sum", wrongSum), ("something behind the end", png(header, data, end, [0])),
            ("an archive behind the end", png(header, data, end, Array("PK\u{3}\u{4}".utf8))),
            ("no data", png(header, end)), ("two heads", png(header, header, data, end)),
            ("no head", png(data, end)), ("data in two places", png(header, data, text, data, end)),
            ("a part that nobody knows", png(header, Sample.chunk("ABCD"), data, end)),
            ("a palette of no colours", png(Sample.paletteHeader, Sample.chunk("PLTE"), data, end)),
            ("no palette", png(Sample.paletteHeader, data, end)),
            ("a palette for grey", png(header, Sample.chunk("PLTE", [1, 2, 3]), data, end)),
            ("too much transparency", png(header, Sample.chunk("tRNS", [1, 2, 3]), data, end)),
            ("an odd depth", png(Sample.header(depth: 3), data, end)),
            ("a long end", png(header, data, Sample.chunk("IEND", [1]))),
            ("two frames", jpeg(frame, frame, tail)), ("no frame", jpeg(tail)),
            ("an end at once", jpeg(Sample.jpegEnd)),
            ("arithmetic coding", jpeg(Sample.frame(marker: 0xC9), tail)),
            ("no loss", jpeg(Sample.frame(marker: 0xC3), tail)),
            ("a segment without length", jpeg([0xFF, 0xDB, 0, 1])),
            ("bytes between segments", jpeg(Sample.head, [0], frame, tail)),
            ("a scan of steps without end", jpeg(frame, scans, Sample.jpegEnd)),
        ]
    }()

    @Test(
        "one that is cut anywhere is refused, and no byte turned makes it anything but a picture of this size"
    )
    func cuts() {
        for whole in [Sample.png, Sample.jpeg] {
            for length in 0..<whole.count { #expect(Self.refusal(Array(whole.prefix(length))) != nil) }
        }
        var random = SeededGenerator.announced(for: "pictures")
        for _ in 0..<TestEffort.rounds(1_000) {
            var bytes = Bool.random(using: &random) ? Sample.png : Sample.jpeg
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = .random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                default: bytes.insert(.random(in: 0...255, using: &random), at: place)
                }
            }
            guard let picture = try? Picture(bytes) else { continue }
            #expect(picture.bytes.count <= bytes.count)
            // What was put together is whole, and nothing more can be taken from it.
            #expect((try? Picture(picture.bytes)) == picture)
        }
    }
}
