// What the page once did wrong, and what a first visit is like.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
    begin,
    close,
    draw,
    grown,
    onTheWay,
    open,
    overlaps,
    panel,
    record,
    SIZES,
    said,
    setUp,
    shot,
    shut,
    spots,
    square,
    status,
    until,
    visit,
} from "./player.js";

// How far what is drawn is beyond the window.
const beyond = (page) =>
    page.evaluate(() => {
        const parts = [...document.querySelectorAll("#board .lines path, #board .spot .body")];
        const boxes = parts.map((node) => node.getBoundingClientRect());
        return Math.max(...boxes.flatMap((b) => [-b.left, -b.top, b.right - innerWidth, b.bottom - innerHeight]));
    });

test("lines along the edges stay on the paper, and a line can be drawn around them", async () => {
    for (const viewport of [
        { width: 1440, height: 900 },
        { width: 390, height: 844 },
    ]) {
        const page = await open("sprouts", "3+", "you,you", { viewport });
        const at = await spots(page);
        const { width, height } = viewport;
        const edge = [
            [9, height / 2],
            [9, 9],
            [width - 9, 9],
            [width - 9, height / 2],
        ];
        await draw(page, [at[3], ...edge, at[2]], true, 12);
        await grown(page, 1);
        assert.ok((await beyond(page)) < 0, `${await beyond(page)} px beyond the window`);
        // Around everything, outside the line along the edges.
        const there = await spots(page);
        await draw(page, [there[2], [width - 6, height - 90], [6, height - 90], there[3]], true, 12);
        await grown(page, 2);
        await panel(page, "moves");
        for (let moves = 3; !(await status(page)).includes("wins"); moves++) {
            await page.locator("#moves button").last().click();
            await grown(page, moves);
            assert.ok((await beyond(page)) < 0, `${await record(page)}: ${await beyond(page)} px beyond`);
        }
        await close(page);
    }
});

test("a review of one game says nothing about another", async () => {
    const page = await open("sprouts", "2+ 1-2 1-2 1-2! 3-4!", "you,you");
    await panel(page, "analysis");
    await page.click("#review-game");
    await page.locator(".graph").waitFor({ timeout: 40_000 });
    await visit(page, { game: "sos", record: ".../.../...:1:0-0 Sa1 Ob1 Sc1 Sa2", seats: "you,you" });
    await page.locator(".letters").waitFor();
    assert.doesNotMatch(await page.textContent("#record"), /✗|\?/);
    assert.ok(await page.isHidden("#reviewed"));
    await close(page);
});

test("a game that was over is at its end again once its review is closed", async () => {
    const page = await open("sprouts", "2+ 1-2", "you,you");
    for (const game of [{ record: "2+ 1-2 1-2 1-2! 3-4!" }, { record: "2+ 1-2 1-2", resigned: "1" }]) {
        await visit(page, { game: "sprouts", seats: "you,you", ...game });
        await page.locator("#over").waitFor();
        const result = await page.textContent("#result");
        await page.click("#review");
        await page.locator(".graph").waitFor({ timeout: 40_000 });
        await page.locator(".graph .column").nth(1).click();
        await said(page, /^$/);
        await page.waitForFunction(() => document.querySelectorAll("#board .line").length === 2);
        await shut(page);
        await page.locator("#over").waitFor();
        assert.equal(await page.textContent("#result"), result);
        assert.equal(await record(page), game.record);
    }
    await close(page);
});

for (const file of ["papergames.wasm", "worker.js"]) {
    test(`without ${file} the page says so`, async () => {
        const page = await open("sprouts", "3+", "you,you", { serviceWorkers: "block" });
        const other = await page.context().newPage();
        await other.route(`**/${file}*`, (route) => route.abort());
        for (const address of [page.url().split("#")[0], page.url()]) {
            await other.goto("about:blank");
            await other.goto(address);
            await said(other, /^The games could not be loaded\. Check the network/);
        }
        await close(page);
    });
}

test("a stroke beside a spot leaves ink, and its reason stands beside the pen", async () => {
    for (const viewport of [
        { width: 1440, height: 900 },
        { width: 390, height: 844 },
    ]) {
        const page = await open("sprouts", "5+", "you,you", { viewport });
        const [x, y] = [viewport.width / 2, viewport.height / 2];
        await draw(
            page,
            [
                [x, y],
                [x + 60, y + 20],
            ],
            false,
        );
        assert.ok(await page.locator(".pen").getAttribute("d"), "there is ink");
        await page.mouse.up();
        await said(page, /begins on a spot/);
        const note = await page.locator("#say").boundingBox();
        const far = Math.hypot(note.x - x - 60, note.y + note.height - y - 20);
        assert.ok(far < 250 && note.x >= 0 && note.x + note.width <= viewport.width, `${JSON.stringify(note)}`);
        await shot(page, `beside-${viewport.width}`);
        await close(page);
    }
});

