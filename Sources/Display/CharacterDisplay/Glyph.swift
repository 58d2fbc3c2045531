/// The signs that no character ROM has; they are drawn into the controller's own eight slots when a page uses
/// them.
///
/// In text each is one Unicode character, so that a page is plain text until it is encoded and the web page
/// shows the same.
package enum Glyph: Hashable, Sendable, CaseIterable {
    case up, down, queue, lock, stale, noNetwork, phone
    /// How much of a slot is over: 0...7 eighths, filling upwards.
    case progress(Int)

    package static let allCases: [Glyph] =
        [.up, .down, .queue, .lock, .stale, .noNetwork, .phone] + (0...7).map(Glyph.progress)

    /// Stands for the glyph in a page's text.
    package var character: Character {
        switch self {
        case .up: "↑"
        case .down: "↓"
        case .queue: "≡"
        case .lock: "⚿"
        case .stale: "◷"
        case .noNetwork: "⊘"
        case .phone: "☏"
        case .progress(let step): Glyph.progressCharacters[min(max(step, 0), 7)]
        }
    }

    /// What is shown in place of it when a page uses more than eight.
    package var substitute: Character {
        switch self {
        case .up: "+"
        case .down: "-"
        case .queue: "="
        case .lock: "*"
        case .stale: "?"
        case .noNetwork: "x"
        case .phone: "@"
        case .progress: ":"
        }
    }

    /// The slot it takes when that is free, so that turning a page seldom redraws a glyph.
    var homeSlot: Int {
        switch self {
        case .up: 0
        case .down: 1
        case .queue: 2
        case .lock: 3
        case .stale: 4
        case .noNetwork: 5
        case .phone: 6
        case .progress: 7
        }
    }

    init?(_ character: Character) {
        guard let glyph = Glyph.byCharacter[character] else { return nil }
        self = glyph
    }

    private static let progressCharacters: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    private static let byCharacter = Dictionary(uniqueKeysWithValues: allCases.map { ($0.character, $0) })
}
