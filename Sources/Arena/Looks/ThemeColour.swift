import Core

/// A colour of a theme, read strictly and written anew: what stands in a style sheet is ours, and not what was sent.
struct ThemeColour: Hashable, Sendable {
    /// As CSS has it.
    let text: String

    /// Of what is longer nothing is read, in bytes.
    private static let longest = 64

    /// `#1c2430`, also without its `#`, which addresses take for their end; a name of CSS; `rgb(…)` or `hsl(…)`, with how
    /// much it covers or without.
    ///
    /// Nil: it is no colour.
    init?(_ given: String) {
        guard given.utf8.count <= ThemeColour.longest, given.utf8.allSatisfy({ $0 < 0x80 }) else {
            return nil
        }
        let word = given.lowercased()
        let digits = word.hasPrefix("#") ? String(word.dropFirst()) : word
        if [3, 4, 6, 8].contains(digits.utf8.count), digits.isMade(of: .hexadecimal) {
            text = "#\(digits)"
        } else if ThemeColour.names.contains(word) {
            text = word
        } else if let numbers = ThemeColour.numbers(word) {
            text = numbers
        } else {
            return nil
        }
    }

    private static func numbers(_ word: String) -> String? {
        guard word.hasSuffix(")"), let open = word.firstIndex(of: "(") else { return nil }
        let name = String(word[..<open])
        guard let parts = parts(word[word.index(after: open)...].dropLast()) else { return nil }
        let three: [String?]
        switch name {
        case "rgb", "rgba":
            let isPercent = parts[0].hasSuffix("%")
            three = parts.prefix(3).map { isPercent ? percent($0) : plain($0, to: 255) }
        case "hsl", "hsla": three = [hue(parts[0]), percent(parts[1]), percent(parts[2])]
        default: return nil
        }
        let known = three.compactMap { $0 }
        guard known.count == 3 else { return nil }
        let kind = name.prefix(3)
        guard parts.count == 4 else { return "\(kind)(\(known.joined(separator: ", ")))" }
        guard let cover = plain(parts[3], to: 1) ?? percent(parts[3]) else { return nil }
        return "\(kind)a(\(known.joined(separator: ", ")), \(cover))"
    }

    /// Three numbers and how much of it covers: between commas, or between blanks and a stroke before the last one.
    private static func parts(_ inner: Substring) -> [Substring]? {
        if inner.contains(",") {
            let parts = inner.split(separator: ",", omittingEmptySubsequences: false).map(bare)
            return (3...4).contains(parts.count) ? parts : nil
        }
        let halves = inner.split(separator: "/", omittingEmptySubsequences: false)
        guard (1...2).contains(halves.count), let first = halves.first else { return nil }
        let three = first.split(separator: " ")
        return three.count == 3 ? three + halves.dropFirst().map(bare) : nil
    }

    /// Without the blanks around it.
    private static func bare(_ text: Substring) -> Substring {
        var bare = text.drop { $0 == " " }
        while bare.last == " " { bare.removeLast() }
        return bare
    }

    private static func plain(_ text: Substring, to most: Double) -> String? {
        guard let number = ThemeNumber(text), number.value <= most else { return nil }
        return number.text
    }

    private static func percent(_ text: Substring) -> String? {
        guard text.hasSuffix("%") else { return nil }
        return plain(text.dropLast(), to: 100).map { "\($0)%" }
    }

    private static func hue(_ text: Substring) -> String? {
        plain(text.hasSuffix("deg") ? text.dropLast(3) : text, to: 360)
    }

    /// Of CSS Color 4, without those that depend on where they stand.
    private static let names = Set(
        """
        transparent aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown
        burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan
        darkgoldenrod darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred
        darksalmon darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue
        dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray
        green greenyellow grey honeydew hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen
        lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey lightpink
        lightsalmon lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime limegreen
        linen magenta maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue
        mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy
        oldlace olive olivedrab orange orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip
        peachpuff peru pink plum powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown
        seagreen seashell sienna silver skyblue slateblue slategray slategrey snow springgreen steelblue tan teal
        thistle tomato turquoise violet wheat white whitesmoke yellow yellowgreen
        """.split { $0 == " " || $0 == "\n" }.map(String.init)
    )
}
