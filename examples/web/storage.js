// What this browser keeps between visits, each thing under a name of its own.

/** Returns what is kept under a name, or `fallback` if there is nothing of its kind. */
export function read(name, fallback) {
    try {
        const value = JSON.parse(localStorage.getItem(name));
        const isAlike = typeof value === typeof fallback && Array.isArray(value) === Array.isArray(fallback);
        return value && isAlike ? value : fallback;
    } catch {
        return fallback;
    }
}

/** Keeps a value, unless storage is full or forbidden: the page works without. */
export function write(name, value) {
    try {
        localStorage.setItem(name, JSON.stringify(value));
    } catch {
        // The game is in the address as well; all else is asked or shown again.
    }
}
