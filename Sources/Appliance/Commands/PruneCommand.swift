import WatchpostModel

/// `watchpost devices prune`: removes registrations that nobody came back to, however many a stranger made.
struct PruneCommand {
    let call: OwnerCall
    /// Only those that are older than so many hours.
    let hours: Int

    /// More answers than the most devices that may be registered need.
    private static let mostRequests = 1_000

    /// Says how many went; 1 when no appliance answers.
    func run() async -> Int32 {
        var removed = 0
        do throws(OwnerCallError) {
            for _ in 0..<PruneCommand.mostRequests {
                let answer = try await ask()
                removed += answer.removed
                if answer.left <= 0 || answer.removed <= 0 { break }
            }
            Console.print(PruneCommand.line(removed))
            return 0
        } catch {
            if removed > 0 { Console.print(PruneCommand.line(removed)) }
            Console.error(error.words)
            return 1
        }
    }

    private func ask() async throws(OwnerCallError) -> UnusedDevicesBody {
        try await call.ask(
            UnusedDevicesBody.self,
            .delete,
            "/v1/admin/unused-devices?hours=\(hours)",
            wanting: 200,
            wish: "does not remove unused registrations"
        )
    }

    static func line(_ removed: Int) -> String {
        switch removed {
        case 0: "no registration is unused: every phone came back after it had registered"
        case 1: "1 registration that was never used is removed"
        default: "\(removed) registrations that were never used are removed"
        }
    }
}
