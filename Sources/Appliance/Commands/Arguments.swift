import Core
import SystemSupport

/// The command line, read: one command with its options.
struct Arguments: Hashable, Sendable {
    /// What is asked for.
    enum Command: String, CaseIterable, Sendable {
        case run, check, status, settings, rotations, game, pair, invite, contact, backup, restore, vapid,
            version, help
        /// Two words, because a person tests lamps or a display.
        case lampsTest = "lamps test"
        case displayTest = "display test"
        case panelOff = "panel off"
        case settingsReset = "settings reset"
        case devicesPrune = "devices prune"
        case resetPassword = "reset-password"
        case newState = "new-state"

        /// What has to follow the command, nil for nothing.
        var operand: String? {
            switch self {
            case .backup, .restore: "FILE"
            case .resetPassword: "ADDRESS"
            default: nil
            }
        }
    }

    /// Why the command line makes no sense.
    struct Misuse: Error, CustomStringConvertible {
        var description: String
        /// `EX_USAGE` of sysexits.h.
        static let exitCode: Int32 = 64

        init(description: String) {
            self.description = description
        }

        /// A word that was pasted from a page, with other dashes or quotes than a keyboard has.
        init(typed word: String, _ found: TypedOtherwise) {
            description = "“\(word)” has \(found.words); \(found.remedy)"
        }
    }

    var command: Command
    /// The word after the command, empty for one that takes none.
    var operand = ""
    /// The settings file; without one `/etc/watchpost/watchpost.toml` if it is there, else every default.
    var configuration: String?
    /// Replaces the hardware by a panel in this terminal.
    var simulates = false
    /// Plays canned realms and sends no notice: for authors of apps.
    var demonstrates = false
    /// Begins with an empty state where the one that was there is lost or damaged.
    var beginsAnew = false
    /// How old a registration must be to be removed, in hours: before half a day is over nobody can have come back.
    var hours = 12
    /// What `rotations`, `game` or `contact` is to do: see ``RotationsVerb``, ``GameVerb`` and ``ContactVerb``.
    var words: [String] = []
    /// The schedule file that `rotations` looks into, without an appliance.
    var scheduleFile: String?
    /// Whether `rotations` changes the schedule without asking first.
    var isSure = false
    /// A file for the log, which the terminal panel would otherwise scribble over.
    var logFile: String?

    /// Reads the words after the program's name.
    init(_ words: [String]) throws(Misuse) {
        var rest = words[...]
        guard let word = rest.popFirst() else {
            throw Misuse(description: "say what to do: \(Arguments.commands)")
        }
        switch word {
        case "--help", "-h": command = .help
        case "--version": command = .version
        default:
            command = try Arguments.command(word, &rest)
        }
        while let word = rest.popFirst() { try read(word, &rest) }
        if command == .rotations { try RotationsVerb.check(self.words, file: scheduleFile) }
        if command == .game { try GameVerb.check(self.words) }
        if command == .contact { try ContactVerb.check(self.words) }
        if let name = command.operand, operand.isEmpty {
            throw Misuse(description: "say which \(name.lowercased()): watchpost \(command.rawValue) \(name)")
        }
    }

    private static func command(_ word: String, _ rest: inout ArraySlice<String>) throws(Misuse) -> Command {
        if let second = rest.first, let known = Command(rawValue: "\(word) \(second)") {
            rest.removeFirst()
            return known
        }
        if let known = Command(rawValue: word) { return known }
        if let found = TypedOtherwise(in: word) { throw Misuse(typed: word, found) }
        throw Misuse(description: "“\(word)” is not a command; try: \(commands)")
    }

    private mutating func read(_ option: String, _ rest: inout ArraySlice<String>) throws(Misuse) {
        if let found = option.unicodeScalars.first.flatMap({ TypedOtherwise($0) }) {
            throw Misuse(typed: option, found)
        }
        switch option {
        case "--config": configuration = try value(of: option, &rest)
        case "--log": logFile = try value(of: option, &rest)
        case "--hours" where command == .devicesPrune: hours = try hours(of: option, &rest)
        case "--simulate": simulates = true
        case "--demo": demonstrates = true
        case "--new-state": beginsAnew = true
        case "--help", "-h": command = .help
        case "--file" where command == .rotations: scheduleFile = try value(of: option, &rest)
        case "--yes" where command == .rotations: isSure = true
        case _ where takesWords && !option.isEmpty && !option.hasPrefix("-"): words.append(option)
        case _ where !option.isEmpty && !option.hasPrefix("-") && command.operand != nil && operand.isEmpty:
            operand = option
        default:
            throw Misuse(
                description:
                    "“\(option)” is not an option; \(Arguments.options); commands: \(Arguments.commands)"
            )
        }
    }

    private var takesWords: Bool { [.rotations, .game, .contact].contains(command) }

    private func value(of option: String, _ rest: inout ArraySlice<String>) throws(Misuse) -> String {
        guard let value = rest.popFirst(), !value.isEmpty else {
            throw Misuse(description: "\(option) needs a path after it")
        }
        return value
    }

    private func hours(of option: String, _ rest: inout ArraySlice<String>) throws(Misuse) -> Int {
        guard let text = rest.popFirst(), text.isMade(of: .digits), let hours = Int(text), hours <= 8_784
        else {
            throw Misuse(description: "\(option) needs a whole number of hours after it, at most 8784")
        }
        return hours
    }

    private static let options =
        "there are --config FILE, --simulate, --demo, --new-state and --log FILE"
    private static var commands: String { Command.allCases.map(\.rawValue).joined(separator: ", ") }

