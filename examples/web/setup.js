// The dialog for a new game.

import { GAMES, LEVELS, SEATS } from "./games.js";
import { element } from "./shapes.js";

const by = (id) => document.getElementById(id);

export class Setup {
    // `page` has: isRunning(), whether a game would be ended; start(game, wish, seats), which may refuse; seats(), who
    // plays now.
    constructor(page) {
        this.page = page;
        this.asked = false;
        by("games").addEventListener("change", () => this.offer());
        by("variant").addEventListener("change", () => this.explain());
        by("n-players").addEventListener("input", () => this.listSeats());
        by("setup-form").addEventListener("submit", (event) => {
            event.preventDefault();
            this.start();
        });
        by("close").addEventListener("click", () => by("setup").close());
    }

    open(game) {
        document.querySelector(`input[name="game"][value="${game}"]`).checked = true;
        by("new-seats").replaceChildren();
        this.offer();
        by("setup").showModal();
        by("start").focus();
    }

    get game() {
        return document.querySelector('input[name="game"]:checked').value;
    }

    offer() {
        const game = GAMES[this.game];
        by("size-label").textContent = game.sizeLabel;
        by("size-help").textContent = game.sizeHelp;
        by("size").value = game.size;
        by("variants").hidden = game.rules.length === 0;
        by("variant").replaceChildren(...game.rules.map(([value, label]) => element("option", { value }, label)));
        this.explain();
        by("misere-line").hidden = !game.misere;
        by("misere").checked = false;
        by("players-line").hidden = !game.players;
        by("n-players").value = 2;
        by("setup-say").textContent = "";
        this.ask(false);
        this.listSeats();
    }

    // A menu on a phone has no room for what a rule set means.
    explain() {
        const chosen = GAMES[this.game].rules.find(([value]) => value === by("variant").value);
        by("variant-help").textContent = chosen?.[2] ?? "";
    }

    get players() {
        return Math.min(8, Math.max(2, Number(by("n-players").value) || 2));
    }

    // The choices that were made stay.
    listSeats() {
        const box = by("new-seats");
        const chosen = [...box.querySelectorAll("select")].map((select) => select.value);
        const seats = this.page.seats();
        const labels = Array.from({ length: this.players }, (_, i) => {
            const options = LEVELS.map(([value, label]) => element("option", { value }, label));
            const select = element("select", { id: `new-seat-${i}` }, ...options);
            select.value = chosen[i] ?? seats[i] ?? "you";
            return element("label", {}, `${SEATS[i]}: `, select);
        });
        box.replaceChildren(...labels);
    }

    // Asks before it ends an unfinished game.
    ask(asked) {
        this.asked = asked;
        by("start").textContent = asked ? "Start all the same" : "Start";
        if (asked) {
            by("setup-say").textContent =
                "Your game is not over yet. It stays under Games, where you can go on with it.";
        }
    }

    async start() {
        if (!this.asked && this.page.isRunning()) {
            this.ask(true);
            return;
        }
        const game = this.game;
        const { players, rules, misere } = GAMES[game];
        const wish = {
            size: by("size").value,
            rules: rules.length ? by("variant").value : "",
            misere: misere && by("misere").checked,
            players: players ? this.players : 0,
        };
        const seats = Array.from({ length: this.players }, (_, i) => by(`new-seat-${i}`)?.value ?? "you");
        try {
            await this.page.start(game, wish, seats);
            by("setup").close();
        } catch (error) {
            const { message } = error;
            by("setup-say").textContent = message.charAt(0).toUpperCase() + message.slice(1);
        }
    }
}
