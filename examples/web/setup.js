// The part of the drawer in which a new game is set up.

import { chosen, GAMES, LEVELS, SEATS, unasked } from "./games.js";
import { by, element, on } from "./shapes.js";
import { sentence } from "./state.js";

/**
 * Who plays a seat, to be chosen.
 * @param {string} id
 * @param {number} i
 * @param {string} who
 * @param {(who: string) => void} changed
 */
export function seat(id, i, who, changed = () => {}) {
    const options = LEVELS.map(([value, label]) => element("option", { value }, label));
    const select = element("select", { id }, ...options);
    select.value = who;
    select.addEventListener("change", () => changed(select.value));
    return element("p", { class: `seat${i}` }, element("label", { for: id }, SEATS[i]), " ", select);
}

/**
 * @typedef {object} Page
 * @property {() => string} game which game is on the table
 * @property {() => string[]} seats who plays now
 * @property {(game: string, wish: import("./types.js").Wish, seats: string[]) => Promise<void>} start may refuse
 */

export class Setup {
    /** @param {Page} page */
    constructor(page) {
        this.page = page;
        on("setup-form", "open", () => this.offer());
        on("variant", "change", () => this.explain());
        on("n-players", "input", () => this.listSeats());
        on("size", "input", () => this.bound());
        on("fewer", "click", () => this.resize(-1));
        on("larger", "click", () => this.resize(1));
        on("fewer-players", "click", () => this.setPlayers(this.players - 1));
        on("more-players", "click", () => this.setPlayers(this.players + 1));
        on("setup-form", "submit", (event) => {
            event.preventDefault();
            this.start();
        });
    }

    // What was chosen last is offered again.
    offer() {
        const game = GAMES[this.page.game()];
        const { size, rules, misere, players, pie } = { ...chosen(this.page.game())?.wish };
        by("size-label").textContent = game.sizeLabel;
        by("size-help").textContent = game.sizeHelp;
        by("size").value = typeof size === "string" && size ? size : game.size;
        this.bound();
        by("variants").hidden = game.rules.length === 0;
        by("variant").replaceChildren(...game.rules.map(([value, label]) => element("option", { value }, label)));
        if (rules && game.rules.some(([value]) => value === rules)) by("variant").value = rules;
        this.explain();
        by("misere-line").hidden = !game.misere;
        by("misere").checked = game.misere && misere === true;
        by("players-line").hidden = !game.players;
        by("n-players").value = String((game.players && Number(players)) || 2);
        by("pie").checked = pie === true;
        by("setup-say").textContent = "";
        by("new-seats").replaceChildren();
        this.listSeats();
    }

    /**
     * The next size, if there is one: of the list of the game, or else one more or fewer of each number.
     * @param {number} step
     * @returns {string | undefined}
     */
    next(step) {
        const { value } = by("size");
        const { sizes } = GAMES[this.page.game()];
        const area = (/** @type {string} */ size) =>
            size.split("x").reduce((product, side) => product * Number(side), 1);
        const isBeyond = (/** @type {string} */ size) => step * (area(size) - area(value)) > 0;
        if (sizes) return step > 0 ? sizes.find(isBeyond) : sizes.findLast(isBeyond);
        const isLeast = value.match(/\d+/g)?.includes("1");
        return step < 0 && isLeast ? undefined : value.replace(/\d+/g, (number) => String(Number(number) + step));
    }

    /** @param {number} step */
    resize(step) {
        by("size").value = this.next(step) ?? by("size").value;
        this.bound();
    }

    bound() {
        by("fewer").disabled = !this.next(-1);
        by("larger").disabled = !this.next(1);
    }

    /** @param {number} n */
    setPlayers(n) {
        by("n-players").value = String(n);
        by("n-players").value = String(this.players);
        this.listSeats();
    }

    // A menu on a phone has no room for what a rule set means.
    explain() {
        const chosen = GAMES[this.page.game()].rules.find(([value]) => value === by("variant").value);
        by("variant-help").textContent = chosen?.[2] ?? "";
    }

    get players() {
        return Math.min(8, Math.max(2, Number(by("n-players").value) || 2));
    }

    // The choices that were made stay.
    listSeats() {
        const box = by("new-seats");
        const before = [...box.querySelectorAll("select")].map((select) => select.value);
        const seats = chosen(this.page.game())?.seats ?? unasked(this.page.seats());
        const labels = Array.from({ length: this.players }, (_, i) => {
            return seat(`new-seat-${i}`, i, before[i] ?? seats[i] ?? "you");
        });
        box.replaceChildren(...labels);
        by("pie-line").hidden = this.players !== 2;
    }

    async start() {
        const game = this.page.game();
        const { players, rules, misere } = GAMES[game];
        const wish = {
            size: by("size").value,
            rules: rules.length ? by("variant").value : "",
            misere: misere && by("misere").checked,
            players: players ? this.players : 0,
            pie: this.players === 2 && by("pie").checked,
        };
        const selects = by("new-seats").querySelectorAll("select");
        const seats = Array.from({ length: this.players }, (_, i) => selects[i]?.value ?? "you");
        try {
            await this.page.start(game, wish, seats);
        } catch (error) {
            by("setup-say").textContent = sentence(error instanceof Error ? error.message : String(error));
        }
    }
}
