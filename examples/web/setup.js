// The part of the drawer in which a new game is set up.

import { chosen, GAMES, LEVELS, SEATS } from "./games.js";
import { by, element, on } from "./shapes.js";
import { sentence } from "./state.js";

/** Who plays a seat, to be chosen. */
export function seat(id, i, who) {
    const options = LEVELS.map(([value, label]) => element("option", { value }, label));
    const select = /** @type {HTMLSelectElement} */ (element("select", { id }, ...options));
    select.value = who;
    return element("p", { class: `seat${i}` }, element("label", { for: id }, SEATS[i]), " ", select);
}

export class Setup {
    // `page` has: game(), which game is on the table; seats(), who plays now; start(game, wish, seats), which may
    // refuse.
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
        if (game.rules.some(([value]) => value === rules)) by("variant").value = rules;
        this.explain();
        by("misere-line").hidden = !game.misere;
        by("misere").checked = game.misere && misere === true;
        by("players-line").hidden = !game.players;
        by("n-players").value = (game.players && Number(players)) || 2;
        by("pie").checked = pie === true;
        by("setup-say").textContent = "";
        by("new-seats").replaceChildren();
        this.listSeats();
    }

    // The next size, if there is one: of the list of the game, or else one more or fewer of each number.
    next(step) {
        const { value } = by("size");
        const { sizes } = GAMES[this.page.game()];
        const area = (size) => size.split("x").reduce((product, side) => product * side, 1);
        const isBeyond = (size) => step * (area(size) - area(value)) > 0;
        if (sizes) return step > 0 ? sizes.find(isBeyond) : sizes.findLast(isBeyond);
        const isLeast = value.match(/\d+/g)?.includes("1");
        return step < 0 && isLeast ? undefined : value.replace(/\d+/g, (number) => Number(number) + step);
    }

    resize(step) {
        by("size").value = this.next(step) ?? by("size").value;
        this.bound();
    }

    bound() {
        by("fewer").disabled = !this.next(-1);
        by("larger").disabled = !this.next(1);
    }

    setPlayers(n) {
        by("n-players").value = n;
        by("n-players").value = this.players;
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
        const seats = chosen(this.page.game())?.seats ?? this.page.seats();
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
        const seats = Array.from({ length: this.players }, (_, i) => by(`new-seat-${i}`)?.value ?? "you");
        try {
            await this.page.start(game, wish, seats);
        } catch (error) {
            by("setup-say").textContent = sentence(error.message);
        }
    }
}
