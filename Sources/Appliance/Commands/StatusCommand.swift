import Core
import Glibc
import WatchpostModel

/// `watchpost status`: what the running appliance shows, as text.
struct StatusCommand {
    let configuration: Configuration

    /// Prints the panel and the regions; 1 when no appliance answers, or not with that.
    func run() async -> Int32 {
        let client = HTTPClient(progress: {})
        defer { client.stop() }
        do {
            let panel = try await get(PanelBody.self, "/v1/panel", client)
            let regions = try await get(RegionListBody.self, "/v1/regions", client)
            let lines = StatusCommand.lines(panel, regions) + StatusCommand.maps(await rotations(client))
            for line in lines { Console.print(line) }
            return 0
        } catch let refusal as Refusal {
            Console.error("the box at \(address) does not say what it shows: \(refusal.reason)")
            return 1
        } catch {
            Console.error("no box answers at \(address): \(error)")
            Console.error("is it running? try: systemctl status watchpost")
            return 1
        }
    }

    /// The text: the display in a frame, the lamps, the regions, what is wrong with the box.
    static func lines(_ panel: PanelBody, _ regions: RegionListBody) -> [String] {
        let rule = String(repeating: "─", count: panel.display.columns)
        let display = ["┌\(rule)┐"] + panel.display.lines.map { "│\($0)│" } + ["└\(rule)┘"]
        let lamps = panel.lamps.map { "lamp \($0.name) (\($0.target)): \($0.words)" }
        let sources = regions.regions.flatMap { region in
            region.flavours.map { flavour in
                let counts = flavour.counts
                let freshness = flavour.freshness
                let problem =
                    freshness.state == .fresh
                    ? "" : "  \(freshness.state.rawValue): \(freshness.reason ?? "")"
                let source =
                    flavour.source?.official == false ? "  (\(flavour.source?.name ?? ""), unofficial)" : ""
                return "\(region.region.rawValue)/\(flavour.flavour): ▲ \(counts.up + counts.suspected)"
                    + "  ▼ \(counts.down + counts.recovering + counts.maintenance)  of \(counts.total)\(source)\(problem)"
            }
        }
        let faults = panel.faults.map { "fault \($0.code): \($0.words)" }
        return display + lamps + sources + faults
    }

    /// The maps; nil while no schedule was read.
    private func rotations(_ client: HTTPClient) async -> RotationListBody? {
        try? await get(RotationListBody.self, "/v1/rotations", client)
    }

    private func get<Body: Decodable>(_ type: Body.Type, _ path: String, _ client: HTTPClient) async throws
        -> Body
    {
        let reply = try await client.send(HTTPRequest(url: address + path, timeout: .seconds(3)))
        if reply.status == 200, let body = OwnerCall.read(type, reply) { return body }
        let problem = OwnerCall.read(ProblemBody.self, reply)
        throw Refusal(
            reason: problem?.detail
                ?? "it answers \(path) with HTTP \(reply.status), in a form not known here"
        )
    }

    /// Somebody answers, but not with what was asked for.
    private struct Refusal: Error {
        var reason: String
    }

    private var address: String { OwnAddress.loopback(configuration) }
}