    /// What `help` prints.
    static let usage = """
        watchpost \(Version.text): realm lamps, map display and API for people who play online games

          watchpost run [--config FILE] [--simulate] [--demo] [--new-state] [--log FILE]
              runs watchpost; --simulate draws lamps and display into this terminal,
              --demo plays canned realms and lists the notices that it would have sent,
              --new-state begins again where the state is lost or damaged
          watchpost check [--config FILE]
              reads the settings, lists everything that is wrong with them, and says what
              the wires are connected to
          watchpost status [--config FILE]
              shows what the running box shows
          watchpost lamps test [--config FILE]
              lights one LED after the other and says which
          watchpost display test [--config FILE]
              says where the display answers, shows patterns on it, and says what to see
          watchpost panel off [--config FILE]
              drives every LED dark; the unit does so when the service has ended
          watchpost pair [--config FILE]
              shows a code, and a QR code, by which a phone becomes an administrator
          watchpost settings [--config FILE]
              lists what paired phones may change, and what they did change
          watchpost settings reset [--config FILE]
              undoes what they changed: the settings file applies again
          watchpost devices prune [--hours N] [--config FILE]
              removes registrations of phones that never came back (older than N hours;
              12 unless given)
          watchpost rotations show | next [MAP] [--file FILE] [--config FILE]
              which map is on and until when; what was edited; when a map comes next;
              with a schedule file it asks no box
          watchpost rotations at INSTANT [--file FILE] [--config FILE]
              which map is on at any instant by a schedule file; asks no box
          watchpost rotations check [FILE] [--file FILE] [--config FILE]
              reads a schedule file and lists everything that is wrong with it
          watchpost rotations set | takeover | end | see | undo [WORDS] [--yes] [--config FILE]
              changes the schedule of the running box: shows what a day becomes, and
              asks. For example: set pubs: SP OL ED 90, SP on until 18:30
          watchpost game list | close GAME [--config FILE]
              the games that have boards here; nobody new plays one that is closed
          watchpost game add GAME [name=…] [zone=…] [description=…] [genre=…] [price=HUNDREDTHS]
                  [currency=…] [shop=…] [submissions=any|signed|server] [--config FILE]
              adds a game, or changes what is given of it; submissions=signed: results count
              only with a signature by its key, server: only those of its own server
          watchpost game remove GAME NAME [--config FILE]
              removes it for good, with its boards, results and duels; NAME: as it is called
          watchpost game promote GAME place=1|2|3|none [pin=pinned|removed|none] [--config FILE]
              puts it among the games that are listed first; pin: before all others, or never
          watchpost game key GAME [rotate] [--config FILE]
              shows its key; rotate makes the next one, and the one before ends in a week
          watchpost game board GAME BOARD [name=…] [order=more|less] [operator=best|latest|sum]
                  [format=points|time|decimals] [decimals=…] [unit=…] [low=…] [high=…] [hold=…]
                  [pace=…] [windows=day,week,month] [--config FILE]
              adds a board, or changes what is given of it
          watchpost game season GAME BOARD [at=TIME|never] [order=more|less]
                  [operator=best|latest|sum] [--config FILE]
              ends its season now or at a time, and starts the next one; never: it goes on
          watchpost game results GAME [counts|held|hidden|flagged] [--config FILE]
              its newest results, or only those that count, are on hold, hidden or stand out
          watchpost game export GAME [board=…] [format=csv|json] [--config FILE] > FILE
              all its results, as long as the box keeps them
          watchpost game hide | restore GAME NUMBER [--config FILE]
              hides a result, or makes it count again; restore also accepts one on hold
          watchpost game preview | hide GAME [board=…] [player=CODE] [since=TIME] [until=TIME]
                  [above=SCORE] [below=SCORE] [--config FILE]
              says what hiding everything that matches would do; hides it
          watchpost game hidings GAME | undo GAME HIDING [--config FILE]
              what was hidden together; restores it within 30 days
          watchpost game bans GAME | ban GAME CODE [note=…] | unban GAME CODE [--config FILE]
              players whose results a game refuses
          watchpost game audit [GAME] [--config FILE]
              who did what to results and players
          watchpost game rename-player CODE [NAME] [--config FILE]
              gives a player another name, or a generated one
          watchpost game remove-player CODE [--config FILE]
              removes a player with all results, and from all boards
          watchpost game players [--config FILE]
              how many players and results there are, and who has most of them
          watchpost game prune [hours=N] [--config FILE]
              removes guests from outside who never played and registered N hours ago
              or earlier (12 unless given)
          watchpost invite [--config FILE]
              makes an invitation for a developer's account, with games of their own
          watchpost reset-password ADDRESS [--config FILE]
              makes a code by which the developer with this address sets another password
          watchpost contact [list | read NUMBER | delete NUMBER] [--config FILE]
              unread messages of the contact form, or the newest fifty; read shows one and
              marks it as read
          watchpost backup FILE [--config FILE]
              keeps what must not be lost in one file, while watchpost runs
          watchpost restore FILE [--config FILE]
              puts it back, while watchpost is stopped
          watchpost new-state [--config FILE]
              begins with an empty state where the one that was there is lost or damaged,
              and with an empty arena where that is lost, while watchpost is stopped
          watchpost vapid [--config FILE]
              prints the public key by which browsers know this box
          watchpost version

        Without --config the settings are read from /etc/watchpost/watchpost.toml, if there is one.
        """
}