test("an address with a size begins a game, and one that cannot be read is answered plainly", async () => {
    const page = await open("sos", "5x5", "you,you");
    assert.equal(await page.locator(".cell").count(), 25);
    for (const [game, record] of [
        ["sprouts", "<img"],
        ["chess", "e4"],
    ]) {
        await visit(page, { game: "sos", record: "3x3", seats: "you,you" });
        await page.waitForFunction(() => document.querySelectorAll(".cell").length === 9);
        await visit(page, { game, record, seats: "you,you" });
        await said(page, /could not be read, so here is a new one/);
    }
    await close(page);
});

test("the bare address goes on with the game under way", async () => {
    const page = await open("sprouts", "3+ 1-2", "you,you");
    await page.goto("about:blank");
    await page.goBack();
    await page.evaluate(() => history.replaceState(null, "", location.pathname));
    await page.reload();
    await page.locator("#board .line").first().waitFor();
    assert.equal(await record(page), "3+ 1-2");
    await close(page);
});

test("hostile storage is ignored", async () => {
    const page = await open("sprouts", "3+", "you,you");
    await page.evaluate(() => {
        const evil = [{ game: "constructor", record: "3+", seats: "you,you" }, { game: "sos", record: "x" }, null, 7];
        localStorage.setItem("papergames", JSON.stringify(evil));
        localStorage.setItem("papergames-puzzles", "[[");
        localStorage.setItem("papergames-shown", '{"a":1}');
    });
    await page.reload();
    await page.locator("#board svg").waitFor();
    await panel(page, "games");
    assert.equal(await page.textContent("#kept"), "None yet.");
    await close(page);
});

test("a pencil shows the first line once, and not where motion is unwelcome", async () => {
    const page = await open("sprouts", "5+", "you,2", { reducedMotion: "no-preference" });
    await page.locator(".pencil").waitFor();
    // With it, three rules are told.
    for (const [i, rule] of [/^Draw a line/, /^A new spot grows/, /^Lines never cross/].entries()) {
        await said(page, rule);
        await page.waitForTimeout(1_400);
        await shot(page, `pencil-${i}`);
    }
    const d = await page.getAttribute(".crossing", "d");
    assert.match(d, /^M.*L.*M.*l/, "the line that would cross is marked where it is blocked");
    await page.locator(".pencil").waitFor({ state: "detached" });
    assert.equal(await page.locator(".ghost path, .crossing").count(), 0);
    assert.equal(await page.textContent("#say"), "");
    await page.reload();
    await page.locator("#board .spot").first().waitFor();
    await page.waitForTimeout(1_200);
    assert.equal(await page.locator(".pencil").count(), 0);
    // It shows the line again when it is asked for.
    await panel(page, "rules");
    assert.equal(await page.locator("#lesson svg").count(), 4);
    await page.click("#show-me");
    await page.locator(".pencil").waitFor();
    await close(page);
    const still = await open("sprouts", "5+", "you,2");
    await still.waitForTimeout(1_200);
    assert.equal(await still.locator(".pencil").count(), 0);
    await close(still);
});

test("S and O are written by hand, and a scrawl is neither", async () => {
    const page = await open("sos", ".../.../...:1:0-0", "you,you");
    const hand = async (name, shape) => {
        const { x, y, side } = await square(page, name);
        await draw(
            page,
            shape.map(([a, b]) => [x + a * side, y + b * side]),
            true,
            3,
        );
    };
    const S = [
        [0.2, -0.25],
        [0, -0.33],
        [-0.2, -0.2],
        [-0.1, -0.05],
        [0.1, 0.05],
        [0.2, 0.2],
        [0, 0.33],
        [-0.22, 0.25],
    ];
    const O = Array.from({ length: 13 }, (_, i) => [0.3 * Math.sin(i * 0.54), -0.3 * Math.cos(i * 0.54)]);
    await hand("a1", S);
    await grown(page, 1);
    await hand("b1", O);
    await grown(page, 2);
    assert.equal(await record(page), ".../.../...:1:0-0 Sa1 Ob1");
    // What is neither is asked for, in a square; a longer line is none of both.
    await hand("c1", [
        [-0.3, -0.3],
        [0.3, 0.3],
    ]);
    await said(page, /^S or O\?$/);
    await page.locator(".offers [aria-label='Write O on c1']").waitFor();
    await hand("c1", [
        [-2.4, 0.3],
        [0.3, 0.3],
    ]);
    await said(page, /Write an S or an O/);
    await hand("c1", S);
    await grown(page, 3);
    assert.equal(await page.textContent("#seats"), "first 1second 0");
    assert.equal(await status(page), "S-O-S! First moves again");
    const writers = await page.$$eval("#board .letter", (all) => all.map((node) => node.getAttribute("class")));
    assert.deepEqual(writers, ["letter seat0", "letter seat1", "letter seat0"]);
    await close(page);
});

