// Fingers: what is played is what a person who sees the trace would say, or nothing.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
    close,
    draw,
    finger,
    grown,
    numbers,
    onTheWay,
    open,
    record,
    SIZES,
    said,
    shot,
    spots,
    square,
} from "./player.js";

const TURNS = Array.from({ length: 8 }, (_, i) => (i * Math.PI) / 4);
const LENGTHS = [10, 15, 22, 28, 36, 45];
const ROLLS = [4, 7, 10, 13, 16];
const PITCH = "9x13";

// A press beside a place, and a hesitant way from there in each of eight directions; one length for each, which
// differ from one `round` to another.
const strokes = (at, lengths, beside, round, random = numbers(7 + round)) =>
    TURNS.flatMap((turn, k) =>
        lengths
            .filter((_, i) => (i + k + 2 * round) % lengths.length === 0)
            .map((length) => {
                const shake = () => 3 * (random() - 0.5);
                const [x, y] = at.map((z) => z + 2 * beside * (random() - 0.5));
                const along = (t) => [
                    x + t * length * Math.cos(turn) + shake(),
                    y + t * length * Math.sin(turn) + shake(),
                ];
                return {
                    what: `${length} px to ${45 * k}°`,
                    length,
                    places: [[x, y], along(0.3), along(0.5), along(1)],
                };
            }),
    );

const device = (viewport) => ({ viewport, hasTouch: true, isMobile: viewport.width < 1000 });

// The spot to which a stroke has come by more than half of the way, as a person sees it.
function goal(at, from, end) {
    const far = (p, q) => Math.hypot(p[0] - q[0], p[1] - q[1]);
    const others = Object.keys(at).filter((name) => name !== from);
    const near = others.filter((name) => far(end, at[name]) < 0.5 * far(at[from], at[name]));
    return near.sort((p, q) => far(end, at[p]) - far(end, at[q]))[0];
}

// Waits until a press has done something, and returns what; then takes it away, so that nothing is chosen.
async function outcome(page, before = 0) {
    const found = await page.waitForFunction((before) => {
        const count = (part) => document.querySelectorAll(part).length;
        const done = {
            played: [...document.querySelectorAll("#record button")].findIndex((move) => move.ariaCurrent) - before,
            picked: count("#board .spot.picked"),
            offers: count("#board .offers [role=button]"),
            refused: count("#say.refused:not(:empty)"),
            said: document.getElementById("say").textContent,
        };
        const { said, ...counts } = done;
        return (said || Object.values(counts).some(Boolean)) && done;
    }, before);
    const done = await found.jsonValue();
    await page.keyboard.press("Escape");
    return done;
}

