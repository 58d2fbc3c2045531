import Core
import Display
import WatchpostModel

/// The executable.
@main
enum Watchpost {
    static func main() {
        print("watchpost")
    }
}
