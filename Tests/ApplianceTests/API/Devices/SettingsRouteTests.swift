import Testing

@testable import Appliance
@testable import Serving

/// What the black-box stories of settings do not tell: where each mistake is said to be.
@Suite("Settings from a paired phone")
struct SettingsRouteTests {
    @Test(
        "what cannot be meant is refused by its place",
        arguments: [
            ("{", "not valid JSON"), ("[]", "the body: not an object"),
            (#"{"version":0}"#, "settings: missing"),
            (#"{"settings":{}}"#, "version: missing"), (#"{"version":-1,"settings":{}}"#, "version: "),
            (#"{"version":0,"settings":[]}"#, "settings: not an object"),
            (#"{"version":0,"settings":{"nmae":"x"}}"#, "settings.nmae: "),
            (#"{"version":0,"settings":{"watch":["eu"]}}"#, "settings.watch: "),
            (#"{"version":0,"settings":{"name":""}}"#, "settings.name: is empty"),
            (#"{"version":0,"settings":{"name":"  "}}"#, "settings.name: is blank"),
            (#"{"version":0,"settings":{"name":"a\u001b[2Jb"}}"#, "settings.name: contains control"),
            (#"{"version":0,"settings":{"name":"123456789012345678901"}}"#, "settings.name: has 21 char"),
            (#"{"version":0,"settings":{"name":["x"]}}"#, "settings.name: an array"),
            (#"{"version":0,"settings":{"name":{"x":{}}}}"#, "settings.name.x: an object"),
            (#"{"version":0,"settings":{"timeZone":"Mars/X"}}"#, "settings.timeZone: is not a time zone"),
            (#"{"version":0,"settings":{"timeZone":"../../etc/passwd"}}"#, "settings.timeZone: "),
            (#"{"version":0,"settings":{"clock":"25h"}}"#, "settings.clock: "),
            (#"{"version":0,"settings":{"secondsPerPage":1}}"#, "settings.secondsPerPage: is outside 2…60"),
            (#"{"version":0,"settings":{"secondsPerPage":2.5}}"#, "settings.secondsPerPage: "),
            (#"{"version":0,"settings":{"anyDownIsAll":"yes"}}"#, "settings.anyDownIsAll: is a string"),
            (#"{"version":0,"settings":{"quietHours":false}}"#, "settings.quietHours: "),
            (#"{"version":0,"settings":{"quietHours":{"from":"22:00"}}}"#, "settings.quietHours.to: is mis"),
            (
                #"{"version":0,"settings":{"quietHours":{"from":"24:00","to":"07:00"}}}"#,
                "settings.quietHours.from: not a time"
            ),
            (
                #"{"version":0,"settings":{"quietHours":{"from":"22:00","to":"07:00","on":null}}}"#,
                "settings.quietHours.on: null"
            ),
            (
                #"{"version":0,"settings":{"quietHours":{"from":"22:00","to":"07:00","off":true}}}"#,
                "settings.quietHours.off: is not a key"
            ),
            (#"{"version":0,"settings":{"name":"Good","clock":"bad"}}"#, "settings.clock: "),
        ]
    )
    func refusals(body: String, words: String) async throws {
        let refusal = try await HandlerFixture().refusal(.put, "/v1/admin/settings", body)
        let problem = try #require(refusal)
        #expect(problem.kind == .badRequest && problem.detail.contains(words), "\(problem)")
    }
}
