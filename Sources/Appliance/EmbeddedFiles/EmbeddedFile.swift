import SystemSupport

/// As what the build's plugin embeds files.
typealias EmbeddedFile = SystemSupport.EmbeddedFile
