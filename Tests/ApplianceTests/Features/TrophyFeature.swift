import Core
import WatchpostModel

@testable import Appliance
@testable import Arena
@testable import Serving

/// A feature of the tests: phones win trophies; its game has players (`TrophyFile`).
///
/// It has everything that a feature can hand over, and is in no list of ours.
struct TrophyFeature: Sendable {
    /// What it did and was asked, in order.
    let heard = Heard()
    let won = Metric()
    /// How often it was asked who a player is.
    let asked = Metric()

    final class Heard: Sendable {
        private let words = Locked<[String]>([])
        var all: [String] { words.withLock { $0 } }
        func note(_ word: String) { words.withLock { $0.append(word) } }
    }

    static let migration = Migration(
        "trophies/1",
        "CREATE TABLE trophies (title TEXT PRIMARY KEY, person INTEGER NOT NULL) STRICT"
    )
    static let part = PublishedPart("trophies")
    static let description = EmbeddedFile(
        "API/OpenAPI/trophies.json",
        text: #"{"paths":{"/v1/trophies":{"get":{"summary":"How many trophies were won"}}}}"#
    )

    /// What it hands over.
    var feature: Feature {
        Feature(
            name: "trophies",
            isWanted: { !$0.server.hosts.contains("no-trophies") },
            tables: StateTables(
                migrations: [TrophyFeature.migration],
                bounds: [StateBounds.Rule("trophies", "length(title) > 8", "title is longer than 8")]
            ),
            files: [TrophyFeature.file],
            keptFiles: [TrophyFeature.key],
            topics: [Topic()],
            participants: { _ in [Participant(heard: heard)] },
            published: [TrophyFeature.part],
            shares: [CacheShare(of: "cup", bodies: 2, bytes: 65_536)],
            openAPI: [TrophyFeature.description],
            reads: { [won] _ in
                [
                    Route("/v1/trophies") { _ throws(Problem) in
                        .json(TrophyFeature.part, key: "/v1/trophies") { ["won": won.value] }
                    },
                    Route("/v1/cups/{cup}") { request throws(Problem) in
                        let cup = request.parameter("cup")
                        let part = PublishedPart.one(of: "cup", Int64(cup) ?? 0)
                        return .json(part, key: "/v1/cups/\(cup)") { ["won": won.value] }
                    },
                ]
            },
            calls: { services in
                [
                    Route(.get, "/v1/devices/{id}/trophies/export", .ownDevice, .bare) {
                        request async throws(Problem) in try await export(request, services)
                    },
                    Route(.get, "/v1/devices/{id}/trophies", .ownDevice, .bare) {
                        request async throws(Problem) in
                        Reply(["person": try request.device().person, "at": try services.wall().seconds])
                    },
                ]
            },
            limits: { _ in [.install: [.request: .aMinute(5)]] },
            start: { parts in running(parts) }
        )
    }

    private func export(_ request: CallRequest, _ services: DeviceServices) async throws(Problem) -> Reply {
        let person = try request.device().person
        do throws(SQLiteError) {
            return Reply(try await services.store.persons.export(person))
        } catch {
            throw Problem(.unavailable, error.message)
        }
    }

    /// `POST /v1/devices/{id}/trophies`: a person wins one, and the phone is to be told.
    private func win(_ platform: Platform) -> Route {
        let (state, clock) = (platform.stores.state, platform.clock)
        return Route(.post, "/v1/devices/{id}/trophies", .ownDevice, .bare) { request async throws(Problem) in
            let device = try request.device()
            let now = clock.now().wall ?? APIFixture.noon
            let notice = NewNotice(
                subject: "cup",
                aspect: "trophy",
                word: "won",
                at: now,
                expiresAt: now.advanced(by: 3_600)
            )
            do throws(SQLiteError) {
                try await state.write("win") { db throws(SQLiteError) in
                    try db.execute("INSERT INTO trophies VALUES ('cup', ?1)", .integer(device.person))
                    try notice.put(.phone(device.id), db)
                }
            } catch {
                throw Problem(.unavailable, error.message)
            }
            won.add()
            return .noContent
        }
    }

    private func running(_ parts: Assembly) -> RunningFeature {
        let publisher = parts.platform.publisher
        let file = TrophyFile(parts.platform, heard: heard, asked: asked)
        let lines = [MetricSeries("trophies_won_total", .counter, help: "Trophies.") { won.value }]
        return RunningFeature(
            routes: file.routes + [
                win(parts.platform),
                Route(.post, "/v1/trophies/show", .anybody, .bare) { _ async throws(Problem) in
                    publisher.changed(TrophyFeature.part)
                    return .noContent
                },
            ],
            metrics: lines,
            identities: [file],
            exports: [file.export],
            files: [file.database],
            prepare: { heard.note("prepared") },
            loops: [
                {
                    heard.note("runs")
                    // Ends when it is cancelled.
                    try? await Task.sleep(for: .seconds(3_600))
                    heard.note("ended")
                }
            ],
            farewell: { heard.note("farewell") },
            stop: { heard.note("stopped") },
            close: { heard.note("closed") }
        )
    }

    private struct Participant: PersonParticipant {
        let heard: Heard
        let name = "trophies"

        func obstacle(to join: PersonJoin, _ db: borrowing Connection) throws(SQLiteError) -> JoinObstacle? {
            let won = try db.rows("SELECT title FROM trophies WHERE person = ?1", .integer(join.person)) {
                row throws(SQLiteError) in try row.text(0)
            }
            return won.isEmpty ? nil : JoinObstacle(code: "winner", words: "who won a cup joins nobody")
        }

        func delete(_ person: Int64, _ db: borrowing Connection) throws(SQLiteError) {
            try db.execute("DELETE FROM trophies WHERE person = ?1", .integer(person))
            heard.note("person deleted")
        }

        func export(
            _ person: Int64,
            _ db: borrowing Connection
        ) throws(SQLiteError) -> any Encodable & Sendable {
            try db.rows("SELECT title FROM trophies WHERE person = ?1", .integer(person)) {
                row throws(SQLiteError) in try row.text(0)
            }
        }
    }

    private struct Topic: NoticeTopic {
        let aspects = ["trophy"]

        func life(_ aspect: String, _ rules: NoticePolicy) -> Int64? { nil }

        func facts(of row: DueNotice, _ context: NoticeContext, _ db: borrowing Connection) -> Bool { true }

        func verdict(
            _ row: DueNotice,
            _ facts: Bool,
            for phone: NoticePhone,
            _ rules: NoticePolicy,
            at now: UnixTime
        ) -> NoticeVerdict {
            .drop("nobody is told in these tests")
        }

        func title(of row: DueNotice, in words: NoticeWords, _ db: borrowing Connection) -> String {
            "You won a \(row.subject)"
        }
    }
}
