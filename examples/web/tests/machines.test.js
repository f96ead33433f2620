// Machines at the table: they move, are stopped, give hints, and keep their limits.

import assert from "node:assert/strict";
import { test } from "node:test";
import { close, draw, grown, open, panel, put, record, said, setUp, shot, spots, until, wave } from "./player.js";

test("human against the machine, and machines against each other", async () => {
    const page = await open("sprouts", "3+", "you,3");
    const at = await spots(page);
    await draw(page, [at[1], at[2]]);
    await grown(page, 2);
    await until(page, "Your turn");
    await page.click("#undo");
    await page.waitForFunction(() => document.querySelector("#record [aria-current]").textContent === "start");
    await close(page);

    const both = await open("brussels", "2+", "1,2");
    await until(both, "wins");
    assert.equal((await record(both)).split(" ").length - 1, 8);
    await close(both);
});

test("machines that play each other are stopped, and go on when asked", async () => {
    const page = await open("sprouts", "9+", "1,1");
    await page.click("#halt");
    await page.locator("#machine").waitFor();
    const stopped = await record(page);
    await page.waitForTimeout(1_200);
    assert.equal(await record(page), stopped);
    await page.click("#machine");
    await page.waitForFunction(
        (stopped) => !location.hash.includes(`${new URLSearchParams({ record: stopped }).toString()}&`),
        stopped,
    );
    await page.click("#halt");
    await close(page);
});

test("a hint, a resignation, and both taken back", async () => {
    const page = await open("sprouts", "3+ 1-2", "you,2");
    await page.click("#undo");
    await until(page, "Your turn");
    await page.click("#hint");
    await page.waitForFunction(() => /^Hint: (Join|Loop)/.test(document.getElementById("say").textContent));
    assert.ok((await page.locator("#board .ghost path").count()) >= 1, "the hint is a line on the board");
    // Another press puts it away.
    assert.equal(await page.getAttribute("#hint", "aria-label"), "Hide the hint");
    await page.click("#hint");
    await page.waitForFunction(() => !document.querySelector("#board .ghost path"));
    assert.equal(await page.textContent("#say"), "");
    await page.click("#hint");
    await said(page, /^Hint: (Join|Loop)/);
    await panel(page, "players");
    await page.click("#resign");
    await until(page, "You resigned. The machine wins");
    assert.ok(await page.isDisabled("#hint"));
    assert.match(await page.evaluate(() => location.hash), /resigned=0/);
    await page.click("#undo");
    await until(page, "Your turn");
    await page.click("#redo");
    // Whether the machine had answered before the first undo depends on how fast it was.
    await page.waitForFunction(() => !document.getElementById("undo").disabled);
    await close(page);
});

test("a hint for a lost position stays the same, and shows the numbers of its own spots alone", async () => {
    // Whoever moves has lost, so every move is as good as another.
    const page = await open("sprouts", "4+ 1-2 3-4", "you,you");
    const hints = new Set();
    for (let asked = 0; asked < 6; asked++) {
        await page.click("#hint");
        await said(page, /^Hint: /);
        hints.add(await page.textContent("#say"));
        const named = await page.$$eval("#board .spot.named", (all) => all.map(({ dataset }) => dataset.name));
        const text = [...hints][0].match(/^Hint: (?:Join (\d+) and (\d+)|Loop at (\d+))/);
        const joined = text.slice(1).filter(Boolean);
        assert.deepEqual(named.sort(), [...new Set(joined)].sort());
        await page.keyboard.press("Escape");
    }
    assert.equal(hints.size, 1, [...hints].join(" / "));
    await close(page);
});