test("the ball is flicked along a jump", async () => {
    const page = await open("phutball", "15x21", "you,you");
    await page.locator(".field").waitFor();
    await setUp(page, "phutball", { size: "5x7", "new-seat-1": "you" });
    await page.click('.cell[data-name="c4"]');
    await grown(page, 1);
    await page.click('.cell[data-name="a2"]');
    await grown(page, 2);
    const ball = await square(page, "c3");
    await draw(page, [
        [ball.x, ball.y],
        [ball.x + 60, ball.y],
    ]);
    await said(page, /jumps over men/);
    await draw(page, [
        [ball.x, ball.y],
        [ball.x + 6, ball.y - 70],
    ]);
    await grown(page, 3);
    await until(page, "First wins");
    await close(page);
});

test("a chain of jumps is drawn in one stroke, around corners and straight on, to where the stroke ends", async () => {
    const pitch = (men) => `7/7/7/7/3@3/7/7/7/7:first:full-board ${men}`;
    for (const [men, way, jumps] of [
        ["d5 e6", ["d4", "d6", "f6"], 2],
        ["d5 d7", ["d4", "d6", "d8"], 2],
        ["d5 e6", ["d4", "d6"], 1],
    ]) {
        const page = await open("phutball", pitch(men), "you,you", { reducedMotion: "no-preference" });
        const places = [];
        for (const name of way) {
            const { x, y } = await square(page, name);
            places.push([x, y]);
        }
        await draw(page, places);
        await grown(page, 2 + jumps);
        await page.locator(`.cell.ball[data-name="${way.at(-1)}"]`).waitFor();
        assert.equal(await page.isVisible("#stop-jump"), jumps === 1, "a chain may go on or end");
        await close(page);
    }
    // Elsewhere there is no jump.
    const page = await open("phutball", pitch("d5 e6"), "you,you");
    const [from, to] = [await square(page, "d4"), await square(page, "f4")];
    await draw(page, [
        [from.x, from.y],
        [to.x, to.y],
    ]);
    await said(page, /No jump goes that way/);
    assert.equal(await page.locator("#record li").count(), 3);
    await close(page);
});

test("both letters are offered on the paper, in every corner of a phone", async () => {
    const page = await open("sos", ".../.../.../...:1:0-0", "you,you", { viewport: { width: 390, height: 844 } });
    for (const name of ["a1", "c1", "a4", "c4"]) {
        await page.click(`.cell[data-name="${name}"]`);
        const offers = await page.locator('.offers [role="button"]').all();
        assert.equal(offers.length, 2);
        for (const offer of offers) {
            const { x, y, width, height } = await offer.boundingBox();
            assert.ok(x >= 0 && y >= 0 && x + width <= 390 && y + height <= 844, `${name}: from ${x} to ${x + width}`);
        }
        await shot(page, `offers-${name}`);
        await page.keyboard.press("Escape");
    }
    await close(page);
});

test("a turn is announced once the machine's line stands", async () => {
    const page = await open("sprouts", "5+", "you,1", { reducedMotion: "no-preference" });
    await panel(page, "moves");
    await page.locator("#moves button").first().waitFor();
    const frames = await page.evaluate(async () => {
        const seen = [];
        /** @type {HTMLElement} */ (document.querySelector("#moves button")).click();
        while (!seen.at(-1)?.isTurn) {
            await new Promise(requestAnimationFrame);
            if (document.querySelectorAll("#record li").length < 3) continue;
            const isMoving = document.querySelector("#board .spot[transform], #board [visibility='hidden']") !== null;
            seen.push({ isMoving, isTurn: /^Your turn/.test(document.getElementById("status").textContent) });
        }
        return seen;
    });
    assert.ok(frames.some(({ isMoving }) => isMoving) && frames.every(({ isMoving, isTurn }) => !(isMoving && isTurn)));
    await close(page);
});

