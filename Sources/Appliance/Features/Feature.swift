import Core
import Serving

/// A feature of the appliance, handed over as one value: what it keeps, says, serves and does.
///
/// The application is a list of them (`Feature.all`) and knows nothing else about what they do: who adds a feature writes one
/// of these and adds it to the list. What stands here is known before any database is open; `start` makes what runs.
struct Feature: Sendable {
    /// For people who read the list.
    let name: String
    /// What it keeps in `state.db`.
    var tables: StateTables?
    /// What it keeps in files of its own.
    ///
    /// One that joins those in backups raises `ArchiveFormat.version`.
    var files: [StateFile] = []
    /// What phones are told of.
    var topics: [any NoticeTopic] = []
    /// What it does when persons join, part or end; given the topics of all features.
    var participants: @Sendable (NoticeTopics) -> [any PersonParticipant] = { _ in [] }
    /// What it stores with each announcement of realms and rotations, in the same transaction.
    var announcing: [any AnnouncementParticipant] = []
    /// What it publishes as a whole, under a version of its own.
    var published: [PublishedPart] = []
    /// Its part of the API's description, JSON.
    var openAPI: [UInt8]?
    /// What everybody may read of the published state: served also while the state cannot be opened.
    var reads: @Sendable (ServiceFacts) -> [Route] = { _ in [] }
    /// What devices, their people and administrators may do.
    var calls: @Sendable (DeviceServices) -> [Route] = { _ in [] }
    /// Makes what runs; nothing does yet.
    var start: @Sendable (Assembly) -> RunningFeature = { _ in RunningFeature() }
}

/// A feature at work, to be served, run and closed together with all others.
struct RunningFeature: Sendable {
    /// Its lines of the route table that need what runs.
    var routes: [Route] = []
    /// Its lines of `/metrics`.
    var metrics: [MetricSeries] = []
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
    ///
    /// May block.
    var close: (@Sendable () -> Void)?
}

/// What all features together say about themselves.
struct ServiceFacts: Sendable {
    let metrics: Metrics
    /// The parts of the API's description.
    let openAPI: [[UInt8]]
}

extension [Feature] {
    /// What they keep in `state.db`, in the order of the list: it is that of their release.
    var tables: StateTables { StateTables(joining: compactMap(\.tables)) }

    /// The databases of the state folder, in the order in which they are copied: what must not be lost first.
    var files: [StateFile] { [.state(tables)] + flatMap(\.files) }

    /// What phones are told of, in the languages of the words files, which are read for it.
    var topics: NoticeTopics { NoticeTopics(flatMap(\.topics), in: NoticeLanguages()) }

    func participants(_ topics: NoticeTopics) -> [any PersonParticipant] {
        flatMap { $0.participants(topics) }
    }

    /// What they store with each announcement, in the order of the list.
    var announcing: [any AnnouncementParticipant] { flatMap(\.announcing) }

    /// The parts of the API's description, what several use first.
    var openAPI: [[UInt8]] { [OpenAPIDocument.common] + compactMap(\.openAPI) }

    /// What everybody may read.
    func reads(_ metrics: Metrics) -> [Route] {
        let facts = ServiceFacts(metrics: metrics, openAPI: openAPI)
        return flatMap { $0.reads(facts) }
    }
}
