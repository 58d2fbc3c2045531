package import Core
package import Display
package import Serving
package import SystemSupport

/// Where the arena stands in the box: all that it is given.
package struct ArenaSurroundings: Sendable {
    /// What a page of the site is made of, by the name of its file.
    package typealias SiteDocument = (name: String, text: String)

    package var settings: ArenaSettings
    /// Nil: this box sends no letters.
    package var mail: MailSettings?
    /// What letters call the box.
    package var name: String
    /// The state folder, which keeps the secret that keys of games are made from.
    package var directory: String
    /// `state.db`: which persons there are, and the notices that wait for their phones.
    package var state: Database
    package var persons: PersonStore
    package var calls: CallServices
    package var clock: SystemClock
    package var liveness: LivenessRegistry
    package var log: Log
    /// Of the pages, English first.
    package var languages: [PageLanguage]
    package var documents: [SiteDocument]
    /// Where a code is shown by which somebody at the box gives an account another password.
    package var codes: CodeOutlet
    /// Shows running duels on the panel; nil: it shows none.
    package var showDuels: (@Sendable ([PanelDuel]) -> Void)?
    /// Notices for phones wait in `state.db`.
    package var noticesWait: @Sendable () -> Void
    /// Shows that `state.db` refuses news, in words, and that it no longer does.
    package var newsFault: @Sendable (String?) -> Void
    /// Shows that one of the arena's bounds is near, in words, and that it no longer is; each bound by a name of its own.
    package var roomFault: @Sendable (_ bound: String, String?) -> Void

    package init(
        settings: ArenaSettings,
        mail: MailSettings?,
        name: String,
        directory: String,
        state: Database,
        persons: PersonStore,
        calls: CallServices,
        clock: SystemClock,
        liveness: LivenessRegistry,
        log: Log,
        languages: [PageLanguage],
        documents: [SiteDocument],
        codes: CodeOutlet,
        showDuels: (@Sendable ([PanelDuel]) -> Void)?,
        noticesWait: @escaping @Sendable () -> Void,
        newsFault: @escaping @Sendable (String?) -> Void,
        roomFault: @escaping @Sendable (_ bound: String, String?) -> Void
    ) {
        (self.settings, self.mail, self.name, self.directory) = (settings, mail, name, directory)
        (self.state, self.persons, self.calls) = (state, persons, calls)
        (self.clock, self.liveness, self.log) = (clock, liveness, log)
        (self.languages, self.documents, self.codes) = (languages, documents, codes)
        (self.showDuels, self.noticesWait) = (showDuels, noticesWait)
        (self.newsFault, self.roomFault) = (newsFault, roomFault)
    }
}
