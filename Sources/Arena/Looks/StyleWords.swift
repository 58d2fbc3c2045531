import Core

/// What a game's own style sheet may say.
enum StyleWords {
    /// Behind an `@`.
    static let rules: Set<String> = [
        "media", "supports", "container", "layer", "keyframes", "-webkit-keyframes",
    ]

    /// What ran programs in browsers of former times, wherever it stands.
    static let forbidden: Set<String> = [
        "expression", "javascript", "vbscript", "behavior", "-moz-binding", "-o-link", "-o-link-source",
    ]

    /// Before a bracket; none of them loads anything.
    static let functions = Set(
        """
        var calc min max clamp abs sign round mod rem sin cos tan asin acos atan atan2 pow sqrt hypot log exp
        rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark
        linear-gradient radial-gradient conic-gradient repeating-linear-gradient repeating-radial-gradient
        repeating-conic-gradient -webkit-linear-gradient
        translate translatex translatey translatez translate3d scale scalex scaley scalez scale3d rotate rotatex
        rotatey rotatez rotate3d skew skewx skewy matrix matrix3d perspective
        cubic-bezier steps linear
        blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia
        minmax repeat fit-content counter counters attr env inset circle ellipse polygon
        not is where has nth-child nth-last-child nth-of-type nth-last-of-type lang dir selector
        """.split { $0 == " " || $0 == "\n" }.map(String.init)
    )
}
