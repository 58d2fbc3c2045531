import Display
import WatchpostModel

extension RefusedScheduleBody.InForce {
    /// For log and terminal.
    var words: String {
        switch self {
        case .before: "the previous schedule stays in force"
        case .kept: "a kept copy of the last good one is in force"
        case .builtIn: "the built-in schedule is in force"
        }
    }
}

extension PanelFault {
    /// That the newest schedule file is refused: what is in force, and the first thing that is wrong.
    ///
    /// Lamps promise nothing about maps.
    init(refused refusal: ScheduleRefusal, inForce: RefusedScheduleBody.InForce) {
        self.init(
            code: "E33",
            words: "schedule file refused, \(inForce.words): \(refusal.published.first ?? "")",
            isOfTheBox: false,
            isForLamps: false
        )
    }
}
