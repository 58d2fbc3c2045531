// Words of the service worker, which cannot import the tables of the pages.

/** English and Polish, as in /assets/words.js. */
self.workerWords = {
    unknown: ["Something changed. Open the app to see what.",
        "Coś się zmieniło. Otwórz aplikację, żeby zobaczyć co."],
};
