import Core

/// Of what names are made: letters and marks of one script, digits and few signs.
///
/// Nothing that turns the writing round or is shown as something else passes, and of what is not seen joiners alone, behind letters
/// that take them (`NameJoiners`).
enum NameSigns {
    static func check(_ name: String) throws(PlayerName.Refusal) {
        var scripts = NameScripts.all
        // Those of the letter that a mark would stand on, and how many it has already.
        var letter: NameScripts?
        var marks = 0
        var hasContent = false
        for scalar in name.unicodeScalars {
            switch try kind(scalar) {
            case .mark(let own):
                marks += 1
                guard let letter, marks <= letter.mostMarks else { throw .looseMark }
                // A mark of another script is shown beside the letter, or hides in it.
                guard !own.isDisjoint(with: letter) else { throw .twoScripts }
                scripts.formIntersection(own)
            case .letter(let own):
                (letter, marks, hasContent) = (own, 0, true)
                scripts.formIntersection(own)
            case .between(let own):
                (letter, marks) = (nil, 0)
                scripts.formIntersection(own)
            case .joiner:
                guard let letter, !letter.isDisjoint(with: .joining) else { throw refusal(of: scalar) }
            case .digit: (letter, marks, hasContent) = (nil, 0, true)
            case .sign: (letter, marks) = (nil, 0)
            }
            guard !scripts.isEmpty else { throw .twoScripts }
        }
        guard hasContent else { throw .empty }
    }

    private static let signs = Set("-_.'·!?&+#* ".unicodeScalars)

    private enum Kind {
        case letter(NameScripts), mark(NameScripts)
        /// A sign that one script has.
        case between(NameScripts)
        case joiner, digit, sign
    }

    private static func kind(_ scalar: Unicode.Scalar) throws(PlayerName.Refusal) -> Kind {
        if signs.contains(scalar) { return .sign }
        if ("0"..."9").contains(scalar) { return .digit }
        if scalar == NameJoiners.joiner || scalar == NameJoiners.nonJoiner { return .joiner }
        guard let scripts = NameScripts(scalar) else { throw refusal(of: scalar) }
        return switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark: .mark(scripts)
        case .otherPunctuation: .between(scripts)
        default: .letter(scripts)
        }
    }

    private static func refusal(of scalar: Unicode.Scalar) -> PlayerName.Refusal {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return .sign(String(repeating: "0", count: max(0, 4 - digits.count)) + digits)
    }
}
