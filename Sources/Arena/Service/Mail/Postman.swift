import Core
import Serving
import SystemSupport
import Transfers
import WatchpostModel

/// Carries letters from `arena.db` to the mail server, one after the other.
///
/// A letter is noted as handed over before it leaves, and is noted to wait again only where the server surely has not got it: the
/// plug may be pulled at any instant, and no letter arrives twice. One that may be lost is asked for again by whoever wants it.
actor Postman {
    /// Hands a letter over, and tells how that ended.
    typealias Send = @Sendable (Letter) async -> TransferEnd

    private let arena: ArenaService
    private let desk: MailDesk
    private let settings: MailSettings
    private let clock: SystemClock
    private let liveness: LivenessRegistry
    private let log: Log
    private let send: Send
    /// When the server is asked again, monotonic, and how often it failed in a row; nil: it works.
    private var retry: (at: Duration, failures: Int64)?

    /// What the next letter may say; made before it is known which that is, and in no file.
    private struct Codes {
        let confirmation = PlayerCodeText.recovery()
        /// One for each player of an address.
        let players = (0..<mostPlayers).map { _ in PlayerCodeText.recovery() }

        private static let mostPlayers = 5
    }

    private static let name = "letters"
    private static let pause = Duration.seconds(60)
    /// Of one write.
    private static let budget = Duration.seconds(60)
    /// How long a letter that is on its way may take to end when the appliance does.
    private static let grace = Duration.milliseconds(800)

    init(
        arena: ArenaService,
        desk: MailDesk,
        settings: MailSettings,
        clock: SystemClock,
        liveness: LivenessRegistry,
        log: Log,
        send: @escaping Send
    ) {
        (self.arena, self.desk, self.settings) = (arena, desk, settings)
        (self.clock, self.liveness, self.log, self.send) = (clock, liveness, log, send)
    }

    /// Carries what comes until cancelled.
    func run() async {
        while !Task.isCancelled {
            let pause = await round()
            liveness.rest(Postman.name)
            await desk.bell.wait(pause)
        }
    }

    /// Carries all that may leave now; how long nothing may, unless it rings.
    func round() async -> Duration {
        while !Task.isCancelled {
            let moment = clock.now()
            if let retry, retry.at > moment.monotonic { return retry.at - moment.monotonic }
            guard let now = moment.wall else { return .seconds(5) }
            liveness.expect(Postman.name, within: Postman.budget)
            let codes = Codes()
            let terms = LetterStore.Terms(
                most: settings.lettersPerHour,
                owner: settings.recipient,
                confirmation: PlayerCodeText.hash(codes.confirmation),
                players: codes.players.map { PlayerCodeText.hash($0) }
            )
            let next: LetterStore.Next
            do throws(Problem) {
                next = try await arena.use { stores throws(SQLiteError) in
                    try await stores.letters.lease(terms, at: now)
                }
            } catch {
                // Whoever looks after the file shows what is wrong with it; it rings when it is open again.
                return Postman.pause
            }
            switch next {
            case .nothing: return Postman.pause
            case .wait(let seconds): return .seconds(min(seconds, 60))
            case .letter(let leased): await carry(leased, codes, at: now)
            }
        }
        return Postman.pause
    }

    private func carry(_ leased: LeasedLetter, _ codes: Codes, at now: UnixTime) async {
        liveness.rest(Postman.name)
        guard let letter = letter(leased, codes, at: now) else { return await settle(leased, .refused) }
        guard let end = await end(of: letter) else { return }
        let verdict = MailVerdict(end)
        tell(leased, verdict)
        await settle(leased, verdict.end)
    }

    private func letter(_ leased: LeasedLetter, _ codes: Codes, at now: UnixTime) -> Letter? {
        var code = codes.confirmation
        switch leased.kind {
        case .recovery:
            guard let developer = leased.developer,
                let digits = desk.code(for: developer, at: leased.recipient)
            else { return nil }
            code = "\(digits.prefix(4)) \(digits.suffix(4))"
        case .player:
            code = zip(leased.players, codes.players).map { player, code in
                "\(player.name) (\(player.code)): \(code)"
            }.joined(separator: "\n")
        case .confirmation, .contact: break
        }
        let (subject, text) = desk.words.words(leased, code: code)
        return Letter(
            from: settings.from,
            to: leased.recipient,
            replyTo: leased.message?.address,
            subject: subject,
            text: text,
            token: RandomSource.base64URL(22),
            date: now
        )
    }

    /// How handing over ended; nil: the appliance ends, and it did not end in time.
    ///
    /// Then it stays noted as handed over.
    private func end(of letter: Letter) async -> TransferEnd? {
        let (ends, teller) = AsyncStream<TransferEnd?>.makeStream(bufferingPolicy: .bufferingOldest(1))
        let send = send
        let flight = Task { _ = teller.yield(await send(letter)) }
        // In a task of its own: that of whoever waits ends at once when the appliance does.
        let first = Task { () -> TransferEnd? in
            for await end in ends { return end }
            return nil
        }
        return await withTaskCancellationHandler {
            await first.value
        } onCancel: {
            flight.cancel()
            Task {
                try? await Task.sleep(for: Postman.grace)
                teller.yield(nil)
            }
        }
    }

    /// Also when the appliance ends: in a task of its own, which nobody cancels.
    private func settle(_ leased: LeasedLetter, _ end: LetterEnd) async {
        guard let now = clock.now().wall else { return }
        let arena = arena
        await Task {
            do throws(Problem) {
                try await arena.use { stores throws(SQLiteError) in
                    try await stores.letters.settle(leased, end, at: now)
                }
            } catch {
                // It stays noted as handed over.
            }
        }.value
    }

    private func tell(_ leased: LeasedLetter, _ verdict: MailVerdict) {
        let name = "letter \(leased.id) (\(leased.kind.rawValue))"
        switch verdict.end {
        case .accepted: log.notice("\(name) was taken by the mail server")
        case .refused:
            log.error("\(name) was refused by the mail server and is not sent again: \(verdict.words)")
        case .unknown:
            log.error("\(name) may have arrived, and is not sent again: \(verdict.words)")
        case .later where !verdict.isOfServer: log.notice("\(name) waits: \(verdict.words)")
        case .later: break
        }
        guard verdict.isOfServer else {
            if retry != nil { log.notice("the mail server takes emails again") }
            retry = nil
            return
        }
        if retry == nil {
            log.error("emails wait, because \(settings.server) cannot be used: \(verdict.words)")
        }
        let failures = (retry?.failures ?? 0) + 1
        retry = (clock.now().monotonic + .seconds(LetterPause.after(failures)), failures)
    }
}
