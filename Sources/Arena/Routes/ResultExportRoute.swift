import Core
import Serving

/// All results of a game in one file, for whoever governs it.
struct ResultExportRoute {
    let arena: ArenaService
    let side: GameSide

    var routes: [Route] {
        [
            side.route(.get, "\(side.game)/export") { request, door async throws(Problem) in
                try await export(request, door)
            }
        ]
    }

    private func export(_ request: CallRequest, _ door: GameDoor) async throws(Problem) -> Reply {
        let slug = request.parameter("game")
        let formats = ResultSheet.Format.allCases.map(\.rawValue)
        let word = try request.query.choice("format", of: formats, default: "csv")
        let format = ResultSheet.Format(rawValue: word) ?? .csv
        let board = request.query["board"]
        let outcome = try await arena.use { stores throws(SQLiteError) in
            try await stores.ledger.slices(of: slug, board: board, through: door)
        }
        switch outcome {
        case .noGame: throw Problem.noGame
        case .noBoard: throw Problem.noBoard
        case .slices(let slices):
            let sheet = ResultSheet(format: format)
            let export = ResultExport(slices, sheet, of: arena, try arena.exports.take(door))
            var reply = Reply(
                streamed: StreamedBody { () async throws(Problem) in try await export.next() },
                type: sheet.type
            )
            // Names in paths are letters, digits and hyphens.
            let name = [slug, board ?? "results"].joined(separator: "-")
            reply.fields = [("Content-Disposition", "attachment; filename=\"\(name).\(format.rawValue)\"")]
            return reply
        }
    }
}
