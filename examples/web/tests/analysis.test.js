// Analysis beside the board, reviews, and puzzles.

import assert from "node:assert/strict";
import { test } from "node:test";
import { close, draw, grown, open, panel, record, shot, spots, status } from "./player.js";

const idle = (page) => page.waitForFunction(() => document.getElementById("cancel").hidden, null, { timeout: 60_000 });

test("all kinds of moves are valued, and explored by clicks in a copy of the game", async () => {
    const page = await open("sprouts", "4+ 1-2", "you,you");
    await panel(page, "analysis");
    await page.click("#analyse");
    await page.locator("#judged li").first().waitFor();
    await idle(page);
    const values = await page.locator("#judged .worth").allTextContents();
    assert.ok(values.length >= 5 && values.every((text) => /^(first|second) wins$/.test(text)), values.join());
    // The best come first; the pointer shows a move on the board.
    const best = await page.locator("#judged .best").count();
    assert.ok(best >= 1);
    assert.equal(new Set(values.slice(0, best)).size, 1);
    assert.ok(values.slice(best).every((text) => text !== values[0]));
    await page.locator("#judged button").first().hover();
    await page.locator("#board .ghost path").first().waitFor();
    const before = await record(page);
    await page.locator("#judged button").first().click();
    await grown(page, 2);
    // The position after the move is analysed as well.
    await page.locator("#analysis .headline", { hasText: "Every move loses" }).waitFor();
    // Back closes the drawer first.
    await page.goBack();
    await page.locator("#drawer").waitFor({ state: "hidden" });
    assert.notEqual(await record(page), before);
    await page.goBack();
    await grown(page, 1);
    assert.equal(await record(page), before);
    await close(page);
});

test("an analysis speaks to the person, and its marks are moves to tap", async () => {
    const page = await open("sprouts", "3+ 1-2 1-3", "you,2");
    await panel(page, "analysis");
    await page.click("#analyse");
    await page.locator("#board .candidate text").first().waitFor();
    await idle(page);
    assert.match(await page.textContent("#verdict"), /^(You win|.*the machine wins)/);
    assert.doesNotMatch(await page.textContent("#analysis-panel"), /\b(first|second)\b/i);
    assert.ok(await page.isHidden("#lands"), "nimbers are for experts");
    // No number of a spot stands on a line that is shown, and no mark on another.
    const [onLine, marks] = await page.evaluate(() => {
        const centre = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
        const all = (selector) => [...document.querySelectorAll(selector)];
        const places = all("#board .candidate path").flatMap((/** @type {any} */ path) => {
            const [length, screen] = [path.getTotalLength(), path.getScreenCTM()];
            return Array.from({ length: 60 }, (_, i) =>
                path.getPointAtLength((length * i) / 59).matrixTransform(screen),
            );
        });
        const names = all("#board .spot text").map((node) => centre(node.getBoundingClientRect()));
        const onLine = names.filter(([x, y]) => places.some((place) => Math.hypot(place.x - x, place.y - y) < 5));
        return [onLine.length, all("#board .candidate circle").map((node) => centre(node.getBoundingClientRect()))];
    });
    assert.equal(onLine, 0);
    await shot(page, "marks");
    await page.mouse.click(...marks[0]);
    await grown(page, 3);
    assert.match(await page.textContent("#say"), /a copy of the game/);
    await page.click("#leave-copy");
    await grown(page, 2);
    assert.ok(await page.isHidden("#leave-copy"));
    // The copy is no game to go on with.
    await panel(page, "games");
    assert.equal(await page.locator("#kept li").count(), 1);
    await close(page);
});

test("while the thinker analyses, lines are drawn, and the analysis stops", async () => {
    const page = await open("sprouts", "14+", "you,you");
    await panel(page, "analysis");
    await page.selectOption("#limit", "60");
    await page.click("#analyse");
    await page.waitForFunction(() => /positions/.test(document.getElementById("progress").textContent));
    assert.match(await page.locator("#meter").textContent(), /of at most 60 seconds/);
    const at = await spots(page);
    await draw(page, [at[1], at[2]]);
    await grown(page, 1);
    assert.ok(await page.isHidden("#cancel"));
    await close(page);
});

