import Core
import Serving
import WatchpostModel

/// Editing the schedule, for paired phones and our own command line; and starting it, for those at home.
struct ScheduleEditRoutes {
    let services: DeviceServices
    let watch: RotationWatch

    private static let pattern = "/v1/admin/schedule"
    private static let largestBody = 4_096
    /// Edits in the answer of a commit: whoever wants all asks for the list.
    private static let mostAnswered = 50

    var routes: [Route] {
        let bounds = CallBounds.body(ScheduleEditRoutes.largestBody)
        return [
            Route(.get, ScheduleEditRoutes.pattern, .administrator, .bare) { _ async throws(Problem) in
                Reply(try await list())
            },
            Route(.post, "\(ScheduleEditRoutes.pattern)/preview", .administrator, bounds) {
                request async throws(Problem) in
                let body = try request.json(ScheduleRequestBody.self)
                do throws(EditRefusal) {
                    return Reply(try await watch.preview(body.text))
                } catch {
                    throw Problem(error)
                }
            },
            Route(.post, "\(ScheduleEditRoutes.pattern)/edits", .administrator, bounds) {
                request async throws(Problem) in
                let body = try request.json(ScheduleRequestBody.self)
                guard let basis = body.basis else {
                    throw Problem(.badRequest, "basis: missing; take that of the preview")
                }
                let install = ScheduleEditRoutes.install(of: request)
                return try await committed { () async throws(SQLiteError) in
                    try await watch.commit(body.text, basis: basis, at: body.at, by: install)
                }
            },
            Route(.post, "\(ScheduleEditRoutes.pattern)/seen", .administrator, bounds) {
                request async throws(Problem) in
                let body = try request.json(SeenMapBody.self)
                let install = ScheduleEditRoutes.install(of: request)
                let line = ScheduleEditRoutes.line(body)
                return try await committed { () async throws(SQLiteError) in
                    try await watch.commit(line, by: install)
                }
            },
            start,
        ]
    }

    /// Starting a mode of which no map is known: the one change that those at home make without being paired.
    private var start: Route {
        Route(.post, "/v1/schedule/start", .homeOrAdministrator, .body(ScheduleEditRoutes.largestBody)) {
            request async throws(Problem) in
            let body = try request.json(StartedMapBody.self)
            let start = CycleStart(mode: body.mode, map: body.map)
            let (who, administers) = (ScheduleEditRoutes.starter(of: request), request.caller.administers)
            let outcome = try await services.disk.watch { () async throws(SQLiteError) in
                try await watch.start(start, by: who, administers: administers)
            }
            switch outcome {
            case .shown(let mode): return Reply(mode)
            case .notPaired: throw ScheduleEditRoutes.isKnown
            case .refused(let refusal): throw Problem(refusal)
            }
        }
    }

    private static let isKnown = Problem(
        .forbidden,
        "the schedule of this mode has not ended: only a paired phone changes it; without one it can be started at home "
            + "once it has ended",
        code: .notPaired
    )

    private static func starter(of request: CallRequest) -> String? {
        request.caller == .stranger ? ScheduleEdit.someoneAtHome : install(of: request)
    }

    /// In the words of the one grammar, which checks them; what could end a word there is none of a mode or map.
    static func line(_ seen: SeenMapBody) -> String {
        "see \(seen.mode): \(seen.map) on" + (seen.until.map { " until \($0)" } ?? "")
            + (seen.then.map { ", then \($0)" } ?? "")
    }

    private static func install(of request: CallRequest) -> String? {
        guard case .device(let identity) = request.caller else { return nil }
        return identity.install
    }

    /// Answers with what is in force then.
    private func committed(
        _ work: @Sendable () async throws(SQLiteError) -> RotationWatch.EditOutcome
    ) async throws(Problem) -> Reply {
        switch try await services.disk.watch(work) {
        case .done: return Reply(try await list(atMost: ScheduleEditRoutes.mostAnswered))
        case .refused(let refusal): throw Problem(refusal)
        }
    }

    /// `most`: of the newest edits.
    private func list(atMost most: Int = ScheduleEditStore.most) async throws(Problem) -> ScheduleEditListBody
    {
        let view: RotationWatch.EditsView
        do throws(EditRefusal) {
            view = try await watch.edits()
        } catch {
            throw Problem(error)
        }
        let shown = view.edits.suffix(most).reversed()
        let rest = view.edits.count - shown.count
        let installs = Set(shown.compactMap(\.edit.install))
        let names = try await services.disk.watch { () async throws(SQLiteError) in
            try await ScheduleEditRoutes.names(of: installs, in: services.store)
        }
        return ScheduleEditListBody(
            basis: view.basis,
            modes: view.modes,
            maps: view.maps.map { MapNameBody(code: $0.code, map: $0.name) },
            edits: shown.map { edit, standing in
                ScheduleEditBody(edit, standing, phone: edit.install.flatMap { names[$0] })
            },
            more: rest > 0 ? rest : nil
        )
    }

    /// By the ids of phones; one that is gone has none.
    private static func names(
        of installs: Set<String>,
        in store: DeviceStore
    ) async throws(SQLiteError) -> [String: String] {
        var names: [String: String] = [:]
        for install in installs {
            guard let identity = try await store.identity(of: install) else { continue }
            names[install] = try await store.device(identity.id)?.name
        }
        return names
    }
}

extension ScheduleEditBody {
    fileprivate init(_ edit: ScheduleEdit, _ standing: ScheduleEdits.Standing, phone: String?) {
        let state: State =
            switch standing {
            case .inForce: .inForce
            case .undone: .undone
            case .overridden: .overridden
            case .undo: .undo
            }
        self.init(
            version: edit.version,
            at: edit.at,
            by: edit.install == nil ? .owner : edit.install == ScheduleEdit.someoneAtHome ? .home : .phone,
            phone: phone,
            text: edit.words,
            state: state
        )
    }
}

extension Problem {
    /// A refusal to change the schedule.
    fileprivate init(_ refusal: EditRefusal) {
        switch refusal.kind {
        case .wrong: self.init(.badRequest, "\(refusal)")
        case .impossible: self.init(.conflict, "\(refusal)")
        case .outdated: self.init(.conflict, "\(refusal)", code: ProblemCode.changedMeanwhile)
        }
    }
}
