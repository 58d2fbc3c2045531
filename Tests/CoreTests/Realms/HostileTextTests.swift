import Testing
import WatchpostModel

@testable import Core

@Suite("Hostile text from upstreams")
struct HostileTextTests {
    /// One character, many bytes.
    private func letter(_ bytes: Int) -> String { "a" + String(repeating: "\u{301}", count: bytes / 2) }

    @Test("what is too long to be a slug is not normalised: megabytes of accents in mixed order took minutes")
    func slug() {
        let marks = "\u{301}\u{323}\u{5B0}\u{64B}"
        // Normalised, they would stand in another order.
        for count in [64, 10_000] {
            let slug = "a" + String(repeating: marks, count: count)
            #expect(SlugFolding.normalised(slug).utf8.elementsEqual(slug.utf8))
            #expect(SlugFolding.fold(slug).utf8.elementsEqual(slug.utf8))
        }
        let short = "a" + String(repeating: marks, count: 63)
        #expect(!SlugFolding.normalised(short).utf8.elementsEqual(short.utf8))
        #expect(SlugFolding.normalised("Zul\u{61}\u{301}") == "zul\u{E1}")
    }

    @Test("a zone or a type of one letter with a hundred thousand accents is cut, counted in bytes")
    func facts() {
        let realm = ObservedRealm(
            slug: "a",
            name: LocalizedName(plain: "A"),
            category: LocalizedName(plain: ""),
            timezone: letter(100_000),
            type: letter(100_000),
            isTournament: false
        )
        #expect(realm.timezone.utf8.count <= 64 && realm.type.utf8.count <= 32)
        let group = ObservedGroup(
            connectedRealm: 1,
            status: .unknown(letter(100_000)),
            hasQueue: false,
            population: Population(word: letter(100_000)),
            realms: [realm]
        )
        #expect(group.population.word.utf8.count <= 64)
        guard case .unknown(let word) = group.status else { return }
        #expect(word.utf8.count <= 64)
        let failure = SourceFailure(mayBeOurs: false, reason: letter(100_000))
        #expect(failure.reason.utf8.count <= 500)
    }

    @Test(
        "text is cut between scalars, never inside one",
        arguments: [
            ("abc", 3, "abc"), ("abcd", 3, "abc"), ("aé", 2, "a"), ("é", 1, ""), ("😀x", 4, "😀"), ("😀", 3, ""),
        ]
    )
    func clip(text: String, bytes: Int, clipped: String) {
        #expect(TextBytes.clip(text, to: bytes) == clipped)
    }
}
