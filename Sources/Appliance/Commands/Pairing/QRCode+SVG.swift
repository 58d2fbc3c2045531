extension QRCode {
    /// A picture for a page, one unit a square, with the quiet zone: black on white in whatever colours the page is.
    var svg: String {
        let edge = QRCode.quietZone
        let side = width + 2 * edge
        var path = ""
        for row in 0..<width {
            var column = 0
            while column < width {
                let run = dark[(row * width + column)..<((row + 1) * width)].prefix { $0 }.count
                if run > 0 { path += "M\(column + edge) \(row + edge)h\(run)v1h-\(run)z" }
                column += max(run, 1)
            }
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges">\
            <path fill="#fff" d="M0 0h\(side)v\(side)h-\(side)z"/><path d="\(path)"/></svg>
            """
    }
}
