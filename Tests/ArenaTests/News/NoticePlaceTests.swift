import CoreSupport
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Places on the screen, as docs/protocol.md names them")
struct NoticePlaceTests {
    /// Of one realm and of many; a wish to be told once is of one realm alone.
    private static func places(_ aspect: NoticeAspect) -> [String] {
        let one = RealmSubject.realm(.us, "retail/area-52").collapseID(aspect)
        return aspect == .once ? [one] : [one, RealmSubject.group(.us).collapseID(aspect)]
    }

    @Test("every aspect of a realm has one", arguments: NoticeAspect.allCases)
    func realms(aspect: NoticeAspect) {
        for place in NoticePlaceTests.places(aspect) { #expect(ToldPlaces.contains(place), "\(place)") }
    }

    @Test("a test has one")
    func test() async throws {
        let appliance = try await NoticeFixture()
        let phone = try await appliance.phone(1, watching: [])
        let test = try await appliance.notices.test(device: phone.id, box: "Attic", at: appliance.now)
        let place = try #require(test.target?.notice.collapseID)
        #expect(ToldPlaces.contains(place))
    }

    /// That real notices have these of the others is seen where those are tested.
    @Test("each that is named is in use, and what is not named is found out")
    func used() {
        let others =
            ["g:eu:list", "m:pubs", "e:pubs", "t:test"] + NewsKind.allCases.map { "\($0.aspect):d:1" }
        let places = NoticeAspect.allCases.flatMap(NoticePlaceTests.places) + others
        #expect(ToldPlaces.forms.count > 10)
        for form in ToldPlaces.forms {
            #expect(places.contains { ToldPlaces.isLike(form, $0) }, "\(form)")
        }
        for place in ["g:xx", "g:eu:mood", "r:eu/retail/kazzak", "arena-told:d:1", "s:eu/retail/kazzak", ""] {
            #expect(!ToldPlaces.contains(place), "\(place)")
        }
    }
}
