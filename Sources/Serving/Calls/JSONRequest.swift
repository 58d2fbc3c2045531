package import JSONReading
import SystemSupport

/// Reads the JSON body of a call, with errors that name the member.
///
/// Members that nobody asks for are passed over: an app may know more than this release.
extension CallRequest {
    /// The body by its declaration.
    ///
    /// `elements`: the most values of each of its arrays, and members of each of its objects, where the route knows it. A longer
    /// one is refused before a value of it is read.
    package func json<Value: Decodable>(
        _ type: Value.Type,
        elements: Int = JSONLimits.request.elements
    ) throws(Problem) -> Value {
        try jsonDocument(elements).read(type)
    }

    /// The values of an array in the body, for those that are read each by itself: what is wrong with one is no obstacle to the
    /// others.
    ///
    /// `counts`: how many there may be; others are refused before any is looked at.
    package func jsonArray(_ name: String, _ counts: ClosedRange<Int>) throws(Problem) -> [JSONElement] {
        let document = try jsonDocument(JSONLimits.request.elements)
        guard document.kind == .object else { throw Problem(.badRequest, "the body: not an object") }
        guard let array = document.member(named: name) else {
            throw Problem(.badRequest, "\(name): missing")
        }
        guard array.kind == .array else { throw Problem(.badRequest, "\(name): not an array") }
        guard counts.contains(array.count) else {
            throw Problem(.badRequest, "\(name): \(counts.lowerBound) to \(counts.upperBound) at once")
        }
        return Array(array.elements)
    }

    private func jsonDocument(_ elements: Int) throws(Problem) -> JSONElement {
        let body = try body(of: JSONBody.type)
        guard !body.isEmpty else { throw Problem(.badRequest, "the body is empty; send a JSON object") }
        var limits = JSONLimits.request
        limits.elements = elements
        do throws(JSONFault) {
            return try JSONElement(parsing: body, limits: limits)
        } catch {
            throw Problem(.badRequest, "the body \(error)")
        }
    }
}

extension JSONElement {
    /// A value by its declaration, with an error that names the member; `place`: where in the body this is, nil: all of it.
    package func read<Value: Decodable>(_ type: Value.Type, at place: String? = nil) throws(Problem) -> Value
    {
        do {
            return try decode(type)
        } catch let error as DecodingError {
            throw Problem(.badRequest, error.words(below: place))
        } catch {
            throw Problem(.badRequest, "\(place ?? "the body") is not what is asked for")
        }
    }
}

extension DecodingError {
    /// What is wrong and where, for the author of the request; says nothing of the values themselves.
    ///
    /// `place`: of what was decoded; nil: that was the whole body.
    fileprivate func words(below place: String?) -> String {
        switch self {
        case .typeMismatch(let type, let context):
            "\(context.place(below: place)): not \(DecodingError.name(of: type))"
        case .valueNotFound(let type, let context):
            "\(context.place(below: place)): null, but it has to be \(DecodingError.name(of: type))"
        case .keyNotFound(let key, let context): "\(context.place(below: place, key)): missing"
        case .dataCorrupted(let context): "\(context.place(below: place)): \(context.debugDescription)"
        @unknown default: "\(place ?? "the body") is not what is asked for"
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
    /// `maps[2].mode`; `key`: a member that is missing there.
    fileprivate func place(below place: String?, _ key: (any CodingKey)? = nil) -> String {
        var text = place ?? ""
        for key in codingPath + (key.map { [$0] } ?? []) {
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
        return text.isEmpty ? "the body" : text
    }
}
