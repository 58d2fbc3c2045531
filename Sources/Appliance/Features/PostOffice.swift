import Core
import Serving
import SystemSupport

/// All that sends letters, where the settings name a server.
struct PostOffice: Sendable {
    let desk: MailDesk
    /// Carries letters until it is cancelled.
    let loop: @Sendable () async -> Void
    /// Ends the connection to the server once nobody is served any more.
    let stop: @Sendable () -> Void

    /// Nil: this box sends no letters.
    init?(_ arena: ArenaService, _ parts: Assembly) {
        let platform = parts.platform
        guard let section = platform.configuration.mail else { return nil }
        let clock = platform.clock
        let box = platform.configuration.server.publicURL?.host ?? platform.localName
        let desk = MailDesk(
            words: LetterWords(PageFiles().languages, box: box),
            isPassingOn: section.recipient != nil,
            now: { clock.now().monotonic }
        )
        let door = MailDoor(section)
        let postman = Postman(
            arena: arena,
            desk: desk,
            section: section,
            clock: clock,
            liveness: platform.liveness,
            log: platform.log,
            send: { await door.send($0) }
        )
        self.desk = desk
        loop = { await postman.run() }
        stop = { door.close() }
    }
}
