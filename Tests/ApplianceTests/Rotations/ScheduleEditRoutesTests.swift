import Core
import Foundation
import Testing
import WatchpostModel

@testable import Appliance

/// What the black-box stories of edits do not tell.
@Suite("Editing the schedule by a phone")
struct ScheduleEditRoutesTests {
    private static let path = "/v1/admin/schedule"

    /// An appliance with a schedule, and a phone that is paired.
    private func appliance() async throws -> PersonalFixture {
        let appliance = try await PersonalFixture()
        await appliance.rotations.take(.loaded(try ScheduleFile.read(EditedSchedule.file, file: "s")))
        await appliance.register(1)
        #expect(await appliance.pair(1)?.status == 200)
        return appliance
    }

    private func ask(
        _ appliance: PersonalFixture,
        _ rest: String,
        _ text: String,
        basis: String? = nil
    ) async -> RawClient.Answer? {
        let basis = basis.map { ",\"basis\":\"\($0)\"" } ?? ""
        return await appliance.ask(
            "POST",
            "\(Self.path)/\(rest)",
            "{\"text\":\"\(text)\"\(basis)}",
            device: 1
        )
    }

    /// What is on in pubs.
    private func pubs(_ appliance: PersonalFixture) async -> String? {
        await appliance.rotations.book.schedules?.mode("pubs")?.slot(at: APIFixture.noon)?.map.code
    }

    @Test("a preview of undo shows what it takes back, also when that lies ahead")
    func undoAhead() async throws {
        let appliance = try await appliance()
        let begin = "2025-12-05T12:00:00Z"
        let text = "takeover pubs Sample: SP 60, from \(begin), until 2025-12-05T18:00:00Z"
        let planned = await ask(appliance, "preview", text)
        let basis = try #require(planned?.json["basis"] as? String, "\(planned?.text ?? "")")
        #expect(await ask(appliance, "edits", text, basis: basis)?.status == 200)
        let undone = await ask(appliance, "preview", "undo")
        #expect(undone?.json["from"] as? String == begin)
        let modes = try #require(undone?.json["modes"] as? [[String: Any]])
        #expect(modes.first?["change"] as? String == "changed")
    }

    @Test(
        "a commit says when its preview was made: ten minutes later, or before that, it is refused in words",
        arguments: [
            ("2025-11-30T11:51:00Z", 200, ""), ("2025-11-30T11:49:59Z", 409, "more than 10 minutes ago"),
            ("2025-11-30T12:01:01Z", 409, "the clock was set"), ("noon", 400, "at"),
        ]
    )
    func lookedAt(at: String, status: Int, words: String) async throws {
        let appliance = try await appliance()
        let looked = await ask(appliance, "preview", "set pubs: OL SP 90, SP on until 13:00")
        let preview = try #require(looked)
        #expect(preview.json["at"] as? String == "2025-11-30T12:00:00Z")
        let basis = try #require(preview.json["basis"] as? String)
        let text = try #require(preview.json["text"] as? String)
        let body = "{\"text\":\"\(text)\",\"basis\":\"\(basis)\",\"at\":\"\(at)\"}"
        let answer = await appliance.ask("POST", "\(Self.path)/edits", body, device: 1)
        #expect(answer?.status == status, "\(answer?.json ?? [:])")
        #expect(words.isEmpty || (answer?.json["detail"] as? String)?.contains(words) == true)
        #expect(await pubs(appliance) == (status == 200 ? "SP" : "OL"))
    }

    @Test("a line that is short when it is typed may be committed as it is said in whole")
    func longest() async throws {
        let appliance = try await appliance()
        let maps = Array(repeating: "OL", count: 60).joined(separator: " ")
        let looked = await ask(appliance, "preview", "set pubs: \(maps) 1440, OL on until 13:00")
        let preview = try #require(looked)
        let text = try #require(preview.json["text"] as? String)
        let basis = try #require(preview.json["basis"] as? String)
        #expect(text.utf8.count > 500)
        let committed = await ask(appliance, "edits", text, basis: basis)
        #expect(committed?.status == 200, "\(committed?.json ?? [:])")
    }

    @Test(
        "what makes no sense is refused in words",
        arguments: [
            ("edits", #"{"text":"undo"}"#, 400, "basis: missing"), ("edits", #"{"text":5}"#, 400, "text"),
            ("preview", #"{"text":"undo"}"#, 409, "nothing to undo"),
            ("preview", #"{"text":"set arena: OL 90, OL for 5m"}"#, 400, "there are pubs, ranked"),
            ("seen", #"{"mode":"pubs","map":"SP, then OL"}"#, 400, "no map"),
            ("seen", #"{"mode":"pubs: OL 5\nundo","map":"SP"}"#, 400, "is not understood"),
            ("seen", #"{"mode":"pubs","map":"SP","until":"soon"}"#, 400, "until"),
            ("preview", "[]", 400, "the body"),
        ]
    )
    func refused(rest: String, body: String, status: Int, words: String) async throws {
        let appliance = try await appliance()
        let before = await appliance.rotations.book.schedules
        let answer = await appliance.ask("POST", "\(Self.path)/\(rest)", body, device: 1)
        #expect(answer?.status == status)
        #expect((answer?.json["detail"] as? String)?.contains(words) == true, "\(answer?.json ?? [:])")
        #expect(await appliance.rotations.book.schedules == before)
    }

    @Test("a newer file overrides what was edited of the modes that it changes, and the log says so")
    func overridden() async throws {
        let opened = try await Database.open(.memory, migrations: Feature.all.tables.migrations, now: nil)
        let log = FileManager.default.temporaryDirectory.path + "/watchpost-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: log) }
        let watch = try EditedSchedule.watch(opened.database, log: log)
        try await watch.beginEditing()
        let file = try ScheduleFile.read(EditedSchedule.file, file: "s")
        await watch.take(.loaded(file))
        _ = try await watch.commit("see pubs: SP until 12:40", by: nil)
        let other = try ScheduleFile.read(EditedSchedule.file.replacing("90", with: "60"), file: "s")
        await watch.take(.loaded(other))
        #expect(await watch.book.schedules == other)
        let said = try String(contentsOfFile: log, encoding: .utf8)
        #expect(said.contains("the schedule was edited by its owner: see pubs: SP on until"))
        #expect(
            said.contains(
                "the schedule file overrides the edit of 2025-11-30T12:00:00Z: see pubs: SP on until"
            )
        )
        await watch.take(.loaded(file))
        #expect(
            try String(contentsOfFile: log, encoding: .utf8).contains(
                "over the schedule file there holds again the edit of 2025-11-30T12:00:00Z: see pubs: SP on"
            )
        )
        // A restart knows it as well.
        let later = try EditedSchedule.watch(opened.database)
        try await later.beginEditing()
        await later.take(.loaded(file))
        let restarted = await later.book.schedules
        #expect(restarted?.mode("pubs")?.slot(at: APIFixture.noon)?.map.code == "SP")
        await opened.database.close()
    }
}
