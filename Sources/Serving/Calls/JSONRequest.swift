import JSONReading
import SystemSupport

/// Reads the JSON body of a call, with errors that name the member.
///
/// Members that nobody asks for are passed over: an app may know more than this release.
extension CallRequest {
    package func json<Value: Decodable>(_ type: Value.Type) throws(Problem) -> Value {
        let body = try body(of: JSONBody.type)
        guard !body.isEmpty else { throw Problem(.badRequest, "the body is empty; send a JSON object") }
        let document: JSONElement
        do throws(JSONFault) {
            document = try JSONElement(parsing: body, limits: .request)
        } catch {
            throw Problem(.badRequest, "the body \(error)")
        }
        do {
            return try document.decode(type)
        } catch let error as DecodingError {
            throw Problem(.badRequest, error.words)
        } catch {
            throw Problem(.badRequest, "the body is not what is asked for")
        }
    }
}

extension DecodingError {
    /// What is wrong and where, for the author of the request; says nothing of the values themselves.
    fileprivate var words: String {
        switch self {
        case .typeMismatch(let type, let context): "\(context.place): not \(DecodingError.name(of: type))"
        case .valueNotFound(let type, let context):
            "\(context.place): null, but it has to be \(DecodingError.name(of: type))"
        case .keyNotFound(let key, let context): "\(context.place(of: key)): missing"
        case .dataCorrupted(let context):
            "\(context.place): \(context.debugDescription)"
        @unknown default: "the body is not what is asked for"
        }
    }

    private static func name(of type: Any.Type) -> String {
        switch type {
        case is String.Type: "a string"
        case is Bool.Type: "true or false"
        case is any BinaryInteger.Type: "a whole number"
        case is any BinaryFloatingPoint.Type: "a number"
        case is [Any].Type: "an array"
        default: "an object"
        }
    }
}

extension DecodingError.Context {
    fileprivate var place: String { Self.text(codingPath) }

    fileprivate func place(of key: any CodingKey) -> String { Self.text(codingPath + [key]) }

    /// `maps[2].mode`.
    private static func text(_ path: [any CodingKey]) -> String {
        var text = ""
        for key in path {
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
        return text.isEmpty ? "the body" : text
    }
}
