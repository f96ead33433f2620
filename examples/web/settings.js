// What a person has set for all games: dark or light paper, and the pace of machines.

import { by, on } from "./shapes.js";
import { read, write } from "./storage.js";

const PLACE = "papergames-settings";
const THEMES = ["light", "dark"];
// How long a machine waits before its move, in times of the usual.
/** @type {Record<string, number>} */
const PACES = { slow: 2.5, fast: 0 };

const settings = () => {
    const { theme = "", pace = "" } = read(PLACE, /** @type {{ theme?: string, pace?: string }} */ ({}));
    return { theme: THEMES.includes(theme) ? theme : "", pace: Object.hasOwn(PACES, pace) ? pace : "" };
};

/** How much longer than usual a machine waits. */
export const pace = () => PACES[settings().pace] ?? 1;

// The colours of the page follow the scheme.
function show() {
    const { theme } = settings();
    document.documentElement.style.colorScheme = theme || "light dark";
    // The bars of the browser have the colour of the paper.
    const { backgroundColor } = getComputedStyle(document.body);
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
        if (theme) meta.setAttribute("content", backgroundColor);
    }
}

/** Shows what was set, and lets a person set it. */
export function offerSettings() {
    for (const name of /** @type {const} */ (["theme", "pace"])) {
        by(name).value = settings()[name];
        on(name, "change", ({ target }) => {
            write(PLACE, { ...settings(), [name]: target.value });
            show();
        });
    }
    show();
}
