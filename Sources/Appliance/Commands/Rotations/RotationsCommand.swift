import Core
import SystemSupport
import WatchpostModel

/// `watchpost rotations …`: which map is on, at any instant, and changing the schedule.
struct RotationsCommand: Sendable {
    let arguments: Arguments
    let configuration: Configuration
    let zone: CivilZone

    init(_ arguments: Arguments, _ configuration: Configuration) {
        self.arguments = arguments
        self.configuration = configuration
        zone = configuration.panel.timeZone
    }

    private var words: [String] { Array(arguments.words.dropFirst()) }
    private var lines: RotationLines { RotationLines(zone: zone) }
    private var call: OwnerCall {
        OwnerCall(configuration: configuration, folder: StateFolder(configuration))
    }

    /// 0 when it is done, 1 when it is not, 64 for an instant that makes no sense.
    func run() async -> Int32 {
        guard let verb = arguments.words.first.flatMap(RotationsVerb.init) else {
            return Arguments.Misuse.exitCode
        }
        switch verb {
        case .at: return await at()
        case .check: return await check()
        case .show, .next:
            guard let path = arguments.scheduleFile else { return await read(verb) }
            return await look(verb, into: path)
        case .set, .takeover, .end, .see, .undo:
            return await RotationsEdit(call: call, lines: lines, isSure: arguments.isSure)
                .run(arguments.words.joined(separator: " "))
        }
    }

    /// Computed from a file, whatever any clock says.
    private func at() async -> Int32 {
        let now = SystemClock.machine
        let instant: UnixTime
        do throws(EditRefusal) {
            instant = try EditInstantReader(now: now, zone: zone)
                .instant(words.joined(separator: " "))
        } catch {
            Console.error("watchpost: \(error)")
            return Arguments.Misuse.exitCode
        }
        let path = arguments.scheduleFile ?? configuration.rotations.scheduleFile
        switch await load(path) {
        case .failure(let refusal): return refused(refusal)
        case .success(let schedules):
            Console.print("by \(path ?? "the built-in schedule") (\(schedules.source)), at \(instant):")
            for line in lines.modes(schedules, at: instant) { Console.print(line) }
            return 0
        }
    }

    private func check() async -> Int32 {
        let path = words.first ?? arguments.scheduleFile ?? configuration.rotations.scheduleFile
        switch await load(path) {
        case .failure(let refusal): return refused(refusal)
        case .success(let schedules):
            Console.print("the map schedule is valid: \(path ?? "the built-in one")")
            let now = SystemClock.system.now().wall
            for line in ScheduleSummary.lines(of: schedules, at: now) { Console.print(line) }
            return 0
        }
    }

    /// What a file says of now, without an appliance, by whatever clock this machine has.
    private func look(_ verb: RotationsVerb, into path: String) async -> Int32 {
        let now = SystemClock.machine
        switch await load(path) {
        case .failure(let refusal): return refused(refusal)
        case .success(let schedules):
            guard verb == .show else { return next(schedules, at: now) }
            Console.print("by \(path) (\(schedules.source)), at \(now):")
            for line in lines.modes(schedules, at: now) { Console.print(line) }
            return 0
        }
    }

    private func load(_ path: String?) async -> Result<RotationSchedules, ScheduleRefusal> {
        await BlockingCall.run {
            do throws(ScheduleRefusal) {
                if let path { return .success(try ScheduleFile.load(path)) }
                return .success(try ScheduleFile.shipped())
            } catch {
                return .failure(error)
            }
        }
    }

    private func refused(_ refusal: ScheduleRefusal) -> Int32 {
        for problem in refusal.problems { Console.error(problem) }
        return 1
    }

    /// What the running appliance says.
    private func read(_ verb: RotationsVerb) async -> Int32 {
        let address = OwnAddress.loopback(configuration)
        let client = HTTPClient(progress: {})
        defer { client.stop() }
        do {
            let request = HTTPRequest(
                url: "\(address)/v1/rotations",
                timeout: .seconds(5),
                maximumBody: RotationsCommand.longestAnswer
            )
            let reply = try await client.send(request)
            guard reply.status == 200, let list = OwnerCall.read(RotationListBody.self, reply) else {
                let problem = OwnerCall.read(ProblemBody.self, reply)
                let words = problem?.detail ?? "HTTP \(reply.status), in a form not known here"
                Console.error("the box at \(address) does not tell its maps: \(words)")
                return 1
            }
            return verb == .show ? await show(list) : next(list)
        } catch {
            Console.error("no box answers at \(address): \(error)")
            Console.error("is it running? try: systemctl status watchpost")
            return 1
        }
    }

    private func show(_ list: RotationListBody) async -> Int32 {
        Console.print("source: \(list.source)")
        for line in lines.now(list) { Console.print(line) }
        if let refused = list.refused {
            Console.print("the newest schedule file is refused; \(refused.inForce.words)")
        }
        do throws(OwnerCallError) {
            let edits = try await call.ask(
                ScheduleEditListBody.self,
                .get,
                "/v1/admin/schedule",
                wanting: 200,
                wish: "does not tell what was edited",
                atMost: RotationsCommand.longestAnswer
            )
            for line in lines.edits(edits.edits) { Console.print(line) }
        } catch {
            // The maps are everybody's to read; who edited what is not.
            Console.print("what was edited is not shown: \(error.words)")
        }
        return 0
    }

    private func next(_ list: RotationListBody) -> Int32 {
        guard let now = SystemClock.system.now().wall else {
            Console.error("the clock of this machine is not set yet: nothing comes next")
            return 1
        }
        do throws(RotationProblem) {
            return next(try RotationSchedules(list), at: now)
        } catch {
            Console.error("the box's schedules make no sense: \(error)")
            return 1
        }
    }

    private func next(_ schedules: RotationSchedules, at now: UnixTime) -> Int32 {
        guard let map = words.first else {
            for line in lines.following(schedules, at: now) { Console.print(line) }
            return 0
        }
        let found = lines.next(map, in: schedules, at: now)
        for line in found { Console.print(line) }
        guard found.isEmpty else { return 0 }
        Console.error("“\(map)” is the code or name of no map that comes in the next two weeks")
        return 1
    }

    /// 32 modes with hundreds of schedules, or 200 edits with all they say.
    static let longestAnswer = 4 << 20
}