for (const [round, viewport] of SIZES.entries()) {
    const width = `${viewport.width} px wide`;

    test(`short drags of a finger play nothing but what they reach, ${width}`, async () => {
        for (const [game, start, name] of [
            ["sprouts", "5+", "1"],
            ["sprouts", "4+ 1-2 3-5", "4"],
            ["brussels", "3+", "1a"],
            // A dash is no letter, and there is nothing over which the ball can jump.
            ["sos", "5x5", "c3"],
            ["phutball", PITCH, "e6"],
        ]) {
            const page = await open(game, start, "you,you", device(viewport));
            const before = await record(page);
            const drag = await finger(page);
            const isDrawing = ["sprouts", "brussels"].includes(game);
            const { x, y } = isDrawing ? {} : await square(page, name);
            const all = await spots(page);
            const at = isDrawing ? all[name] : [x, y];
            for (const { what, places } of strokes(at, LENGTHS, isDrawing ? 10 : 5, round)) {
                await drag(places, 2);
                const { played } = await outcome(page, before.split(" ").length - 1);
                if (played) {
                    const line = [name, goal(all, name, places.at(-1))].sort().join("-");
                    assert.equal((await record(page)).replace(/\[.*/, ""), `${before} ${line}`, `${game}: ${what}`);
                    await page.evaluate(() => document.getElementById("undo").click());
                    await page.waitForFunction(() => !document.getElementById("redo").disabled);
                }
                // A ball that is in the hand is put back.
                if (await page.locator("#board svg.held").count()) await drag([at, at], 1);
            }
            await close(page);
        }
    });

    test(`a tap that rolls is a tap, ${width}`, async () => {
        const page = await open("sprouts", "5+", "you,you", device(viewport));
        const tap = await finger(page);
        for (const { what, places } of strokes((await spots(page))[1], ROLLS, 4, round)) {
            await tap(places, 2);
            const { played, picked, refused } = await outcome(page);
            assert.deepEqual({ played, picked, refused }, { played: 0, picked: 1, refused: 0 }, what);
        }
        await close(page);

        const letters = await open("sos", "5x5", "you,you", device(viewport));
        const press = await finger(letters);
        const { x, y } = await square(letters, "c3");
        for (const { what, places } of strokes([x, y], ROLLS, 4, round)) {
            await press(places, 2);
            const { played, offers } = await outcome(letters);
            assert.deepEqual(
                { played, offers },
                { played: 0, offers: 2 },
                `${what}: both letters, and none is written`,
            );
        }
        await close(letters);
    });

    test(`a tap that rolls puts a man where it begins, or none, ${width}`, async () => {
        const page = await open("phutball", PITCH, "you,you", device(viewport));
        const tap = await finger(page);
        const { x, y, side } = await square(page, "c4");
        const before = await record(page);
        for (const { what, length, places } of strokes([x, y], ROLLS, 3, round)) {
            await tap(places, 2);
            const { played, said } = await outcome(page);
            assert.doesNotMatch(said, /already/, what);
            if (length < 0.4 * side) assert.equal(played, 1, what);
            if (!played) continue;
            assert.equal(await record(page), `${before} c4`, what);
            await page.evaluate(() => document.getElementById("undo").click());
            await page.waitForFunction(() => !document.querySelector("#board .cell.man"));
        }
        await close(page);
    });
}

test("small points are looked at more closely before a finger puts a man there", async () => {
    const page = await open("phutball", "15x21", "you,you", device(SIZES[2]));
    const tap = await finger(page);
    const place = await square(page, "d7");
    assert.ok(place.side < 24, `${place.side}`);
    await tap([[place.x, place.y]]);
    await said(page, /points are small/);
    const near = await square(page, "d7");
    assert.ok(near.side > 35, `${near.side}`);
    assert.ok(Math.hypot(near.x - place.x, near.y - place.y) < 3, "the point stays under the finger");
    await tap([[near.x, near.y]]);
    await grown(page, 1);
    assert.match(await record(page), / d7$/);
    // A mouse and a large board need no closer look.
    const large = await open("phutball", "15x21", "you,you", device(SIZES[0]));
    const there = await square(large, "d7");
    await large.mouse.click(there.x, there.y);
    await grown(large, 1);
    await close(page);
    await close(large);
});

test("what is fenced in fades while the pen is down, and is told so", async () => {
    const page = await open("sprouts", "3+ 1-1[2]", "you,you");
    const at = await spots(page);
    const faded = () => page.$$eval("#board .spot.fenced", (all) => all.map(({ dataset }) => dataset.name));
    await draw(page, [at[3], onTheWay(at[3], at[2], 0.2)], false);
    await page.locator("#board .spot.fenced").waitFor({ state: "attached" });
    assert.deepEqual(await faded(), ["2"]);
    await shot(page, "fenced");
    await page.mouse.move(...at[2], { steps: 8 });
    await page.mouse.up();
    await said(page, /^Spot 2 is fenced in: no line leads there from spot 3\.$/);
    assert.deepEqual(await faded(), []);
    await close(page);
});

test("a finger draws loops and lines that can be seen", async () => {
    const page = await open("sprouts", "3+", "you,you", device(SIZES[2]));
    const drag = await finger(page);
    const at = await spots(page);
    const [x, y] = at[1];
    // A ring that is not quite closed, beside the spot.
    const ring = Array.from({ length: 12 }, (_, i) => [x + 30 * Math.sin(i * 0.52), y - 30 + 30 * Math.cos(i * 0.52)]);
    await drag(ring, 2);
    await grown(page, 1);
    assert.match(await record(page), /^3\+ 1-1/);
    const now = await spots(page);
    await drag([now[2], now[3]], 8);
    await grown(page, 2);
    assert.match(await record(page), / 2-3/);
    await close(page);
});

test("a press that was handled gives no click to what appears under it", async () => {
    const page = await open("phutball", "7/7/7/7/3@3/7/7/7/7:first:full-board d5", "you,you", device(SIZES[2]));
    const drag = await finger(page);
    const { x, y, side } = await square(page, "d4");
    const ball = [x, y];
    // A roll on the ball takes it into the hand, and is no jump.
    await drag([ball, [x, y - Math.min(12, side / 3)]]);
    await page.locator("#board svg.held").waitFor();
    assert.match(await record(page), / d5$/);
    await drag([ball, ball], 1);
    await page.locator("#board svg:not(.held)").waitFor();
    await page.evaluate(() => {
        window.clicks = 0;
        addEventListener("click", () => window.clicks++);
    });
    const place = await square(page, "b3");
    const [from, below] = [0, 2].map((rows) => [place.x, place.y + rows * side]);
    await drag([from, [from[0] + 10, from[1]]]);
    await grown(page, 2);
    assert.equal(await page.evaluate(() => window.clicks), 0);
    // A tap without a roll has its click.
    await drag([below, below], 1);
    await grown(page, 3);
    assert.equal(await page.evaluate(() => window.clicks), 1);
    await close(page);
});
