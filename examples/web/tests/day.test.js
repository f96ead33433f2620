// The puzzle of the day: the same for everyone, with a streak, a reply and a reason, and a result to hand on.

import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf, isoOf, today } from "../puzzles.js";
import { begin, close, open, overlaps, panel, record, said, shot, shut, status, until, visit } from "./player.js";

const FIRST = "2026-11-30";
const next = (iso, days = 1) => isoOf(dayOf(iso) + days);

// Opens the page on a day.
async function openOn(iso, options = {}) {
    const page = await open(undefined, undefined, "", {
        permissions: ["clipboard-read", "clipboard-write"],
        ...options,
    });
    await on(page, iso);
    return page;
}

// Goes to a day, at noon.
async function on(page, iso) {
    await page.clock.setFixedTime(`${iso}T12:00:00`);
    await page.click("#menu");
    await page.click("#daily");
    await until(page, "find the move that wins");
}

// What the library knows of a day: its solution, and a wrong move that has a reply.
const known = (page, iso) =>
    page.evaluate(async (day) => {
        const { Desk } = await import("./desk.js");
        const [desk, table] = [new Desk(), new Desk()];
        const { game, text } = await desk.ask({ do: "puzzle", day, at: 0 });
        const solution = await desk.ask({ do: "solution", at: 0 });
        await table.ask({ do: "open", game, text, format: "text" });
        const { moves } = await table.ask({ do: "choices", take: 60 });
        for (const { text: wrong } of moves) {
            const { right, reply } = await desk.ask({ do: "attempt", at: 0, moves: [wrong] });
            if (!right && reply.length) return { game, text, solution, wrong };
        }
    }, dayOf(iso));

async function answer(page, moves) {
    await panel(page, "moves");
    for (const move of moves) {
        await page.fill("#filter", move);
        await page.keyboard.press("Enter");
        await page.waitForFunction(() => document.getElementById("filter").value === "");
    }
    await shut(page);
}

async function solve(page, iso) {
    const { solution } = await known(page, iso);
    await answer(page, solution);
    await said(page, /^Right/);
}

const about = (page) => page.textContent("#puzzle-about");
const copied = (page) => page.evaluate(() => navigator.clipboard.readText());

test("a day is one of a person's calendar", () => {
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
    process.env.TZ = "Pacific/Auckland";
    const days = [today(new Date(2026, 10, 30, 0, 5)), today(new Date(2026, 10, 30, 23, 55))];
    process.env.TZ = here;
    assert.deepEqual(days, [dayOf(FIRST), dayOf(FIRST)]);
    assert.equal(isoOf(dayOf(FIRST)), FIRST);
    assert.deepEqual(["2026-02-31x", "<b>", "", "0-0-0"].map(dayOf), [null, null, null, null]);
});

test("every day has a puzzle of its own, the same for everyone, that leads back to the game", async () => {
    const [page, other] = [await openOn(FIRST), await openOn(FIRST, { timezoneId: "Asia/Tokyo" })];
    const puzzle = (page) => page.evaluate(() => document.querySelector("#board svg").getAttribute("aria-label"));
    assert.equal(await page.textContent("#puzzle-title"), "Puzzle of November 30");
    assert.equal(await puzzle(page), await puzzle(other));
    assert.deepEqual(await known(page, FIRST), await known(other, FIRST));
    await close(other);
    const [{ game, text }, ...others] = await Promise.all([0, 1, 2].map((i) => known(page, next(FIRST, i))));
    assert.equal(new Set([game, ...others.map((day) => day.game)]).size, 3, "the games take turns");
    assert.ok(others.every((day) => day.text !== text));
    await on(page, next(FIRST));
    assert.equal(await page.textContent("#puzzle-title"), "Puzzle of December 1");
    await page.reload();
    await until(page, "find the move that wins");
    assert.equal(await page.textContent("#puzzle-title"), "Puzzle of December 1");
    await page.click("#leave-puzzle");
    await page.locator("#puzzle").waitFor({ state: "hidden" });
    assert.match(await record(page), /^5\+/);
    // The puzzle of a day to come is not known yet.
    await visit(page, { day: "2027-03-01" });
    await until(page, "find the move that wins");
    assert.equal(await page.textContent("#puzzle-title"), "Puzzle of December 1");
    await close(page);
});

test("a puzzle appears where it stays", async () => {
    const page = await open("sprouts", "5+ 1-2 3-4", "you,you", { reducedMotion: "no-preference" });
    for (let i = 0; i < 3; i++) {
        await page.clock.setFixedTime(`${next(FIRST, i)}T12:00:00`);
        await page.evaluate(() => {
            window.places = [];
            const look = () => {
                const { classList } = document.body;
                const { e, f, a } = document.querySelector("#board svg").getScreenCTM();
                const place = [e, f, a].map(Math.round).join();
                if (classList.contains("puzzling") && !classList.contains("seeking")) window.places.push(place);
                // What is painted in this frame is looked at after it.
                if (window.places.length < 150) requestAnimationFrame(() => setTimeout(look));
            };
            look();
            document.getElementById("menu").click();
            document.getElementById("daily").click();
        });
        await until(page, "find the move that wins");
        await page.waitForFunction(() => window.places.length === 150);
        const places = await page.evaluate(() => window.places);
        assert.equal(new Set(places).size, 1, `${next(FIRST, i)}: ${[...new Set(places)].join(" ")}`);
        await page.click("#leave-puzzle");
        await page.locator("#puzzle").waitFor({ state: "hidden" });
    }
    await close(page);
});

