package import WatchpostModel

/// What holds for the whole box and comes before any realm.
package struct LampConditions: Hashable, Sendable {
    package var isIdentifying = false
    package var fault: PanelFault?
    package var isSetUp = true
    package var network = PanelNetwork.up
    package var isQuiet = false
    package var isStopping = false
    /// One realm down shows as "all down", for lists and regions.
    package var anyDownIsAll = false

    package init() {}
}

/// A fault of the appliance itself, as it is shown.
package struct PanelFault: Hashable, Sendable {
    /// Short and stable, for the display and the manual: `E12`.
    package var code: String
    /// A few words: `disk is full`.
    package var words: String
    /// Whether it makes every lamp doubtful; a fault of one part does not, as long as the display can tell of it.
    package var isOfTheBox: Bool
    /// Whether lamps tell of it where no display can; not when it has nothing to do with what they promise.
    package var isForLamps: Bool

    package init(code: String, words: String, isOfTheBox: Bool = true, isForLamps: Bool = true) {
        self.code = code
        self.words = words
        self.isOfTheBox = isOfTheBox
        self.isForLamps = isForLamps
    }
}

/// The state of our own internet connection.
package enum PanelNetwork: Hashable, Sendable {
    case up
    /// Since when is not known while the clock is not set.
    case down(since: UnixTime?)
}