test("what is refused stands on free paper", async () => {
    for (const viewport of SIZES) {
        const page = await open("sprouts", "5+ 1-2 3-4 1-6", "you,you", { viewport });
        for (const [from, to] of [
            [5, [0.5, 0.04]],
            [1, [0.96, 0.5]],
            [3, [0.2, 0.5]],
        ]) {
            const at = await spots(page);
            await draw(page, [at[from], [to[0] * viewport.width, to[1] * viewport.height]]);
            await page.locator("#say.refused").waitFor();
            const words = ["#say", "h1, #tools, .name"];
            assert.ok(!(await overlaps(page, ...words)), await page.textContent("#say"));
            const covered = await page.evaluate(() => {
                const { left, right, top, bottom } = document.getElementById("say").getBoundingClientRect();
                return [...document.querySelectorAll("#board .lines .line")].filter((path) =>
                    Array.from({ length: 101 }, (_, i) =>
                        path.getPointAtLength((path.getTotalLength() * i) / 100).matrixTransform(path.getScreenCTM()),
                    ).some(({ x, y }) => x > left && x < right && y > top && y < bottom),
                ).length;
            });
            assert.equal(covered, 0, await page.textContent("#say"));
            await page.keyboard.press("Escape");
        }
        await close(page);
    }
});

test("the reason of a refusal stands where the line was blocked, and covers no spot", async () => {
    for (const viewport of SIZES) {
        const page = await open("sprouts", "3+ 1-2", "you,you", { viewport });
        const at = await spots(page);
        // Through a line, and on to the edge of the paper.
        const middle = await page.$eval("#board .line", (/** @type {SVGPathElement} */ line) => {
            const { x, y } = line.getPointAtLength(line.getTotalLength() / 2).matrixTransform(line.getScreenCTM());
            return [x, y];
        });
        await draw(page, [at[3], middle, onTheWay(at[3], middle, 1.1), [viewport.width - 30, 90]]);
        await page.locator("#say.refused").waitFor();
        const [far, covered] = await page.evaluate(() => {
            const box = document.getElementById("say").getBoundingClientRect();
            const gap = (x, y, r) =>
                Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom)) - r;
            const ink = /** @type {SVGPathElement} */ (document.querySelector(".refusal"));
            const { x, y } = ink.getPointAtLength(ink.getTotalLength()).matrixTransform(ink.getScreenCTM());
            const halos = [...document.querySelectorAll("#board .halo")].map((node) => node.getBoundingClientRect());
            const covered = halos.filter(({ x, y, width }) => gap(x + width / 2, y + width / 2, width / 2) < 0);
            return [gap(x, y, 0), covered.length];
        });
        assert.ok(far < 160, `${Math.round(far)} px from the fault at ${viewport.width}`);
        assert.equal(covered, 0);
        await shot(page, `fault-${viewport.width}`);
        await close(page);
    }
});

test("the aim is said until a person's first move, even if another player begins", async () => {
    const page = await open("sprouts", "5+", "you,you");
    assert.match(await page.textContent("#aim"), /last line wins/);
    const at = await spots(page);
    await draw(page, [at[1], at[2]]);
    await grown(page, 1);
    assert.equal(await page.textContent("#aim"), "");
    // A friend's move and a machine's are none of this person's.
    for (const seats of ["friend,you", "2,you"]) {
        await visit(page, { game: "sprouts", record: "3+ 1-2", seats });
        await until(page, "Your turn");
        assert.equal(await page.textContent("#aim"), "The last line wins.");
    }
    await close(page);
});

test("a line of crosses has the colour of the player who drew it, with the arms that it joins", async () => {
    const page = await open("brussels", "2+ 1a-2b", "you,you");
    const at = await spots(page);
    await draw(page, [at["1c"], at["2c"]]);
    await grown(page, 2);
    const owners = await page.$$eval("#board .line.last", (lines) => lines.map((line) => line.getAttribute("class")));
    assert.ok(owners.length >= 6, `${owners}`);
    assert.deepEqual([...new Set(owners)], ["line owner1 last"]);
    // The arms of the first line are the first player's.
    const first = await page.$$eval("#board .line.owner0", (lines) => lines.length);
    assert.ok(first >= 5, `${first}`);
    await close(page);
});