test("SOS with three players, two of them machines", async () => {
    const page = await open("sos");
    await setUp(page, "sos", { size: "3x3", "n-players": "3", "new-seat-1": "1", "new-seat-2": "2" });
    await page.locator(".letters").waitFor();
    assert.equal(await page.locator("#resign").getAttribute("hidden"), "");
    for (;;) {
        await page.waitForFunction(() => document.querySelector("#over:not([hidden]), #board .active"));
        if (await page.isVisible("#over")) break;
        assert.match(await page.textContent("#seats"), /^first \d+machine, beginner \d+machine, easy \d+$/);
        const moves = await page.locator("#record li").count();
        await put(page, "S", await page.locator(".cell.empty").first().getAttribute("data-name"));
        await page.waitForFunction((moves) => document.querySelectorAll("#record li").length > moves, moves);
    }
    assert.equal((await record(page)).split(" ").length - 1, 9);
    await shot(page, "sos-three");
    await close(page);
});

test("a machine move at eight spots takes less than 300 ms to choose and to draw", async () => {
    const page = await open("sprouts", "8+ 1-2 3-4 5-6 7-8 1-3", "you,you");
    const times = await page.evaluate(async () => {
        const { Desk } = await import("./desk.js");
        const [table, thinker] = [new Desk(), new Desk()];
        const text = "8+ 1-2 3-4 5-6 7-8 1-3";
        const times = [];
        for (let i = 0; i < 5; i++) {
            await table.ask({ do: "open", game: "sprouts", text });
            await thinker.ask({ do: "choose", game: "sprouts", text: "2+", level: 1, seed: 1 });
            const begun = performance.now();
            const { move } = await thinker.ask({ do: "choose", game: "sprouts", text, level: 2, seed: i });
            const chosen = performance.now();
            await table.ask({ do: "play", move });
            times.push([chosen - begun, performance.now() - chosen]);
        }
        return times;
    });
    console.log("choose and draw, ms:", times.map((pair) => pair.map(Math.round).join("+")).join(", "));
    const best = Math.min(...times.map(([choose, draw]) => choose + draw));
    assert.ok(best < 300, `${best} ms`);
    await close(page);
});

// The module has no clock of its own: if the host's stood still, these searches would go on for minutes.
test("a search of 200 ms ends in time in every game, and one of a minute when it is stopped", async () => {
    const page = await open("sprouts", "3+");
    const { late, stopped } = await page.evaluate(async () => {
        const { Desk, Stopped } = await import("./desk.js");
        const games = [
            ["sprouts", "100+"],
            ["brussels", "100+"],
            ["sos", `${Array(20).fill(".".repeat(20)).join("/")}:1:0-0`],
            ["phutball", "21x21"],
        ];
        const desk = new Desk();
        const choose = async (game, text, milliseconds) => {
            const begun = performance.now();
            const { move } = await desk.ask({ do: "choose", game, text, level: 5, seed: 1, milliseconds });
            if (!move) throw new Error(`no move in ${game}`);
            return performance.now() - begun;
        };
        const late = {};
        for (const [game, text] of games) {
            // The first call waits for the module.
            await choose(game, text, 1);
            const times = [];
            for (let i = 0; i < 5; i++) times.push((await choose(game, text, 200)) - 200);
            late[game] = Math.min(...times);
        }
        const wish = { game: "sprouts", text: "100+", level: 5, seed: 1, milliseconds: 60_000 };
        const asked = desk.ask({ do: "choose", ...wish });
        const ended = asked.then(
            () => "answered",
            (error) => (error instanceof Stopped ? performance.now() : error),
        );
        await new Promise((done) => setTimeout(done, 200));
        const told = performance.now();
        desk.stop();
        return { late, stopped: (await ended) - told };
    });
    console.log("late by, ms:", late, "stopped after, ms:", stopped);
    for (const [game, by] of Object.entries(late)) assert.ok(by < 250, `${game} is ${by} ms late`);
    // Brussels Sprouts plays any move at once, and a level of Phutball may have searched all of its positions before.
    assert.ok(late.sprouts > -100 && late.sos > -100, JSON.stringify(late));
    assert.ok(stopped < 50, `stopped after ${stopped} ms`);
    await close(page);
});

