import Arena
import Core
import Display
import Serving
import SystemSupport

/// Online boards for games, in a file of their own.
extension Feature {
    /// Players, games and boards.
    static let arena = Feature(
        name: "arena",
        isWanted: { $0.arena.isEnabled },
        tables: ArenaFacts.stateTables,
        files: [.arena],
        keptFiles: [ArenaFacts.key],
        topics: ArenaFacts.topics,
        participants: { _ in ArenaFacts.participants },
        openAPI: ArenaFacts.description,
        reads: { _ in [GameModuleRoute().route] },
        limits: { ArenaFacts.limits($0.arena) },
        start: { parts in
            let arena = RunningArena(ArenaSurroundings(parts))
            let database = FeatureDatabase(
                .arena,
                in: parts.platform.surroundings,
                pause: .seconds(5),
                use: arena.databaseUse
            )
            return RunningFeature(
                routes: arena.routes,
                metrics: arena.metrics,
                identities: arena.identities,
                exports: arena.exports,
                files: [database],
                loops: arena.loops,
                stop: arena.stop
            )
        }
    )
}

extension ArenaSurroundings {
    /// This box.
    fileprivate init(_ parts: Assembly) {
        let (platform, notices) = (parts.platform, parts.notices)
        let (configuration, panel) = (platform.configuration, platform.panel)
        let pages = PageFiles()
        let documents: [SiteDocument] = pages.files.filter { $0.folder == .pages }.map {
            (name: $0.name, text: String(decoding: $0.bytes, as: UTF8.self))
        }
        var showDuels: (@Sendable ([PanelDuel]) -> Void)?
        if configuration.panel.showsDuels { showDuels = { panel.submit(.duels($0)) } }
        self.init(
            settings: configuration.arena,
            mail: configuration.mail,
            name: configuration.server.publicURL?.host ?? platform.localName,
            directory: platform.stores.directory,
            state: platform.stores.state,
            persons: parts.services.store.persons,
            calls: parts.services.calls,
            clock: platform.clock,
            liveness: platform.liveness,
            log: platform.log,
            languages: pages.languages,
            documents: documents,
            codes: CodeOutlet("Reset code", panel: panel, log: platform.log),
            showDuels: showDuels,
            noticesWait: { notices.ring() },
            newsFault: platform.diskFault(of: "news of the arena"),
            roomFault: { bound, words in
                // No lamp promises anything of it.
                let fault = words.map {
                    PanelFault(code: "E35", words: $0, isOfTheBox: false, isForLamps: false)
                }
                panel.submit(.fault(code: "E35", of: bound, fault))
            }
        )
    }
}
