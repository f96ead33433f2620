// The end of a game, puzzles, and games with a friend.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import {
    begin,
    close,
    draw,
    grown,
    open,
    overlaps,
    panel,
    put,
    record,
    SIZES,
    said,
    shot,
    shut,
    spots,
    status,
    until,
    visit,
} from "./player.js";

// How many pixels of a film differ from its paper at a time in seconds; beyond its end, at its end.
async function inkAt(page, film, time) {
    const frame = await page.context().newPage();
    const ink = await frame.evaluate(
        async ([source, time]) => {
            const video = document.createElement("video");
            const seen = (kind) => new Promise((done) => video.addEventListener(kind, done, { once: true }));
            video.src = source;
            await seen("loadeddata");
            if (time) {
                video.currentTime = time;
                await seen("seeked");
            }
            const canvas = document.createElement("canvas");
            [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
            const paper = canvas.getContext("2d");
            paper.drawImage(video, 0, 0);
            const { data } = paper.getImageData(0, 0, canvas.width, canvas.height);
            const far = (i) => [0, 1, 2].some((k) => Math.abs(data[i + k] - data[k]) > 60);
            return Array.from({ length: data.length / 4 }, (_, i) => 4 * i).filter(far).length;
        },
        [`data:video/webm;base64,${film.toString("base64")}`, time],
    );
    await frame.close();
    return ink;
}

test("the solution of a puzzle that was left is not about the next one", async () => {
    const page = await open("sprouts", "3+", "you,you");
    await panel(page, "puzzles");
    await page.click('#puzzle-games [value="sprouts"]');
    await until(page, "find the move that wins");
    await page.evaluate(() => {
        document.getElementById("next-puzzle").click();
        document.getElementById("solution").click();
    });
    await page.waitForFunction(() => document.getElementById("puzzle-title").textContent.startsWith("Puzzle 2"));
    await page.waitForTimeout(500);
    assert.ok(await page.locator("#say.refused").isHidden(), await page.textContent("#say"));
    await close(page);
});

test("the result can be put away on a phone, and stays away", async () => {
    const page = await open("sprouts", "1+ 1-1", "you,you", { viewport: { width: 390, height: 844 } });
    await panel(page, "moves");
    await page.locator("#moves button").first().click();
    await shut(page);
    await page.locator("#over").waitFor();
    await page.click("#close-over");
    assert.ok(await page.isHidden("#over"));
    await panel(page, "settings");
    await page.click("#tidy");
    await page.waitForTimeout(300);
    await shut(page);
    assert.ok(await page.isHidden("#over"));
    await close(page);
});

test("again says that the sides are swapped, and another kind of game begins as usual", async () => {
    const page = await open("sos", ".../...:1:0-0 Sa1 Ob1 Sa2 Sb2 Sc2", "1,you");
    await put(page, "S", "c1");
    await page.locator("#over").waitFor();
    assert.equal(await page.textContent("#result"), "You win.");
    assert.match(await page.textContent("#theorem"), /^The machine 0, you 1\./);
    // The points stay with the names.
    assert.equal(await page.textContent("#seats"), "machine, beginner 0you 1");
    await page.click("#rematch");
    await page.waitForFunction(() => /^You are first now/.test(document.getElementById("aim").textContent));
    await page.evaluate(() => document.getElementById("rematch").click());
    await page.waitForFunction(() => /^You are second now/.test(document.getElementById("aim").textContent));
    assert.match(await page.textContent("#seats"), /^machine/);
    await begin(page, "phutball");
    assert.match(await page.textContent("#seats"), /^you/);
    assert.doesNotMatch(await page.textContent("#aim"), /now/);
    await close(page);
});

test("a life between two lines is a dot, since the next line may go to either side", async () => {
    const page = await open("sprouts", "2+ 1-1", "you,you");
    // Spot 2 has three lives, and 1 and 3 one each, on the loop.
    assert.equal(await page.locator("#board .stub:not(.spent)").count(), 3);
    for (const name of ["1", "3"]) {
        const { dot, body } = await page.evaluate((name) => {
            const box = (part) => document.querySelector(`.spot[data-name="${name}"] ${part}`).getBoundingClientRect();
            return { dot: box(".life"), body: box(".body") };
        }, name);
        assert.ok(Math.abs(dot.x + dot.width / 2 - body.x - body.width / 2) < 1, name);
        assert.ok(dot.width < body.width / 2, name);
    }
    await close(page);
});

test("the end is announced once the last line stands", async () => {
    const page = await open("sprouts", "1+ 1-1", "you,you", { reducedMotion: "no-preference" });
    await panel(page, "moves");
    await page.locator("#moves button").waitFor();
    const frames = await page.evaluate(async () => {
        const seen = [];
        document.querySelector("#moves button").click();
        while (!seen.length || document.getElementById("over").hidden) {
            await new Promise(requestAnimationFrame);
            const drawn = document.querySelectorAll("#record li").length;
            const isMoving = document.querySelector("#board .spot[transform], #board [visibility='hidden']") !== null;
            const isSaid = /wins/.test(document.getElementById("status").textContent);
            if (drawn > 2) seen.push({ isMoving, isOver: isSaid || !document.getElementById("over").hidden });
        }
        return seen;
    });
    assert.ok(frames.some(({ isMoving }) => isMoving) && frames.every(({ isMoving, isOver }) => !(isMoving && isOver)));
    await close(page);
});

test("a finished game grows again, is saved as pictures, and begins again", async () => {
    const page = await open("sprouts", "1+ 1-1", "you,you", { permissions: ["clipboard-read", "clipboard-write"] });
    await panel(page, "moves");
    await page.locator("#moves button").first().click();
    await shut(page);
    await page.locator("#over").waitFor();
    const saved = async (button) => {
        const [download] = await Promise.all([page.waitForEvent("download"), page.click(button)]);
        return [download.suggestedFilename(), await readFile(await download.path())];
    };
    const [name, png] = await saved("#save-picture");
    assert.equal(name, "sprouts.png");
    assert.equal(png.subarray(1, 4).toString(), "PNG");
    await said(page, /^The picture is saved\.$/);
    await panel(page, "picture");
    const still = (await saved("#svg"))[1];
    assert.match(String(still), /^<svg[^>]*width="1200"/);
    assert.doesNotMatch(String(still), /var\(|class=/);
    // The lines stand in the middle of the picture; the stubs of spots are smaller than the rest.
    const frame = await page.context().newPage();
    await frame.setContent(String(still));
    const rooms = await frame.evaluate(() => {
        const picture = document.querySelector("svg");
        const [x, y, width, height] = picture.getAttribute("viewBox").split(" ").map(Number);
        const drawn = [...picture.querySelectorAll("g > path")].filter(
            (path) => path.getAttribute("stroke") !== "none",
        );
        const all = drawn.map((path) => path.getBBox()).filter((one) => one.width || one.height);
        const low = (k) => Math.min(...all.map((one) => one[k]));
        const high = (k, size) => Math.max(...all.map((one) => one[k] + one[size]));
        return [low("x") - x, x + width - high("x", "width"), low("y") - y, y + height - high("y", "height")];
    });
    await frame.close();
    assert.ok(Math.max(...rooms) - Math.min(...rooms) < 15, `${rooms}`);
    assert.match(String((await saved("#animation"))[1]), /<animate /);
    assert.equal((await saved("#png"))[0], "sprouts.png");
    const [film, frames] = await saved("#film");
    assert.match(film, /^sprouts\.(mp4|webm)$/);
    assert.ok((await inkAt(page, frames, 1e6)) > 2 * (await inkAt(page, frames, 0)), "the drawing grows");
    await shut(page);
    await page.click("#share");
    await said(page, /record are copied/);
    const told = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(told, /^Second won in 2 lines\. Your turn\. 1\+ 1-1 /);
    await page.click("#replay");
    await page.locator("#over").waitFor({ state: "hidden" });
    await page.locator("#over").waitFor({ timeout: 15_000 });
    await page.click("#rematch");
    await page.waitForFunction(() => document.querySelectorAll("#record li").length === 1);
    await close(page);
});

test("a game with a friend goes on by links, and others are refused in plain words", async () => {
    const options = { permissions: ["clipboard-read", "clipboard-write"] };
    const [me, friend] = [
        await open("sprouts", "3+", "you,you", options),
        await open("sprouts", "2+", "you,you", options),
    ];
    await panel(me, "players");
    await me.click("#invite");
    await said(me, /Make your move/);
    const join = async (page, a, b) => {
        const at = await spots(page);
        await draw(page, [at[a], at[b]]);
    };
    const link = async (page) => {
        await page.click("#send");
        await said(page, /link is copied/);
        return page.evaluate(() => navigator.clipboard.readText());
    };
    await join(me, 1, 2);
    await grown(me, 1);
    assert.equal(await me.textContent("#seats"), "youfriend");
    const first = await link(me);
    await friend.goto(first);
    await grown(friend, 1);
    assert.equal(await friend.textContent("#seats"), "friendyou");
    assert.match(await status(friend), /^Your turn/);
    await join(friend, 3, 4);
    await grown(friend, 2);
    // The friend's own address is the friend's again.
    await friend.reload();
    await grown(friend, 2);
    assert.equal(await friend.textContent("#seats"), "friendyou");
    const second = await link(friend);
    await me.goto(second);
    await grown(me, 2);
    assert.equal(await record(me), "3+ 1-2 3-4");
    // An older link, and one that changes a move.
    const refused = async (hash, pattern) => {
        await me.evaluate((hash) => (location.hash = hash), hash);
        await said(me, pattern);
        assert.equal(await record(me), "3+ 1-2 3-4");
    };
    const older = new URLSearchParams(second.split("#")[1]);
    older.set("record", "3+ 1-2");
    await refused(older.toString(), /older than your game/);
    older.set("record", "3+ 1-3 2-4");
    await refused(older.toString(), /takes back or changes a move/);
    older.set("record", "3+ 1-2 3-4 9-9");
    await refused(older.toString(), /could not be read/);
    older.set("record", "3+ 1-2 3-4");
    older.set("seats", "friend,you");
    await refused(older.toString(), /your own link: send it/);
    older.set("record", "3+ 1-2 3-4 1-3");
    await refused(older.toString(), /changes who plays/);
    await close(me);
    await close(friend);
});

test("a game that is over keeps its end and its players, and its link names no player", async () => {
    const page = await open("sprouts", "1+");
    const game = { game: "sprouts", record: "1+ 1-1 1-2", seats: "you,1", id: "x" };
    await visit(page, game);
    await page.locator("#over").waitFor();
    await page.keyboard.press("ArrowLeft");
    await said(page, /^Move 1 of 2$/);
    await begin(page, "sos");
    await panel(page, "games");
    await page.click("#kept button");
    await page.locator("#over").waitFor();
    // Other players have another game.
    await panel(page, "players");
    await page.click("#two-here");
    await grown(page, 0);
    assert.equal(await page.textContent("#seats"), "firstsecond");
    await panel(page, "games");
    assert.match(await page.textContent("#kept"), /against the machine/);
    await page.click("#kept button");
    await page.locator("#over").waitFor();
    const other = await open("sprouts", "3+", "you,you", { permissions: ["clipboard-read", "clipboard-write"] });
    await visit(other, game);
    await other.locator("#over").waitFor();
    await panel(other, "text");
    await other.click("#link");
    await other.waitForFunction(() => /link is copied/.test(document.getElementById("text-say").textContent));
    await page.goto(await other.evaluate(() => navigator.clipboard.readText()));
    await page.locator("#over").waitFor();
    assert.equal(await page.textContent("#result"), "Second wins.");
    await close(page);
    await close(other);
});

test("the address in the bar of one player is a link for the other", async () => {
    const [me, friend] = [await open("sprouts", "3+"), await open("sprouts", "2+")];
    const go = async (page, to, seats, turn) => {
        await page.goto(to);
        await until(page, turn);
        assert.equal(await page.textContent("#seats"), seats);
        await page.reload();
        await until(page, turn);
        assert.equal(await page.textContent("#seats"), seats);
    };
    const join = async (page, a, b, moves) => {
        const at = await spots(page);
        await draw(page, [at[a], at[b]]);
        await grown(page, moves);
        return page.url();
    };
    await panel(me, "players");
    await me.click("#invite");
    await until(me, "Your turn");
    const mine = await join(me, 1, 2, 1);
    await go(friend, mine, "friendyou", "Your turn");
    await go(me, await join(friend, 3, 4, 2), "youfriend", "Your turn");
    await me.goto(mine);
    await said(me, /own link/);
    assert.equal(await record(me), "3+ 1-2 3-4");
    await close(me);
    await close(friend);
});

test("a wrong line in a puzzle stays, with the reply, until a tap", async () => {
    const page = await open("sprouts", "3+", "you,you");
    await panel(page, "puzzles");
    await page.click('#puzzle-games [value="sprouts"]');
    await until(page, "find the move that wins");
    const wrong = await page.evaluate(async () => {
        const { Desk } = await import("./desk.js");
        const [desk, table] = [new Desk(), new Desk()];
        const { text } = await desk.ask({ do: "puzzle", game: "sprouts", at: 0 });
        await table.ask({ do: "open", game: "sprouts", text, format: "text" });
        const { moves } = await table.ask({ do: "choices", take: 40 });
        for (const { text: move } of moves) {
            const { right, reply } = await desk.ask({ do: "attempt", at: 0, moves: [move] });
            if (!right && reply.length) return move;
        }
    });
    const lines = () => page.locator("#board .line").count();
    const before = await lines();
    for (const again of ["retry", "paper"]) {
        await panel(page, "moves");
        await page.fill("#filter", wrong);
        await page.keyboard.press("Enter");
        await said(page, /^No\. They reply: .*Press the paper to try again/);
        await shut(page);
        assert.equal(await lines(), before + 2);
        await page.locator("#board .ghost path").first().waitFor();
        const names = (await page.textContent("#say")).match(/\d+/g);
        const shown = await page.$$eval("#board .spot", (all) =>
            all.filter((spot) => spot.querySelector("text").checkVisibility()).map((spot) => spot.dataset.name),
        );
        assert.deepEqual(shown.sort(), [...new Set(names)].sort());
        await shot(page, "wrong");
        if (again === "retry") await page.click("#retry");
        else await page.mouse.click(...(await spots(page))[names[0]]);
        await page.waitForFunction(() => !document.querySelector("#board .ghost path"));
        assert.equal(await lines(), before);
        assert.match(await status(page), /^Your turn/);
    }
    await close(page);
});

test("a solved puzzle has one card, below the board, and leads back to the game that was there", async () => {
    for (const viewport of SIZES) {
        const page = await open("sos", ".../.../...:1:0-0 Sa1", "you,you", { viewport });
        await panel(page, "puzzles");
        await page.click('#puzzle-games [value="phutball"]');
        await until(page, "find the move that wins");
        const goals = await page.locator(".whose").allTextContents();
        assert.deepEqual(goals.sort(), ["they win here", "you win here"]);
        await page.click("#solution");
        await page.waitForFunction(() => document.body.classList.contains("solved"));
        await page.waitForTimeout(300);
        assert.ok(await page.isHidden("#over"));
        assert.ok(!(await overlaps(page, "#puzzle", ".field .cell > rect, .field .rim")));
        await shot(page, `solved-${viewport.width}`);
        assert.ok((await page.isDisabled("#undo")) && (await page.isDisabled("#hint")));
        await page.keyboard.press("Control+z");
        assert.match(await page.textContent("#puzzle-about"), /this move wins/);
        await page.click("#leave-puzzle");
        await page.locator("#puzzle").waitFor({ state: "hidden" });
        assert.match(await record(page), /^\.\.\.\/.* Sa1$/);
        await close(page);
    }
});

test("what a friend has been sent is looked at and not taken back", async () => {
    const page = await open("sprouts", "3+", "you,friend", { permissions: ["clipboard-read", "clipboard-write"] });
    const join = async (a, b) => {
        const at = await spots(page);
        await draw(page, [at[a], at[b]]);
    };
    await join(1, 2);
    await grown(page, 1);
    // Not sent yet: it is taken back.
    await page.click("#undo");
    await until(page, "Your turn");
    await join(1, 3);
    await until(page, "Your friend's turn");
    await page.click("#send");
    await said(page, /link is copied/);
    assert.equal(await page.getAttribute("#undo", "aria-label"), "Look back");
    await page.click("#undo");
    await until(page, "Looking back");
    assert.ok(await page.isHidden("#send"));
    await join(1, 2);
    assert.equal(await record(page), "3+ 1-3");
    await page.click("#redo");
    await until(page, "Your friend's turn");
    // What was said goes away.
    await page.reload();
    await until(page, "Your friend's turn");
    assert.equal(await page.textContent("#send"), "send it again");
    await close(page);
});

test("a chain of jumps is one move in the list of games and in a challenge", async () => {
    const moves = "f7 f5 NE f7 h7 SW SE h6 f6 e2 f3 d1 SW";
    const record = `9/9/9/9/9/9/4@4/9/9/9/9/9/9:first:full-board ${moves}`;
    const page = await open("phutball", record, "you,2", { permissions: ["clipboard-read", "clipboard-write"] });
    await page.locator("#over").waitFor();
    await page.click("#share");
    await said(page, /copied/);
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^I lost in 12 moves\./);
    await panel(page, "games");
    assert.match(await page.textContent("#kept"), /, 12 moves: the machine wins/);
    // A game that an older page has kept.
    await page.evaluate(() => {
        const old = JSON.parse(localStorage.getItem("papergames")).map(({ moves, ...game }) => game);
        localStorage.setItem("papergames", JSON.stringify(old));
    });
    await page.click("#back");
    await page.click("#tab-games");
    assert.match(await page.textContent("#kept"), /, 13 moves: the machine wins/);
    await close(page);
});

test("two tabs keep their own games", async () => {
    const page = await open("sprouts", "3+", "you,you");
    const other = await page.context().newPage();
    await other.goto(`${page.url().split("#")[0]}#${new URLSearchParams({ game: "sprouts", record: "2+ 1-2" })}`);
    await other.locator("#board .line").first().waitFor();
    const at = await spots(page);
    await draw(page, [at[1], at[2]]);
    await grown(page, 1);
    await panel(other, "games");
    await other.reload();
    assert.equal(await record(other), "2+ 1-2");
    await panel(other, "games");
    assert.equal(await other.locator("#kept li").count(), 2);
    await close(page);
});

test("a tab that was left behind takes no moves back", async () => {
    const page = await open("sprouts", "3+", "you,friend");
    const at = await spots(page);
    await draw(page, [at[1], at[2]]);
    await grown(page, 1);
    const [base, hash] = page.url().split("#");
    const id = new URLSearchParams(hash).get("id");
    const answer = { game: "sprouts", record: "3+ 1-2 3-4", seats: "you,friend", id, reply: "1" };
    const other = await page.context().newPage();
    await other.goto(`${base}#${new URLSearchParams(answer)}`);
    await until(other, "Your turn");
    await visit(page, { puzzle: "sos", number: "1" });
    await page.click("#leave-puzzle");
    await page.waitForFunction(() => location.hash.includes("game=sprouts"));
    assert.equal(await record(page), "3+ 1-2 3-4");
    await other.reload();
    await until(other, "Your turn");
    assert.equal(await record(other), "3+ 1-2 3-4");
    assert.equal(await other.locator("#say.refused").count(), 0);
    await close(page);
});

test("a line that was drawn ahead goes with its game, and undo does not play it", async () => {
    const page = await open("sprouts", "1+", "you,1");
    await page.evaluate(() => localStorage.setItem("papergames-settings", JSON.stringify({ pace: "slow" })));
    const { 1: spot } = await spots(page);
    const [x, y] = spot;
    await draw(page, [spot, [x + 120, y - 60], [x + 120, y + 60], spot]);
    await grown(page, 1);
    const at = await spots(page);
    await draw(page, [at[1], at[2]]);
    assert.equal(await page.locator("#board .ahead").count(), 1);
    await until(page, "wins");
    assert.equal(await page.locator("#board .ahead").count(), 0);
    await page.click("#undo");
    await until(page, "Your turn");
    await page.waitForTimeout(500);
    assert.equal(await page.locator("#board .line").count(), 0);
    await close(page);
});

test("a result never covers the board", async () => {
    const games = {
        sprouts: "5+ 1-1 1-3 2-2[5] 2-3 3-4 4-4 5-5 5-12 6-7 8-10 9-14 11-15",
        brussels: "3+ 1c-1d[3] 3a-3c[1] 2b-2c[1] 1a-1b[3] 2a-2d[1] 1a-3d 2b-2d 1a-1c 1c-3d 3a-3d 1d-2a 3b-3c 1d-2a",
        sos: ".../.../...:1:0-0 Sa1 Sb1 Sc1 Oa2 Ob2 Oc2 Sa3 Ob3 Oc3",
        phutball: "9/9/9/9/9/9/4@4/9/9/9/9/9/9:first:full-board f7 f5 NE f7 h7 SW SE h6 f6 e2 f3 d1 SW",
    };
    const sizes = [...SIZES, { width: 360, height: 640 }, { width: 844, height: 390 }];
    for (const viewport of sizes) {
        for (const [game, record] of Object.entries(games)) {
            const page = await open(game, record, "you,2", { viewport });
            await page.locator("#over").waitFor();
            await page.waitForTimeout(300);
            const board = ".spot .body, .lines path, .cell > rect";
            assert.ok(!(await overlaps(page, "#over", board)), `${game}, ${viewport.width}`);
            await close(page);
        }
    }
});

test("a result stands free when a phone turns, when it is opened again, and with words in it", async () => {
    const games = {
        sprouts: "5+ 1-1 1-3 2-2[5] 2-3 3-4 4-4 5-5 5-12 6-7 8-10 9-14 11-15",
        sos: ".../.../...:1:0-0 Sa1 Sb1 Sc1 Oa2 Ob2 Oc2 Sa3 Ob3 Oc3",
        phutball: "9/9/9/9/9/9/4@4/9/9/9/9/9/9:first:full-board f7 f5 NE f7 h7 SW SE h6 f6 e2 f3 d1 SW",
    };
    const [upright, wide] = [
        { width: 390, height: 780 },
        { width: 780, height: 390 },
    ];
    const parts = ["#over", "#title", ".name", ".spot .body, .lines path, .cell > rect"];
    const isFree = async (page, what) => {
        await page.locator("#over").waitFor();
        await page.waitForTimeout(300);
        const isWide = page.viewportSize().width === wide.width;
        assert.ok(!(await overlaps(page, ...parts, ...(isWide ? ["#tools button"] : []))), what);
        const { y } = await page.locator("#result").boundingBox();
        assert.ok(y > 0, `${what}: the result begins at ${y}`);
    };
    for (const [game, record] of Object.entries(games)) {
        const options = { viewport: upright, permissions: ["clipboard-read", "clipboard-write"] };
        const page = await open(game, record, "you,2", options);
        await isFree(page, game);
        await page.setViewportSize(wide);
        await isFree(page, `${game} turned`);
        await shot(page, `turned-${game}`);
        for (const viewport of [wide, upright]) {
            await page.setViewportSize(viewport);
            await page.waitForTimeout(300);
            const before = await page.locator("#review").boundingBox();
            await page.click("#share");
            await said(page, /record are copied: paste them anywhere\. There is no link, because/);
            assert.ok(await page.isVisible("#theorem"));
            assert.match(await page.textContent("#theorem"), /“Texts” in the menu has a local one\.$/);
            await isFree(page, `${game} with words, ${viewport.width}`);
            assert.deepEqual(await page.locator("#review").boundingBox(), before);
            await shot(page, `told-${game}-${viewport.width}`);
        }
        await page.setViewportSize(wide);
        await begin(page, "brussels");
        await panel(page, "games");
        await page.click("#kept button:first-child");
        await page.locator("#drawer").waitFor({ state: "hidden" });
        await isFree(page, `${game} opened again`);
        await close(page);
    }
});
