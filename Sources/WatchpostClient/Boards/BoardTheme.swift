public import Foundation

/// A board in the look of its game: the members of the theme of `/sdk/watchpost.js`, so that one file may hold both.
///
/// What is absent follows from the rest: ``paper`` and ``night`` have everything.
public struct BoardTheme: Codable, Hashable, Sendable {
    /// Behind everything.
    public var background: BoardColor?
    /// Of text.
    public var color: BoardColor?
    /// Of what is less important, such as positions.
    public var soft: BoardColor?
    /// Between rows, and around the board.
    public var line: BoardColor?
    /// Of what stands out.
    public var accent: BoardColor?
    /// Behind the player's own row.
    public var own: BoardColor?
    /// A picture behind everything: an https address.
    public var image: URL?
    /// The name of a font family; nil: the system's.
    public var font: String?
    /// In points, 8 to 48.
    public var fontSize: Double?
    /// Of corners, in points, 0 to 48.
    public var radius: Double?

    /// A theme that says nothing yet.
    public init() {}

    /// By day.
    public static let paper = BoardTheme(background: 0xfffdf8, color: 0x1c2430, accent: 0x7a5200)
    /// By night.
    public static let night = BoardTheme(background: 0x171e28, color: 0xe9edf3, accent: 0xf0c15c)

    private init(background: Int, color: Int, accent: Int) {
        func made(_ number: Int) -> BoardColor {
            let parts = [16, 8, 0].map { Double(number >> $0 & 0xff) / 255 }
            return BoardColor(red: parts[0], green: parts[1], blue: parts[2])
        }
        (self.background, self.color, self.accent) = (made(background), made(color), made(accent))
        (fontSize, radius) = (16, 16)
    }

    /// A theme with everything but picture and font: what this one does not say is another one's, and what that follows
    /// from colours that this one has follows from them.
    public func completed(by other: BoardTheme = .paper) -> BoardTheme {
        var whole = self
        whole.background = background ?? other.background
        whole.color = color ?? other.color
        whole.accent = accent ?? color ?? other.accent
        whole.soft = soft ?? (color == nil ? other.soft : nil) ?? whole.color?.faded(to: 0.72)
        whole.line = line ?? (color == nil ? other.line : nil) ?? whole.color?.faded(to: 0.18)
        let isOwnAccent = accent != nil || color != nil
        whole.own = own ?? (isOwnAccent ? nil : other.own) ?? whole.accent?.faded(to: 0.16)
        whole.fontSize = (fontSize ?? other.fontSize).map { min(max($0, 8), 48) }
        whole.radius = (radius ?? other.radius).map { min(max($0, 0), 48) }
        whole.image = image ?? other.image
        whole.font = font ?? other.font
        return whole
    }
}
