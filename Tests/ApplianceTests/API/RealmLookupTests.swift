import Core
import Testing
import WatchpostModel

@testable import Appliance
@testable import Serving

@Suite("Looking realms up")
struct RealmLookupTests {
    private let publisher = Publisher(
        PublishedState(
            regions: [PublishedRegion(region: .eu, statusPage: "https://example.org/eu")],
            sources: [APIFixture.retail]
        )
    )

    /// The slug of the realm that a path with `text` means.
    private func find(_ text: String) -> String? {
        let request = RouteRequest(
            parameters: ["region": "eu", "flavour": "retail", "slug": text],
            query: QueryParameters(),
            lastEventID: nil,
            state: publisher.state
        )
        let realm = try? request.realm(of: request.sourceByPath())
        return realm?.key.slug
    }

    @Test("names are folded once, however often strangers ask for realms that do not exist, and polls go on")
    func once() {
        var view = APIFixture.view
        for number in 0..<500 {
            if number % 50 == 0 {
                view.realms[0].state = view.realms[0].state == .up ? .down : .up
                publisher.publish(realms: [view])
            }
            #expect(find("nobody-\(number)") == nil)
        }
        #expect(find("Area 52") == "area-52")
        #expect(publisher.state.names.builds == 1)
    }

    @Test("a realm that is published later is found, and so is one that has another name")
    func renewed() {
        var view = APIFixture.view
        publisher.publish(realms: [view])
        #expect(find("Raven Crest") == nil)
        view.realms.append(APIFixture.realm("ravencrest"))
        publisher.publish(realms: [view])
        #expect(find("Raven Crest") == "ravencrest")
        #expect(find("Вороний гребень") == nil)
        view.realms[view.realms.count - 1].name = LocalizedName(["ru_RU": "Вороний гребень"])
        publisher.publish(realms: [view])
        #expect(find("Вороний гребень") == "ravencrest")
        #expect(publisher.state.names.builds == 3)
    }

    @Test("lists of realms use the same index")
    func lists() {
        let shelf = publisher.state.names
        for number in 0..<50 {
            #expect(shelf.index(of: APIFixture.view).slug(of: "nobody-\(number)") == nil)
        }
        publisher.publish(realms: [APIFixture.view])
        #expect(find("nobody") == nil)
        #expect(shelf.builds == 1)
    }
}
