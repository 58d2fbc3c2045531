import Core
import Serving
import SystemSupport
import WatchpostModel

/// Messages to the owner: anybody writes, who administers reads.
struct ContactRoutes {
    let office: DeveloperOffice

    private static let pattern = "/v1/contact"
    private static let list = "/v1/admin/contact"
    /// Every byte of the longest message as `%XX`, or as an escape of JSON, with what else stands there.
    private static let largestBody = 28_672
    private static let form = "application/x-www-form-urlencoded"

    var routes: [Route] {
        let one = "\(ContactRoutes.list)/{message}"
        return [
            Route(.post, ContactRoutes.pattern, .stranger, .body(ContactRoutes.largestBody).forGames) {
                request async throws(Problem) in try await write(request)
            },
            Route(.get, ContactRoutes.list, .administrator, .bare) { request async throws(Problem) in
                try await read(request)
            },
            Route(.put, one, .administrator, .body(256)) { request async throws(Problem) in
                try await mark(request)
            },
            Route(.delete, one, .administrator, .bare) { request async throws(Problem) in
                try await remove(request)
            },
        ]
    }

    /// A browser without JavaScript goes on to the page that says what became of it: in JSON nobody reads that.
    private func write(_ request: CallRequest) async throws(Problem) -> Reply {
        guard request.contentType == ContactRoutes.form else {
            try await keep(request.json(ContactWishBody.self), request)
            return Reply(ContactAnswerBody(received: true))
        }
        let form = try ContactForm(request.body)
        do throws(Problem) {
            try await keep(form.wish, request)
            return ContactRoutes.page(form, "sent")
        } catch {
            return ContactRoutes.page(form, error.retryAfter == nil ? "not-sent" : "not-now")
        }
    }

    private func keep(_ wish: ContactWishBody, _ request: CallRequest) async throws(Problem) {
        let message = try Problem.reading { () throws(ArenaText.Refusal) in
            try NewContactMessage(name: wish.name, address: wish.address, text: wish.text)
        }
        try office.count(.contacting, request)
        let now = try office.services.wall()
        // A program that fills in what people never see is told what it wants to hear.
        guard wish.website?.isEmpty ?? true else { return }
        let (isHome, isPassedOn) = (request.client.isLocal, office.mail?.isPassingOn ?? false)
        let kept = try await office.arena.use { stores throws(SQLiteError) in
            try await stores.contact.keep(message, isHome: isHome, isPassedOn: isPassedOn, at: now)
        }
        guard let kept else { throw ContactRoutes.full }
        office.log("message \(kept) came through the contact form; watchpost contact shows it")
        if isPassedOn { office.mail?.bell.ring() }
    }

    /// "Back" brings what was typed again, and "Reload" sends nothing again.
    private static func page(_ form: ContactForm, _ part: String) -> Reply {
        var reply = Reply([], type: nil, status: 303)
        let query = form.language.map { "?lang=\($0)" } ?? ""
        reply.fields = [("Location", "/about\(query)#\(part)")]
        return reply
    }

    private func read(_ request: CallRequest) async throws(Problem) -> Reply {
        var before: Int64?
        if let text = request.query["before"] {
            guard let number = Int64(text), text.isMade(of: .digits) else {
                throw Problem(.badRequest, "before: “\(text)” is not the number of a message")
            }
            before = number
        }
        let wanted = before
        let page = try await office.arena.use { stores throws(SQLiteError) in
            try await stores.contact.page(before: wanted)
        }
        let messages = page.messages.map { ContactMessageBody($0) }
        return Reply(ContactListBody(messages: messages, unread: page.unread, hasMore: page.hasMore))
    }

    private func mark(_ request: CallRequest) async throws(Problem) -> Reply {
        let wish = try request.json(ContactMarkBody.self)
        let (id, now) = (try ContactRoutes.number(request), try office.services.wall())
        let marked = try await office.arena.use { stores throws(SQLiteError) in
            try await stores.contact.mark(id, isRead: wish.isRead, at: now)
        }
        guard let marked else { throw ContactRoutes.unknown }
        return Reply(ContactMessageBody(marked))
    }

    private func remove(_ request: CallRequest) async throws(Problem) -> Reply {
        let id = try ContactRoutes.number(request)
        let isGone = try await office.arena.use { stores throws(SQLiteError) in
            try await stores.contact.remove(id)
        }
        guard isGone else { throw ContactRoutes.unknown }
        return .noContent
    }

    private static func number(_ request: CallRequest) throws(Problem) -> Int64 {
        let text = request.parameter("message")
        guard text.isMade(of: .digits), let number = Int64(text) else { throw unknown }
        return number
    }

    private static let unknown = Problem(.notFound, "no message has this number")

    private static let full = Problem(
        .unavailable,
        "too many messages are waiting to be read, so this one was not kept; try again in a few days",
        code: "contact-full",
        retryAfter: 86_400
    )
}

/// The body that a form of a page sends without JavaScript (HTML, 4.10.22.6).
struct ContactForm {
    let wish: ContactWishBody
    /// The language that the address of its page says, such as `pl`: letters alone, as it goes into an address again.
    let language: String?

    private static let most = 16
    private static let longestLanguage = 8

    private static let longestAddress = 254

    /// A browser sends every field, and no more letters than it may; names that nobody asks for do not matter.
    init(_ body: [UInt8]) throws(Problem) {
        let values = try ContactForm.values(body)
        guard let name = values["name"], let address = values["address"], let text = values["text"],
            address.unicodeScalars.count <= ContactForm.longestAddress
        else { throw ContactForm.unreadable }
        wish = ContactWishBody(name: name, address: address, text: text, website: values["website"])
        let said = values["lang"] ?? ""
        let isPlain =
            (1...ContactForm.longestLanguage).contains(said.utf8.count) && said.isMade(of: .smallLetters)
        language = isPlain ? said : nil
    }

    private static func values(_ body: [UInt8]) throws(Problem) -> [String: String] {
        let pairs = body.split(separator: UInt8(ascii: "&"), maxSplits: most, omittingEmptySubsequences: true)
        guard pairs.count <= most else { throw unreadable }
        var values: [String: String] = [:]
        for pair in pairs {
            let parts = pair.split(
                separator: UInt8(ascii: "="),
                maxSplits: 1,
                omittingEmptySubsequences: false
            ).map { part in part.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 } }
            guard parts.count == 2, let name = PercentEncoding.decode(parts[0]),
                let value = PercentEncoding.decode(parts[1]), values.updateValue(value, forKey: name) == nil
            else { throw unreadable }
        }
        return values
    }

    private static let unreadable = Problem(
        .badRequest,
        "the form cannot be read; send name, address and text, each once and percent-encoded"
    )
}

extension ContactMessageBody {
    init(_ message: ContactMessage) {
        self.init(
            message: message.id,
            name: message.name,
            address: message.address,
            text: message.text,
            at: message.at,
            isRead: message.isRead
        )
    }
}
