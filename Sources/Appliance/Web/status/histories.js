// The last 24 hours of all versions of the game: cells that ask together ask one question.

import { list } from "./dom.js";

/** Answers `ask(place)`, which answers the HistoryBody of `{ region, flavour }`; `get` fetches. Those who ask in one turn share an answer. */
export function makeHistories(get) {
    let places = [];
    let answer = null;

    async function fetched() {
        // Others of the same turn join.
        await undefined;
        const wanted = places;
        [places, answer] = [[], null];
        const address = wanted.length > 1 ? "/v1/history" : addressOf(wanted[0]);
        const { body } = await get(address);
        return wanted.length > 1 ? list(body?.histories) : [{ ...body, ...wanted[0] }];
    }

    return async (place) => {
        places.push(place);
        answer ??= fetched();
        const found = await answer;
        return found.find((one) => one.region === place.region && one.flavour === place.flavour);
    };
}

function addressOf({ region, flavour }) {
    return `/v1/regions/${encodeURIComponent(region)}/history?flavour=${encodeURIComponent(flavour)}&hours=24`;
}