test("an analysis keeps its limit, and says what is an opinion", async () => {
    const page = await open("sos", "......./......./......./......./.......:1:0-0", "you,you");
    await panel(page, "analysis");
    await page.selectOption("#limit", "3");
    const begun = Date.now();
    await page.click("#analyse");
    await page.locator("#judged .estimated").first().waitFor();
    await idle(page);
    const took = Date.now() - begun;
    console.log(`an analysis of at most 3 s took ${took} ms`);
    assert.ok(took < 8_000, `${took} ms`);
    assert.match(await page.textContent("#verdict"), /not a proof|Nothing/);
    await close(page);
});

test("a review shows who was ahead, and the move that lost the game", async () => {
    const page = await open("sprouts", "4+ 1-1 1-2 2-2 3-3 3-4 4-4 5-6 8-9[1] 7-11 10-12", "you,you");
    await panel(page, "analysis");
    const moves = (await record(page)).split(" ").length - 1;
    await page.click("#review-game");
    await page.locator(".graph").waitFor({ timeout: 40_000 });
    await idle(page);
    assert.equal(await page.locator(".graph .column").count(), moves + 1);
    assert.equal(await page.locator(".graph .decisive").count(), 1);
    const words = await page.textContent("#reviewed .headline");
    const [, number] = words.match(/^Decided by move (\d+)/);
    await shot(page, "review");
    // The move is marked in the record; a click on the graph shows the position.
    assert.match(await page.locator("#record li").nth(Number(number)).textContent(), /✗/);
    await page
        .locator(".graph .column")
        .nth(Number(number) - 1)
        .click();
    await page.waitForFunction(
        (n) => [...document.querySelectorAll("#record button")].findIndex((b) => b.ariaCurrent === "step") === n,
        Number(number) - 1,
    );
    // There the better moves can be tried.
    const better = page
        .locator("#reviewed li", { hasText: `Move ${number}:` })
        .locator("button")
        .nth(1);
    await better.click();
    await page.waitForFunction((n) => document.querySelectorAll("#record li").length === n + 1, Number(number));
    await close(page);
});

test("puzzles: a wrong move is answered and taken back, the right one solves it", async () => {
    const page = await open("sos", "...:1:0-0 Sa1", "you,you");
    await panel(page, "puzzles");
    await page.click('#puzzle-games [value="sos"]');
    await page.waitForFunction(() => /find the move that wins/.test(document.getElementById("status").textContent));
    assert.equal(await page.textContent("#puzzle-title"), "Puzzle 1");
    const start = await record(page);
    assert.equal(start, null, "the address has the puzzle's number");
    // The solution, as the library knows it.
    const move = await page.evaluate(async () => {
        const { Desk } = await import("./desk.js");
        const desk = new Desk();
        await desk.ask({ do: "puzzle", game: "sos", at: 0 });
        return (await desk.ask({ do: "solution", at: 0 }))[0];
    });
    await panel(page, "moves");
    await page.locator("#moves code").first().waitFor();
    const moves = await page.locator("#moves code").allTextContents();
    const wrong = moves.find((text) => text !== move);
    await page.fill("#filter", wrong);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() =>
        /^No\. .*Press the paper to try again/.test(document.getElementById("say").textContent),
    );
    await page.click("#retry");
    await page.waitForFunction(() => document.querySelectorAll("#record .seat0, #record .seat1").length === 1);
    await page.waitForFunction(() => /^Your turn/.test(document.getElementById("status").textContent));
    await page.fill("#filter", move);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => /^Right/.test(document.getElementById("say").textContent));
    assert.match(await page.textContent("#say"), /It took 2 tries/);
    assert.equal(await page.textContent("#puzzle-title"), "You solved it");
    assert.match(await page.textContent("#puzzle-about"), /^Puzzle 1: .* Solved at the second try\.$/);
    await shot(page, "puzzle");
    await page.click("#next-puzzle");
    await page.waitForFunction(() => document.getElementById("puzzle-title").textContent === "Puzzle 2");
    await page.reload();
    await page.waitForFunction(() => document.getElementById("puzzle-title").textContent === "Puzzle 2");
    await page.click("#leave-puzzle");
    // The game that was there is there again.
    await page.locator("#seats").waitFor();
    assert.equal(await record(page), "...:1:0-0 Sa1");
    assert.match(await status(page), /Second to move/);
    await close(page);
});
