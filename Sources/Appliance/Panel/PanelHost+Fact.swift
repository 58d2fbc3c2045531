import Core
import Display
import WatchpostModel

/// What the panel's host is made of, and what it is told.
extension PanelHost {
    /// A fact that the panel shows.
    enum Fact: Sendable {
        case sources([SourceView])
        case rotations([PanelRotation])
        /// Running duels of people at home.
        case duels([PanelDuel])
        /// A part has this fault; nil: it has none any more. Another part may have one of the same code (`FaultBook`).
        case fault(code: String, of: String = "", PanelFault?)
        case hardware(PanelHardware.Report)
        /// Recent events for the terminal's list, newest last.
        case events([String])
        /// Phones changed how the panel shows things.
        case settings(PanelSection)
        /// What the phones of this appliance watch.
        case watched([WatchTarget])
        /// Somebody asks for something to be shown: which box this is, a code.
        case request(Panel.Event)
        /// What a long press of the button does, where there is a display to read a code from.
        case longPress(@Sendable () -> Void)
        case stop(Panel.Ending = .stopping)
        case tick
    }

    /// What the panel is made of in this box.
    struct Dependencies: Sendable {
        var hostName = ""
        var terminal: TerminalPanel?
        var status = TerminalStatus()
        var wiring = PanelWiring()
        /// Where the box can be reached now.
        var addresses: @Sendable () -> [String] = { [] }
        /// Faults that are known from the settings, by code.
        var faults: [String: PanelFault] = [:]
        /// How long the display may take for the last words: the process is asked to end.
        var farewell = Duration.seconds(2)
    }
}

extension PanelFault {
    /// What is wrong with a name in the settings.
    init(setting words: String) {
        self.init(code: "E32", words: words, isOfTheBox: false, isForLamps: false)
    }
}

extension PanelNetwork {
    /// Our own connection is down when the sources say so.
    init(_ sources: [SourceView]) {
        let lost = sources.filter { $0.freshness.state == .noNetwork }
        self = lost.isEmpty ? .up : .down(since: lost.compactMap(\.freshness.since).min())
    }
}

extension ButtonGesture.Action {
    /// What the panel is asked.
    var event: Panel.Event {
        switch self {
        case .nextPage: .nextPage
        case .showAddress: .showAddress
        case .identify: .identify
        case .quietNow: .quietNow
        }
    }
}
