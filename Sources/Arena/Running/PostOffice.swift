import Core
import Serving
import SystemSupport

/// All that sends letters, where the settings name a server.
struct PostOffice: Sendable {
    let desk: MailDesk
    /// Carries letters until it is cancelled.
    let loop: @Sendable () async -> Void
    /// Ends the connection to the server once nothing is served any more.
    let stop: @Sendable () -> Void

    /// Nil: this box sends no letters.
    init?(_ arena: ArenaService, _ box: ArenaSurroundings) {
        guard let settings = box.mail else { return nil }
        let clock = box.clock
        let desk = MailDesk(
            words: LetterWords(box.languages, box: box.name),
            isPassingOn: settings.recipient != nil,
            now: { clock.now().monotonic }
        )
        let door = MailDoor(settings)
        let postman = Postman(
            arena: arena,
            desk: desk,
            settings: settings,
            clock: clock,
            liveness: box.liveness,
            log: box.log,
            send: { await door.send($0) }
        )
        self.desk = desk
        loop = { await postman.run() }
        stop = { door.close() }
    }
}
