import CCurl
import Core
import FoundationEssentials
import Glibc
import WatchpostModel

/// The HTTP client: libcurl's multi interface on one thread of its own, so that nothing blocks the cooperative pool.
///
/// Callers hand transfers over through a locked inbox and wake the thread; everything of libcurl's but the wake-up is
/// touched by that thread alone, which is also the proof for `@unchecked Sendable`: `multi` is set once in `init`, and
/// `curl_multi_wakeup` is documented as callable from any thread.
final class HTTPClient: @unchecked Sendable {
    private enum Command {
        case begin(HTTPTransfer)
        case cancel(UInt64)
        case stop
    }

    private struct Inbox {
        var commands: [Command] = []
        var nextIdentifier: UInt64 = 1
        var isStopped = false
    }

    private let multi: UnsafeMutableRawPointer
    private let inbox = Locked(Inbox())
    /// Called by the thread each time round, at least once a second: proof for the watchdog that it lives.
    private let progress: @Sendable () -> Void
    /// Told when answers to requests with our credentials were made: those go to servers that proved who they are.
    private let heard: @Sendable (UnixTime) -> Void

    init(progress: @escaping @Sendable () -> Void, heard: @escaping @Sendable (UnixTime) -> Void = { _ in }) {
        curl_global_init(Int(CURL_GLOBAL_DEFAULT))
        guard let multi = curl_multi_init() else {
            preconditionFailure("libcurl has no multi handle to give")
        }
        self.multi = multi
        self.progress = progress
        self.heard = heard
        OwnThread.start { [self] in run() }
    }

    /// Sends a request and waits for the whole answer; cancelling the task cancels the exchange.
    func send(_ request: HTTPRequest) async throws(HTTPFault) -> HTTPReply {
        let identifier = inbox.withLock { inbox in
            defer { inbox.nextIdentifier += 1 }
            return inbox.nextIdentifier
        }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let transfer = HTTPTransfer(identifier: identifier, request: request) {
                    continuation.resume(returning: $0)
                }
                post(.begin(transfer))
            }
        } onCancel: {
            post(.cancel(identifier))
        }
        let reply = try result.get()
        if request.hasCredentials, let made = reply.made { heard(made) }
        return reply
    }

    /// Ends every exchange as cancelled and lets the thread end.
    func stop() {
        post(.stop)
    }

    private func post(_ command: Command) {
        let refused = inbox.withLock { inbox -> Bool in
            guard !inbox.isStopped else { return true }
            if case .stop = command { inbox.isStopped = true }
            inbox.commands.append(command)
            return false
        }
        if refused, case .begin(let transfer) = command { return transfer.finish(.failure(.cancelled)) }
        curl_multi_wakeup(multi)
    }

    /// The thread's loop.
    private func run() {
        var transfers: [UnsafeMutableRawPointer: HTTPTransfer] = [:]
        var isRunning = true
        while isRunning {
            for command in inbox.withLock({ inbox in
                defer { inbox.commands = [] }
                return inbox.commands
            }) {
                isRunning = perform(command, on: &transfers) && isRunning
            }
            var active: Int32 = 0
            curl_multi_perform(multi, &active)
            collect(&transfers)
            progress()
            if isRunning { curl_multi_poll(multi, nil, 0, 1_000, nil) }
        }
        for (easy, transfer) in transfers {
            curl_multi_remove_handle(multi, easy)
            transfer.finish(.failure(.cancelled))
        }
        curl_multi_cleanup(multi)
    }

    private func perform(_ command: Command, on transfers: inout [UnsafeMutableRawPointer: HTTPTransfer])
        -> Bool
    {
        switch command {
        case .stop: return false
        case .begin(let transfer):
            do throws(HTTPFault) {
                try transfer.begin()
            } catch {
                transfer.finish(.failure(error))
                return true
            }
            guard let easy = transfer.easy else { return true }
            transfers[easy] = transfer
            curl_multi_add_handle(multi, easy)
        case .cancel(let identifier):
            guard let (easy, transfer) = transfers.first(where: { $0.value.identifier == identifier }) else {
                return true
            }
            transfers[easy] = nil
            curl_multi_remove_handle(multi, easy)
            transfer.finish(.failure(.cancelled))
        }
        return true
    }

    private func collect(_ transfers: inout [UnsafeMutableRawPointer: HTTPTransfer]) {
        var remaining: Int32 = 0
        while let message = curl_multi_info_read(multi, &remaining) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else {
                continue
            }
            let code = message.pointee.data.result
            curl_multi_remove_handle(multi, easy)
            transfers.removeValue(forKey: easy)?.end(code)
        }
    }
}
