import Core

/// A realm's name and slug as the Game Data API has them: what people watch, and what history keeps, must be the same
/// realm whoever tells of it.
///
/// The page's slugs may leave out accents or keep a native script, and some of its names are not English.
struct StatusPageName {
    /// The Game Data API's.
    let slug: String
    /// In en_US, and in the native language where that is known.
    let text: LocalizedName

    /// Nil when no address can have this slug in it.
    init?(slug given: String, name: String) {
        let spelt = StatusPageName.slug(from: name)
        let own = SlugFolding.normalised(given)
        if let native = StatusPageName.natives[spelt]
            ?? StatusPageName.natives[StatusPageName.slug(from: given)]
        {
            slug = StatusPageName.slug(from: native.english)
            // The page may show its English name under a native slug.
            text = LocalizedName(["en_US": native.english, native.locale: native.name])
        } else {
            // The same letters: the name has the accents that the slug may have lost, and no hyphen too many.
            slug = SlugIndex([spelt]).slug(of: own) ?? own
            text = LocalizedName(plain: name)
        }
        guard RealmSlug.isUsable(slug) else { return nil }
    }

    /// How the Game Data API makes a slug of an English name: `Azjol-Nerub` is `azjolnerub`, `Aggra (Português)` is
    /// `aggra-português`.
    ///
    /// Source: so are all 246 slugs of the Americas and all 247 of Europe whose names are not Russian.
    static func slug(from name: String) -> String {
        var slug = String.UnicodeScalarView()
        var isGap = false
        for scalar in SlugFolding.normalised(name).unicodeScalars where !left.contains(scalar) {
            if scalar.properties.isWhitespace {
                isGap = !slug.isEmpty
                continue
            }
            if isGap { slug.append("-") }
            isGap = false
            slug.append(scalar)
        }
        return String(slug)
    }

    private static let left: Set<Unicode.Scalar> = ["'", "\u{2019}", "-", "(", ")"]

    private struct Native: Sendable {
        var name: String
        var english: String
        var locale: String
    }

    /// By what `slug(from:)` makes of the native name.
    private static let natives: [String: Native] = {
        var natives: [String: Native] = [:]
        for (locale, names) in [("ko_KR", korean), ("zh_TW", taiwanese), ("ru_RU", russian)] {
            for line in names.split(whereSeparator: \.isNewline) {
                let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
                guard parts.count == 2 else { continue }
                natives[slug(from: parts[0])] = Native(name: parts[0], english: parts[1], locale: locale)
            }
        }
        return natives
    }()

    /// Every realm of Korea.
    private static let korean = """
        알렉스트라자=Alexstrasza
        아즈샤라=Azshara
        불타는 군단=Burning Legion
        세나리우스=Cenarius
        달라란=Dalaran
        데스윙=Deathwing
        듀로탄=Durotan
        가로나=Garona
        굴단=Gul'dan
        헬스크림=Hellscream
        하이잘=Hyjal
        말퓨리온=Malfurion
        노르간논=Norgannon
        렉사르=Rexxar
        스톰레이지=Stormrage
        와일드해머=Wildhammer
        윈드러너=Windrunner
        줄진=Zul'jin
        """

    /// Every realm of Taiwan.
    private static let taiwanese = """
        阿薩斯=Arthas
        亞雷戈斯=Arygos
        血之谷=Bleeding Hollow
        冰風崗哨=Chillwind Point
        水晶之刺=Crystalpine Stinger
        屠魔山谷=Demon Fall Canyon
        巨龍之喉=Dragonmaw
        冰霜之刺=Frostmane
        地獄吼=Hellscream
        寒冰皇冠=Icecrown
        克羅之刃=Krol Blade
        聖光之願=Light's Hope
        米奈希爾=Menethil
        夜空之歌=Nightsong
        老馬布蘭契=Old Blanchy
        雲蛟衛=Order of the Cloud Serpent
        眾星之子=Quel'dorei
        暗影之月=Shadowmoon
        銀翼要塞=Silverwing Hold
        天空之牆=Skywall
        尖石=Spirestone
        雷鱗=Stormscale
        日落沼澤=Sundown Marsh
        語風=Whisperwind
        世界之樹=World Tree
        憤怒使者=Wrathbringer
        狂熱之刃=Zealot Blade
        """

    /// The Russian realms of Europe.
    private static let russian = """
        Ясеневый лес=Ashenvale
        Азурегос=Azuregos
        Черный Шрам=Blackscar
        Пиратская Бухта=Booty Bay
        Борейская тундра=Borean Tundra
        Страж Смерти=Deathguard
        Ткач Смерти=Deathweaver
        Подземье=Deepholm
        Вечная Песня=Eversong
        Дракономор=Fordragon
        Галакронд=Galakrond
        Голдринн=Goldrinn
        Гордунни=Gordunni
        Седогрив=Greymane
        Гром=Grom
        Ревущий фьорд=Howling Fjord
        Король-лич=Lich King
        Разувий=Razuvious
        Свежеватель Душ=Soulflayer
        Термоштепсель=Thermaplugg
        """
}
