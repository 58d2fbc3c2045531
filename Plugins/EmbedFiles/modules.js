// The modules of a page in one file, which the build has put together (Plugins/EmbedFiles): each is a function of its own, and runs
// once, when it is first asked for and all that it imports has run, as it would in a file of its own.

const $modules = new Map();

/**
 * Up to its `yield` a module says what it imports, and gives away its functions: they are there before anything has run. What else it
 * exports it gives as soon as that is there.
 */
function $define(address, body) {
    $modules.set(address, { body, own: {}, imports: [], users: [], run: null, isBegun: false, failure: null, end: null });
}

/** Stands where a module says `import()`. */
async function $load(address) {
    const module = $modules.get(address);
    if (!module) throw new TypeError(`${address} is no module of this page`);
    $link(module);
    await $run(module);
    return module.own;
}

function $link(module) {
    if (module.run) return;
    const give = (names) => {
        Object.assign(module.own, names);
        for (const set of module.users) set(module.own);
    };
    module.run = module.body(give, (address, set) => module.imports.push({ from: $modules.get(address), set }));
    module.run.next();
    for (const { from, set } of module.imports) {
        $link(from);
        from.users.push(set);
        set(from.own);
    }
}

/** One that failed fails for all who import it. Of two that import each other the second runs first, with the first one's functions. */
function $run(module) {
    if (module.failure) throw module.failure.error;
    if (module.isBegun) return module.end;
    module.isBegun = true;
    try {
        for (const { from } of module.imports) $run(from);
        // A promise, where it waits for something; nothing imports such a module.
        module.end = module.run.next();
    } catch (error) {
        module.failure = { error };
        throw error;
    }
    return module.end;
}

/** For a console, and for tests: the modules as this page has them. */
export { $load as load };
