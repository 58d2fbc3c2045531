import Core
import Serving
import SystemSupport

/// A feature of the appliance, handed over as one value: what it keeps, says, serves and does.
///
/// The application is a list of them (`Feature.all`) and knows nothing else about what they do: who adds a feature writes one
/// of these and adds it to the list. What stands here is known before any database is open; `start` makes what runs.
struct Feature: Sendable {
    /// For people who read the list.
    let name: String
    /// Whether the settings want it.
    var isWanted: @Sendable (Configuration) -> Bool = { _ in true }
    /// What it keeps in `state.db`.
    var tables: StateTables?
    /// What it keeps in files of its own.
    ///
    /// One that joins those in backups raises `ArchiveFormat.version`.
    var files: [StateFile] = []
    /// What else of it is in backups; the same holds.
    var keptFiles: [KeptFile] = []
    /// What phones are told of.
    var topics: [any NoticeTopic] = []
    /// What it does when persons join, part or end; given the topics of all features.
    var participants: @Sendable (NoticeTopics) -> [any PersonParticipant] = { _ in [] }
    /// What it stores with each announcement of realms and rotations, in the same transaction.
    var announcing: [any AnnouncementParticipant] = []
    /// What it publishes as a whole, under a version of its own.
    var published: [PublishedPart] = []
    /// Of what it publishes so many that their bodies need places of their own.
    var shares: [CacheShare] = []
    /// Its parts of the API's description, JSON.
    var openAPI: [EmbeddedFile] = []
    /// What everybody may read of the published state: served also while the state cannot be opened.
    var reads: @Sendable (ServiceFacts) -> [Route] = { _ in [] }
    /// What devices, their people and administrators may do.
    var calls: @Sendable (DeviceServices) -> [Route] = { _ in [] }
    /// How often its callers may ask, beyond what holds for everybody.
    var limits: @Sendable (Configuration) -> AccessLimits.Table = { _ in [:] }
    /// Makes what runs; nothing does yet.
    var start: @Sendable (Assembly) -> RunningFeature = { _ in RunningFeature() }
}

/// A feature at work, to be served, run and closed together with all others.
struct RunningFeature: Sendable {
    /// Its lines of the route table that need what runs.
    var routes: [Route] = []
    /// Its lines of `/metrics`.
    var metrics: [MetricSeries] = []
    /// The callers whom it knows by their credentials.
    var identities: [any IdentitySource] = []
    /// What it keeps of persons in files of its own.
    var exports: [PersonExport.Source] = []
    /// Its files: opened before `prepare`, looked after beside the loops, closed after them.
    var files: [FeatureDatabase] = []
    /// Before the first request can ask: what the last run knew is brought back.
    ///
    /// An error ends the start.
    var prepare: (@Sendable () async throws -> Void)?
    /// Side by side, each until it is cancelled.
    var loops: [@Sendable () async -> Void] = []
    /// The first of all things when the appliance ends; must not wait.
    var farewell: (@Sendable () -> Void)?
    /// When nobody is served any more, while the loops still run: what they wait for is ended.
    ///
    /// Must not wait.
    var stop: (@Sendable () -> Void)?
    /// When the loops have ended: threads and connections.
    var close: (@Sendable () async -> Void)?
}

/// What all features together say about themselves.
struct ServiceFacts: Sendable {
    let metrics: Metrics
    /// The parts of the API's description.
    let openAPI: [EmbeddedFile]
}

extension Feature {
    /// What stays of one that the settings do not want: what it keeps, in backups as well, and what becomes of that when
    /// persons join or go.
    ///
    /// Its files are not opened, so that none is made.
    fileprivate var resting: Feature {
        Feature(
            name: name,
            tables: tables,
            files: files,
            keptFiles: keptFiles,
            participants: participants
        )
    }
}

extension [Feature] {
    /// The list that counts in a run with these settings; made once, for everything in it.
    func configured(by configuration: Configuration) -> [Feature] {
        map { $0.isWanted(configuration) ? $0 : $0.resting }
    }

    /// What they keep in `state.db`, in the order of the list: it is that of their release.
    var tables: StateTables { StateTables(joining: compactMap(\.tables)) }

    /// The databases of the state folder: what must not be lost first.
    var files: [StateFile] { [.state(tables)] + flatMap(\.files) }

    /// What else backups hold.
    var keptFiles: [KeptFile] { flatMap(\.keptFiles) }

    /// The state folder at a path, with what they keep in it.
    func folder(at path: String) -> StateFolder {
        StateFolder(path: path, files: files, keptFiles: keptFiles)
    }

    /// How often their callers may ask.
    func limits(_ configuration: Configuration) -> AccessLimits.Table {
        AccessLimits.join(map { $0.limits(configuration) })
    }

    /// What phones are told of, in the languages of the words files, which are read for it.
    var topics: NoticeTopics { NoticeTopics(flatMap(\.topics), in: NoticeLanguages()) }

    func participants(_ topics: NoticeTopics) -> [any PersonParticipant] {
        flatMap { $0.participants(topics) }
    }

    /// What they store with each announcement, in the order of the list.
    var announcing: [any AnnouncementParticipant] { flatMap(\.announcing) }

    /// The parts of the API's description, what several use first.
    var openAPI: [EmbeddedFile] { [OpenAPIDocument.common] + flatMap(\.openAPI) }

    /// What everybody may read.
    func reads(_ metrics: Metrics) -> [Route] {
        let facts = ServiceFacts(metrics: metrics, openAPI: openAPI)
        return flatMap { $0.reads(facts) }
    }
}