test("Back closes the drawer first", async () => {
    const page = await open("sprouts", "3+ 1-2", "you,you");
    await begin(page, "sos");
    await page.locator(".letters").waitFor();
    await panel(page, "settings");
    await page.goBack();
    await page.locator("#drawer").waitFor({ state: "hidden" });
    assert.ok(await page.locator(".letters").isVisible());
    await panel(page, "settings");
    await shut(page);
    await page.goBack();
    await page.locator(".drawing").waitFor();
    assert.equal(await record(page), "3+ 1-2");
    await close(page);
});

test("the tab key stops at a spot that is open, and the arrow keys at the others", async () => {
    const page = await open("sprouts", "5+ 1-1 1-6", "you,you");
    const focused = () => page.evaluate(() => document.activeElement.dataset?.name);
    // From the last spot, the tab key leaves the board, and comes to it again.
    const stops = [];
    for (let i = 0; i < 20; i++) {
        await page.keyboard.press("Tab");
        stops.push(await focused());
    }
    assert.deepEqual([...new Set(stops.filter(Boolean))], ["2"]);
    while ((await focused()) !== "2") await page.keyboard.press("Tab");
    const reached = new Set();
    for (const key of ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowRight", "ArrowDown"]) {
        await page.keyboard.press(key);
        reached.add(await focused());
    }
    assert.ok(reached.size > 2 && !reached.has("1") && !reached.has("6"), `${[...reached]}`);
    // It comes back to where it was.
    const last = await focused();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Shift+Tab");
    assert.equal(await focused(), last);
    await close(page);
});

test("Back to a puzzle leaves the way forward", async () => {
    const page = await open("sprouts", "3+ 1-2", "you,you");
    await visit(page, { puzzle: "sos", number: "1" });
    await page.locator("#puzzle:not([hidden])").waitFor();
    await page.click("#leave-puzzle");
    await page.locator(".drawing").waitFor();
    await page.goBack();
    await page.locator("#puzzle:not([hidden])").waitFor();
    await page.goForward();
    await page.locator(".drawing").waitFor();
    assert.equal(await record(page), "3+ 1-2");
    await close(page);
});

test("a letter may begin on a button, and a stroke that is no jump says so", async () => {
    const page = await open("sos", ".../.../...:1:0-0", "you,you");
    await page.click('.cell[data-name="b2"]');
    const button = await page.locator('.offers [aria-label="Write S on b2"]').boundingBox();
    const [x, y, side] = [button.x + button.width / 2, button.y + button.height / 2, button.width * 0.9];
    const O = Array.from({ length: 13 }, (_, i) => [0.3 * Math.sin(i * 0.54), -0.3 * Math.cos(i * 0.54)]);
    const way = O.map(([a, b]) => [x + a * side, y + b * side]);
    await draw(page, way, true, 3);
    await grown(page, 1);
    assert.match(await record(page), / Ob2$/);
    await begin(page, "phutball");
    await page.locator(".field").waitFor();
    const corner = await square(page, "c3");
    await draw(page, [
        [corner.x, corner.y],
        [corner.x + 90, corner.y - 60],
    ]);
    await said(page, /jump begins at the ball/);
    assert.equal(await page.locator("#record li").count(), 1);
    await close(page);
});

test("what the analysis draws goes with its panel", async () => {
    const page = await open("sprouts", "3+ 1-2", "you,you");
    await panel(page, "analysis");
    await page.click("#analyse");
    await page.locator("#board .candidate").first().waitFor();
    assert.ok((await page.locator("#board .candidate > text").count()) <= 3);
    await shut(page);
    assert.equal(await page.locator("#board .candidate").count(), 0);
    await panel(page, "analysis");
    assert.ok((await page.locator("#board .candidate").count()) > 0);
    await close(page);
});

test("a window that turns in mid-stroke keeps the game, and the next stroke is a move", async () => {
    const page = await open("sprouts", "3+", "you,you", { viewport: { width: 390, height: 844 } });
    let at = await spots(page);
    await draw(page, [at[1], [at[1][0] + 40, at[1][1] + 60]], false);
    await page.setViewportSize({ width: 844, height: 390 });
    await page.mouse.move(300, 200, { steps: 5 });
    await page.mouse.up();
    assert.equal(await record(page), "3+");
    at = await spots(page);
    await draw(page, [at[1], at[2]]);
    await grown(page, 1);
    assert.equal(await record(page), "3+ 1-2");
    await close(page);
});