test("a wrong try has a reply and a reason, and a press beside the board tries again", async () => {
    const day = await openOn(FIRST).then(async (page) => {
        // A day of lines, where the reply is drawn.
        for (let i = 0; i < 3; i++) {
            const iso = next(FIRST, i);
            if ((await known(page, iso)).game === "sprouts") return { page, iso };
        }
    });
    const { page, iso } = day;
    if (iso !== FIRST) await on(page, iso);
    const { wrong } = await known(page, iso);
    await answer(page, [wrong]);
    await said(
        page,
        /^No\. They reply: .*, (and then you lose, whatever you play|which wins at once)\. Press the paper/,
    );
    await shot(page, "day-wrong");
    const { x, y, width, height } = await page.locator("#puzzle-about").boundingBox();
    await page.mouse.click(x + width / 2, y + height / 2);
    await until(page, "find the move that wins");
    await close(page);
});

test("days in a row are counted, and the result says nothing of the solution", async () => {
    const page = await openOn(FIRST);
    const days = [0, 1, 2].map((i) => next(FIRST, i));
    for (const [i, iso] of days.entries()) {
        if (i) await on(page, iso);
        assert.ok(await page.isHidden("#share-day"));
        const { game, text, solution, wrong } = await known(page, iso);
        if (i === 1) {
            await answer(page, [wrong]);
            await said(page, /^No/);
            // Tries are kept over a visit.
            await page.reload();
            await until(page, "find the move that wins");
        }
        await solve(page, iso);
        assert.match(await about(page), i ? new RegExp(`${i + 1} days in a row`) : /nothing else does\.$/);
        await page.click("#share-day");
        // What is said stands on the card, for a while.
        await page.locator("#puzzle-about", { hasText: "The result is copied: paste it anywhere." }).waitFor();
        const line = await copied(page);
        const title = { sprouts: "Sprouts", sos: "SOS", phutball: "Phutball" }[game];
        assert.match(line, new RegExp(`^papergames, \\w+ \\d+, 2026: ${title} ★{2,5} · ${i === 1 ? "✗" : ""}✓`));
        assert.ok(!line.includes(text) && !line.split(/[\s·]/).some((word) => solution.includes(word)), line);
        if (i) assert.match(line, new RegExp(`${i + 1} days in a row`));
        await shot(page, `day-${i}`);
    }
    await page.click("#menu");
    assert.match(await page.textContent("#daily-row"), /^December 2 ✓, 3 in a row$/);
    await shut(page);
    // A day left out ends it; so does the solution of the page. A hint is told, over a visit as well.
    await on(page, next(FIRST, 4));
    await page.click("#hint");
    await said(page, /^Hint: (a|the) .*\. The bulb shows the whole move\.$/);
    assert.equal(await page.locator("#board .ghost *").count(), 0);
    await page.click("#hint");
    await said(page, /^Hint: .*You win/);
    await page.reload();
    await until(page, "find the move that wins");
    const { solution } = await known(page, next(FIRST, 4));
    await answer(page, solution);
    await said(page, /^Right: .*It took a hint\.$/);
    assert.match(await about(page), /nothing else does\. Solved with a hint\.$/);
    await page.click("#share-day");
    await said(page, /copied/);
    assert.match(await copied(page), / · ✓ · with a hint/);
    await on(page, next(FIRST, 5));
    await page.click("#solution");
    await said(page, /^The solution/);
    assert.ok(await page.isHidden("#share-day"));
    await page.click("#menu");
    assert.match(await page.textContent("#daily-row"), /^December 5$/);
    await close(page);
});

test("a chain of jumps is judged as one turn", async () => {
    const page = await openOn(FIRST);
    for (let i = 0; i < 30; i++) {
        const iso = next(FIRST, i);
        const { game, solution } = await known(page, iso);
        if (game !== "phutball" || solution.length < 2) continue;
        await on(page, iso);
        await answer(page, solution.slice(0, 1));
        assert.match(await status(page), /^Your turn: /);
        assert.equal(await page.textContent("#say").then((text) => /^(No|Right)/.test(text)), false);
        await answer(page, solution.slice(1));
        await said(page, /^Right/);
        await shot(page, "day-chain");
        return close(page);
    }
    assert.fail("no day needs a chain");
});

test("the card of the day is below the board, on a phone and a desktop, light and dark", async () => {
    for (const [viewport, colorScheme] of [
        [{ width: 390, height: 844 }, "light"],
        [{ width: 390, height: 844 }, "dark"],
        [{ width: 1100, height: 850 }, "light"],
        [{ width: 1100, height: 850 }, "dark"],
    ]) {
        const page = await openOn(FIRST, { viewport, colorScheme });
        for (const iso of [FIRST, next(FIRST), next(FIRST, 2)]) {
            if (iso !== FIRST) await on(page, iso);
            await page.waitForTimeout(200);
            assert.ok(!(await overlaps(page, "#puzzle", ".cell > rect, .spot .body")), iso);
            await shot(page, `card-${iso}-${viewport.width}-${colorScheme}`);
        }
        await solve(page, next(FIRST, 2));
        await page.waitForTimeout(300);
        assert.ok(!(await overlaps(page, "#puzzle", ".cell > rect, .spot .body")));
        await shot(page, `card-solved-${viewport.width}-${colorScheme}`);
        await close(page);
    }
});

test("a puzzle of the day does not change the game that was left", async () => {
    const page = await open("phutball", "5x5", "you,you");
    await begin(page, "phutball");
    const before = await record(page);
    await page.click("#menu");
    await page.click("#daily");
    // No old board stands under the words.
    await until(page, "find the move that wins");
    await page.click("#menu");
    assert.ok(await page.isHidden("#tab-players"), "nobody is invited to a puzzle");
    await shut(page);
    await page.click("#leave-puzzle");
    await page.locator("#puzzle").waitFor({ state: "hidden" });
    assert.equal(await record(page), before);
    await close(page);
});