test("undo while the machine thinks, and stop and go on", async () => {
    const page = await open("phutball", undefined);
    await setUp(page, "phutball", { "new-seat-1": "5" });
    await page.locator(".field").waitFor();
    await page.click('.cell[data-name="h11"]');
    await page.waitForFunction(
        () => !document.getElementById("halt").hidden || document.querySelectorAll("#record li").length > 2,
    );
    await page
        .locator("#halt")
        .click({ timeout: 2_000 })
        .catch(() => {});
    if (await page.isVisible("#machine")) await page.click("#machine");
    await page.waitForFunction(() => document.querySelectorAll("#record li").length > 2);
    await close(page);
});

test("against the machine nothing jumps, and its line is drawn along its way", async () => {
    const page = await open("sprouts", "4+", "you,1", { reducedMotion: "no-preference" });
    const at = await spots(page);
    // In every frame: how far each spot is from where it was in the frame before, and how much of the newest line is
    // there.
    await page.evaluate(() => {
        window.jumps = [];
        window.shares = new Set();
        let before = new Map();
        const look = () => {
            const now = new Map();
            for (const node of document.querySelectorAll("#board .spot")) {
                const transform = node.getAttribute("transform") ?? "";
                if (transform.includes("scale")) continue;
                const { x, y, width, height } = node.querySelector(".body").getBoundingClientRect();
                now.set(node.dataset.name, [x + width / 2, y + height / 2]);
                const old = before.get(node.dataset.name);
                if (old) window.jumps.push(Math.hypot(x + width / 2 - old[0], y + height / 2 - old[1]));
            }
            before = now;
            const lines = [...document.querySelectorAll("#board .line.owner1")].filter(
                (line) => line.getAttribute("visibility") !== "hidden",
            );
            window.shares.add(Math.round(lines.reduce((sum, line) => sum + line.getTotalLength(), 0)));
            requestAnimationFrame(look);
        };
        look();
    });
    await draw(page, wave(at[1], at[3], 40), true, 2);
    await grown(page, 2);
    await page.waitForTimeout(1_200);
    const { jumps, shares } = await page.evaluate(() => ({ jumps: window.jumps, shares: window.shares.size }));
    console.log(
        `the widest jump in a frame is ${Math.max(...jumps).toFixed(1)} px; the machine's line has ${shares} lengths`,
    );
    assert.ok(Math.max(...jumps) <= 10, `${Math.max(...jumps)} px`);
    assert.ok(shares >= 6, `${shares} lengths`);
    await close(page);
});

test("hints mark the boards of SOS and Phutball", async () => {
    for (const [game, record] of [
        ["sos", ".../.../...:1:0-0 Sa1"],
        ["phutball", undefined],
    ]) {
        const page = await open(game, record, "you,you");
        if (!record) {
            await setUp(page, "phutball", { size: "5x9", "new-seat-1": "you" });
            await page.locator(".field").waitFor();
        }
        await page.click("#hint");
        await page.waitForFunction(() => /^Hint/.test(document.getElementById("say").textContent), null, {
            timeout: 30_000,
        });
        await page.locator("#board .ghost > *").first().waitFor({ state: "attached" });
        await close(page);
    }
});

test("a hint has a limit and says how far it is", async () => {
    const page = await open("sprouts", "20+", "you,you");
    await page.click("#hint");
    await page.waitForFunction(
        () => /of at most 10 seconds|^Hint/.test(document.getElementById("say").textContent),
        null,
        { timeout: 20_000 },
    );
    await page.waitForFunction(() => /^Hint/.test(document.getElementById("say").textContent), null, {
        timeout: 40_000,
    });
    await close(page);
});

test("a line that is drawn ends the search for a hint", async () => {
    const page = await open("sprouts", "14+", "you,you");
    await page.click("#hint");
    await said(page, /of at most/);
    const at = await spots(page);
    await draw(page, [at[1], at[2]]);
    await grown(page, 1);
    assert.ok(await page.isVisible("#hint"));
    await close(page);
});
