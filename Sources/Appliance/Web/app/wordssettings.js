// Words of the settings of this phone: notifications, name, linking, pairing, about.

/** See /assets/words.js. */
export const settingsWords = {
    "settings.region": ["Region", "Region"],
    "settings.language": ["Language", "Język"],
    "settings.asPhone": ["As this phone has it", "Jak w telefonie"],
    "about.title": ["About", "O aplikacji"],
    "about.site": ["Web site of Watchpost", "Strona Watchpost"],
    "about.what": ["Watchpost is a small box at home that watches World of Warcraft realms and the Apex "
        + "Legends map rotation. It tells your phone when something changes, from anywhere.",
        "Watchpost to małe urządzenie w domu, które obserwuje serwery World of Warcraft i rotację map Apex "
        + "Legends. Daje znać na telefon, gdy coś się zmieni, gdziekolwiek jesteś."],
    "about.stored": ["On this phone are stored: its own random key, the region, and the language if you "
        + "chose one. Not affiliated with Blizzard Entertainment, Electronic Arts or Respawn Entertainment.",
        "Na tym telefonie są zapisane: jego własny losowy klucz, region i język, jeśli go wybierzesz. "
        + "Projekt nie jest powiązany z Blizzard Entertainment, Electronic Arts ani Respawn "
        + "Entertainment."],
    "about.status": ["Status page of this appliance", "Strona statusu tego urządzenia"],
    "about.version": ["Version {version}", "Wersja {version}"],
    "about.noVersion": ["The version is not known right now.", "Wersja nie jest teraz znana."],

    "phone.title": ["This phone", "Ten telefon"],
    "phone.name": ["Name", "Nazwa"],
    "phone.saveName": ["Save name", "Zapisz nazwę"],
    "phone.saved": ["Saved", "Zapisano"],
    "phone.forget": ["Forget this phone", "Usuń ten telefon"],
    "phone.forgotten": ["Forgotten", "Usunięto"],
    "phone.forgetSure": ["The appliance deletes this phone’s lists, alerts and quiet hours. What linked phones share stays "
        + "with them.",
        "Urządzenie usunie listy, alerty i ciszę nocną tego telefonu. To, co mają połączone telefony, zostaje "
        + "u nich."],
    "phone.forgetNote": ["The appliance deletes everything about this phone; what linked phones share stays "
        + "with them.",
        "Urządzenie usunie wszystko, co wie o tym telefonie; wspólne listy zostaną na połączonych "
        + "telefonach."],
    "phone.iPhone": ["iPhone", "iPhone"],
    "phone.iPad": ["iPad", "iPad"],
    "phone.androidPhone": ["Android phone", "Telefon z Androidem"],
    "phone.androidTablet": ["Android tablet", "Tablet z Androidem"],
    "phone.mac": ["Mac", "Mac"],
    "phone.windows": ["Windows PC", "Komputer z Windows"],
    "phone.chromebook": ["Chromebook", "Chromebook"],
    "phone.linux": ["Linux PC", "Komputer z Linuksem"],
    "phone.any": ["Phone", "Telefon"],

    "code.digits": ["the code has six digits", "kod ma sześć cyfr"],
    "code.letters": ["the code has eight letters and digits", "kod ma osiem liter i cyfr"],
    "link.title": ["Linked devices", "Połączone urządzenia"],
    "link.show": ["Show a code", "Pokaż kod"],
    "link.type": ["Type it on the other device until {time}; it works once",
        "Wpisz go na drugim urządzeniu do {time}; działa tylko raz"],
    "link.code": ["Code from the other device", "Kod z drugiego urządzenia"],
    "link.join": ["Link", "Połącz"],
    "link.linked": ["Linked: both devices share their watch lists now",
        "Połączono: oba urządzenia mają teraz wspólne listy"],
    "link.count": [{ one: "{count} device shares your watch lists.",
            other: "{count} devices share your watch lists." },
        { one: "Z twoich list korzysta {count} urządzenie.",
            few: "Z twoich list korzystają {count} urządzenia.",
            other: "Z twoich list korzysta {count} urządzeń." }],
    "link.note": ["Linked devices share their watch lists; alerts and quiet hours stay each device’s own.",
        "Połączone urządzenia mają wspólne listy; alerty i cisza nocna są osobne dla każdego."],

    "notices.title": ["Recent notices", "Ostatnie powiadomienia"],
    "notices.none": ["Nothing was sent to this phone yet.", "Na ten telefon nic jeszcze nie wysłano."],
    "notices.failed": ["The notices could not be loaded: {why}", "Nie udało się wczytać powiadomień: {why}"],
    "notices.pending": ["waiting", "czeka"],
    "notices.sent": ["sent", "wysłano"],
    "notices.dropped": ["not sent", "nie wysłano"],
    "notices.dead": ["failed", "nie udało się"],

    "notify.title": ["Notifications", "Powiadomienia"],
    "notify.enable": ["Enable notifications", "Włącz powiadomienia"],
    "notify.disable": ["Turn notifications off", "Wyłącz powiadomienia"],
    "notify.test": ["Send a test", "Wyślij test"],
    "notify.insecure": ["Browsers allow notifications only over HTTPS, and this page came over plain HTTP. "
        + "So the tunnel comes first: it gives your appliance an https address of its own that works from "
        + "everywhere. ",
        "Przeglądarki pozwalają na powiadomienia tylko przez HTTPS, a tę stronę wczytano przez zwykłe "
        + "HTTP. Najpierw więc tunel: da urządzeniu własny adres https, który działa z każdego miejsca. "],
    "notify.hasTunnel": ["Yours has one; open it and enable notifications there:",
        "Twoje już taki ma; otwórz go i tam włącz powiadomienia:"],
    "notify.noTunnel": ["docs/tunnel.md shows how, in ten minutes.",
        "docs/tunnel.md pokazuje, jak to zrobić w dziesięć minut."],
    "notify.homescreen": ["On an iPhone or iPad only an app on the Home Screen may send notifications:",
        "Na iPhonie i iPadzie powiadomienia może wysyłać tylko aplikacja z ekranu początkowego:"],
    "notify.step1": ["Tap the Share button of Safari.", "Dotknij w Safari przycisku Udostępnij."],
    "notify.step2": ["Choose “Add to Home Screen”.", "Wybierz „Do ekranu początkowego”."],
    "notify.step3": ["Open Watchpost from the Home Screen and come back to this page.",
        "Otwórz Watchpost z ekranu początkowego i wróć tutaj."],
    "notify.unsupported": ["This browser has no push notifications.",
        "Ta przeglądarka nie ma powiadomień push."],
    "notify.denied": ["Notifications are blocked for this site. Only you can allow them again: in the "
        + "browser’s settings for this site, under “Notifications”.",
        "Powiadomienia są dla tej strony zablokowane. Tylko ty możesz je odblokować: w ustawieniach "
        + "przeglądarki dla tej strony, w sekcji „Powiadomienia”."],
    "notify.nokey": ["This appliance has no key for Web Push, so it cannot send.",
        "To urządzenie nie ma klucza Web Push, więc nie może wysyłać."],
    "notify.on": ["Notifications are on. You are told about the realms you watch, and about maps.",
        "Powiadomienia są włączone: o serwerach, które obserwujesz, i o mapach."],
    "notify.off": ["This phone is not told anything yet.", "Ten telefon nie dostaje jeszcze powiadomień."],
    "notify.unknown": ["Not known right now: {why}", "W tej chwili nie wiadomo: {why}"],
    "notify.looking": ["Looking…", "Sprawdzam…"],
    "notify.noReason": ["no reason was given", "bez podania powodu"],
    "notify.refused": ["The push service no longer takes notices for this phone: {why} Enable them again "
        + "for a new address.",
        "Usługa push nie przyjmuje już powiadomień dla tego telefonu: {why} Włącz je ponownie, aby dostać "
        + "nowy adres."],
    "notify.told": ["the browser was told not to allow notifications", "odmówiono zgody na powiadomienia"],
    "notify.unanswered": ["the question was not answered, so nothing was changed",
        "pytanie zostało bez odpowiedzi, więc nic się nie zmieniło"],
    "notify.browserRefused": ["the browser’s push service refused: {why}",
        "usługa push przeglądarki odmówiła: {why}"],
    "notify.enabled": ["Notifications are on. “Send a test” shows one",
        "Powiadomienia są włączone. „Wyślij test” pokaże jedno"],
    "notify.disabled": ["This phone is told nothing any more", "Ten telefon nie dostaje już powiadomień"],
    "notify.took": ["the push service took it", "usługa push przyjęła powiadomienie"],
    "notify.lost": ["the browser has lost its address and could not get a new one yet",
        "przeglądarka straciła swój adres i nie dostała jeszcze nowego"],
    "notify.noWorker": ["the app’s worker was not started",
        "część aplikacji do powiadomień się nie uruchomiła"],
    "notify.undelivered": ["not delivered: {why}", "nie dostarczono: {why}"],

    "pair.title": ["Pair this phone", "Sparuj ten telefon"],
    "pair.show": ["Show a code on the appliance", "Pokaż kod na urządzeniu"],
    "pair.onDisplay": ["The code stands on the appliance’s display until {time}",
        "Kod jest na wyświetlaczu urządzenia do {time}"],
    "pair.inJournal": ["The code stands in its journal until {time}",
        "Kod jest w dzienniku urządzenia do {time}"],
    "pair.code": ["Six-digit code", "Sześciocyfrowy kod"],
    "pair.pair": ["Pair", "Sparuj"],
    "pair.wrong": [{ one: "wrong code; one try is left", other: "wrong code; {count} tries are left" },
        { one: "zły kod; została jedna próba", few: "zły kod; zostały {count} próby",
            other: "zły kod; zostało {count} prób" }],
    "pair.done": ["Paired: this phone is an administrator now",
        "Sparowano: ten telefon jest teraz administratorem"],
    "pair.isPaired": ["This phone is paired: it may change the appliance’s settings, and the realms it "
        + "watches drive the lamp “everything I watch”.",
        "Ten telefon jest sparowany: może zmieniać ustawienia urządzenia, a obserwowane serwery sterują "
        + "lampką „wszystko, co obserwuję”."],
    "pair.isNot": ["A paired phone administers the appliance.{others} At home a code can be shown on its "
        + "display; “watchpost pair” prints one as well.",
        "Sparowany telefon zarządza urządzeniem.{others} W domu kod może pokazać jego wyświetlacz; wypisze "
        + "go też „watchpost pair”."],
    "pair.linked": [" So do the devices that are linked with it.", " Połączone z nim urządzenia też."],
};
