import Core
import Serving
import WatchpostModel

/// Pictures of games and players that need no file: the app draws the same signs of games (`figure.js`).
enum SiteSigns {
    /// Grounds on which white is seen, in both schemes.
    private static let grounds = [
        "#2d7c68", "#9a5612", "#6b6a1b", "#4b57ad", "#8c3b69", "#28708a", "#5b4694", "#a34127",
    ]
    private static let line =
        "fill=\"none\" stroke=\"#fff\" stroke-linejoin=\"round\" stroke-linecap=\"round\""
    private static let drawings = [
        "<circle cx=\"24\" cy=\"24\" r=\"7.5\" fill=\"#fff\"/><ellipse cx=\"24\" cy=\"24\" rx=\"16\" ry=\"6.5\" "
            + "transform=\"rotate(-28 24 24)\" stroke-width=\"1.7\" \(line)/><circle cx=\"37\" cy=\"16\" r=\"3.2\" fill=\"#f0c15c\"/>",
        "<path d=\"M30 10 A15 15 0 1 0 39 31 A12 12 0 0 1 30 10 Z\" fill=\"#f0c15c\"/><circle cx=\"34\" cy=\"17\" r=\"2.2\" fill=\"#fff\"/>",
        "<g fill=\"#fff\"><rect x=\"12\" y=\"12\" width=\"11\" height=\"11\" rx=\"3\"/><g opacity=\"0.5\"><rect x=\"26\" y=\"12\" "
            + "width=\"11\" height=\"11\" rx=\"3\"/><rect x=\"12\" y=\"26\" width=\"11\" height=\"11\" rx=\"3\"/></g></g>"
            + "<rect x=\"26\" y=\"26\" width=\"11\" height=\"11\" rx=\"3\" fill=\"#f0c15c\"/>",
        "<path d=\"M8 37 L22 12 L29 25 L32 20 L41 37 Z\" fill=\"#fff\"/><circle cx=\"36\" cy=\"13\" r=\"3.4\" fill=\"#f0c15c\"/>",
        "<path d=\"M8 20 Q16 12 24 20 T40 20 M8 29 Q16 21 24 29 T40 29\" stroke-width=\"3.4\" \(line)/>"
            + "<circle cx=\"34\" cy=\"11\" r=\"3\" fill=\"#f0c15c\"/>",
        "<path d=\"M24 9 L28.5 19.4 L39.5 20.4 L31.2 27.8 L33.7 38.8 L24 33 L14.3 38.8 L16.8 27.8 L8.5 20.4 L19.5 19.4 Z\" fill=\"#fff\"/>",
        "<path d=\"M14 9 V40\" stroke-width=\"3.4\" \(line)/><path d=\"M16 11 H37 L32 18 L37 25 H16 Z\" fill=\"#f0c15c\"/>",
        "<path d=\"M24 8 L38 24 L24 40 L10 24 Z\" fill=\"#fff\"/><path d=\"M24 17 L30.5 24 L24 31 L17.5 24 Z\" fill=\"#f0c15c\"/>",
    ]

    /// The sign of a game, by its name in paths.
    static func game(_ slug: String) -> String {
        var random = SeededNumbers("crest \(slug)")
        let ground = grounds[random.next(below: grounds.count)]
        let drawing = drawings[random.next(below: drawings.count)]
        return "<svg class=\"game-sign\" viewBox=\"0 0 48 48\" aria-hidden=\"true\" focusable=\"false\">"
            + "<rect width=\"48\" height=\"48\" fill=\"\(ground)\"/>\(drawing)</svg>"
    }

    /// The picture of a player, or a disc with the first letter of its name; the name stands beside it.
    static func player(_ player: PlayerBody) -> String {
        if let picture = player.picture {
            return
                "<img class=\"disc\" src=\"\(HTML.escaped(picture))\" alt=\"\" width=\"36\" height=\"36\" loading=\"lazy\" "
                + "decoding=\"async\">"
        }
        var random = SeededNumbers("player \(player.code)")
        let letter = HTML.escaped(player.name.prefix(1).uppercased())
        return
            "<span class=\"disc disc-\(random.next(below: grounds.count))\" aria-hidden=\"true\">\(letter)</span>"
    }
}

/// A small repeatable source of numbers, the one of the pages (`seeded` in `contours.js`): mulberry32 on an FNV-1a seed.
private struct SeededNumbers {
    private var state: UInt32

    init(_ text: String) {
        state = text.unicodeScalars.reduce(0x811C_9DC5) { ($0 ^ $1.value) &* 0x0100_0193 }
    }

    /// A number from 0 on.
    mutating func next(below count: Int) -> Int {
        state &+= 0x6D2B_79F5
        var mixed = (state ^ (state >> 15)) &* (1 | state)
        mixed = (mixed &+ ((mixed ^ (mixed >> 7)) &* (61 | mixed))) ^ mixed
        return Int((UInt64(mixed ^ (mixed >> 14)) &* UInt64(count)) >> 32)
    }
}
