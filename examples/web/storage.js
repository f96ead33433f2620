// What this browser keeps between visits, each thing under a name of its own.

/**
 * Returns what is kept under a name, or `fallback` if there is nothing of its kind. What is in it is not checked.
 * @template T
 * @param {string} name
 * @param {T} fallback
 * @returns {T}
 */
export function read(name, fallback) {
    try {
        const value = JSON.parse(localStorage.getItem(name) ?? "null");
        const isAlike = typeof value === typeof fallback && Array.isArray(value) === Array.isArray(fallback);
        return value && isAlike ? value : fallback;
    } catch {
        return fallback;
    }
}

/**
 * Keeps a value, unless storage is full or forbidden: the page works without.
 * @param {string} name
 * @param {unknown} value
 */
export function write(name, value) {
    try {
        localStorage.setItem(name, JSON.stringify(value));
    } catch {
        // The game is in the address as well; all else is asked or shown again.
    }
}
