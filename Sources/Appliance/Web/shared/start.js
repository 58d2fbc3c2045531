// The beginning of every page: its language, then its main module, as some modules ask for words while they are loaded.

import { learnLanguage } from "./language.js";

const { main } = document.querySelector("script[data-main]").dataset;
learnLanguage().then(() => import(main));
