// What a new game remembers, what refused ink and letters look like, and where what can be pressed stands.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
    begin,
    close,
    draw,
    grown,
    open,
    panel,
    put,
    said,
    setUp,
    shut,
    spots,
    square,
    until,
    visit,
} from "./player.js";

const PITCH = "7/7/7/7/3@3/7/7/7/7:first:full-board";
const PHONE = { width: 390, height: 844 };
const DEVICE = { hasTouch: true, isMobile: true };

test("a new game of each kind has the size, rules and players that were chosen for it last", async () => {
    const page = await open("sprouts", "3+", "you,you");
    await setUp(page, "sprouts", { size: "7", "new-seat-0": "3", "new-seat-1": "you" });
    await setUp(page, "sos", { size: "6x4", "n-players": "3", "new-seat-0": "you", "new-seat-2": "1" });
    await begin(page, "sprouts");
    assert.match(await page.textContent("h1"), /7 spots/);
    assert.match(await page.textContent("#seats"), /^machine, mediumyou$/);
    await begin(page, "sos");
    assert.match(await page.textContent("h1"), /6 × 4/);
    assert.equal(await page.locator("#seats .name").count(), 3);
    await panel(page, "setup");
    assert.deepEqual([await page.inputValue("#size"), await page.inputValue("#n-players")], ["6x4", "3"]);
    // An opponent that is chosen in the middle of a game counts as well.
    await shut(page);
    await begin(page, "brussels");
    await panel(page, "players");
    await page.selectOption("#seat-0", "5");
    await begin(page, "sos");
    await begin(page, "brussels");
    assert.match(await page.textContent("#seats"), /^machine, strong/);
    await close(page);
});

test("a game of another kind is there again, and a person begins the first of each", async () => {
    const page = await open("sprouts", "3+", "2,you", { reducedMotion: "no-preference" });
    await grown(page, 1);
    await begin(page, "brussels");
    assert.equal(await page.textContent("#seats"), "youmachine, easy");
    // The pencil shows how.
    await page.locator("#board .pencil").waitFor();
    await begin(page, "sprouts");
    await said(page, /^Your last game goes on/);
    await grown(page, 1);
    assert.equal(await page.textContent("#seats"), "machine, easyyou");
    await page.goBack();
    await page.waitForFunction(() => document.getElementById("title").textContent === "Brussels Sprouts");
    // A game that is over is not gone on with.
    await visit(page, { game: "sos", record: ".../...:1:0-0 Sa1 Ob1 Sc1 Sa2 Sb2 Sc2", seats: "you,1", id: "x" });
    await until(page, "You win");
    await begin(page, "sos");
    await grown(page, 0);
    await close(page);
});

test("a friend and a machine stay with the kind of game that they play", async () => {
    const page = await open("sprouts", "3+", "you,friend");
    await begin(page, "phutball");
    assert.equal(await page.textContent("#seats"), "youmachine, easy");
    // A machine that was chosen is chosen again after a game with a friend, who is invited anew.
    await panel(page, "players");
    await page.selectOption("#seat-1", "5");
    await page.selectOption("#seat-1", "friend");
    assert.equal(await page.textContent("#seats"), "youfriend");
    await panel(page, "setup");
    assert.equal(await page.inputValue("#new-seat-1"), "5");
    await page.selectOption("#new-seat-1", "friend");
    await page.click("#start");
    await page.waitForFunction(() => document.getElementById("drawer").hidden);
    assert.equal(await page.textContent("#seats"), "youfriend");
    await begin(page, "sos");
    assert.equal(await page.textContent("#seats"), "you 0machine, easy 0");
    // What an older page has kept.
    await page.evaluate(() => {
        const old = { wish: { size: "7" }, seats: ["friend", "you"] };
        localStorage.setItem("papergames-choices", JSON.stringify({ brussels: old }));
    });
    await begin(page, "brussels");
    assert.match(await page.textContent("#seats"), /^machine, easyyou$/);
    await close(page);
});

test("stepping through a game says where one is", async () => {
    const page = await open("sprouts", "3+ 1-2 3-4", "you,you");
    await page.keyboard.press("ArrowLeft");
    await said(page, /^Move 1 of 2$/);
    await panel(page, "record");
    await page.click("#record li:first-child button");
    await said(page, /^Move 0 of 2$/);
    await close(page);
});

test("what was kept by a stranger is no choice", async () => {
    const page = await open("sprouts", "3+", "you,you");
    await page.evaluate(() => {
        const odd = { wish: { size: "<b>" }, seats: ["you", "2"] };
        localStorage.setItem("papergames-choices", JSON.stringify({ sprouts: odd, sos: { seats: 7 }, phutball: 1 }));
    });
    for (const game of ["sprouts", "sos", "phutball"]) await begin(page, game);
    await panel(page, "setup");
    await close(page);
});

test("undo, redo, hint and menu stay in their places", async () => {
    const page = await open("sprouts", "1+", "you,you", { viewport: PHONE });
    const names = ["undo", "redo", "hint", "menu"];
    const places = () =>
        page.evaluate((names) => names.map((name) => document.getElementById(name).getBoundingClientRect().x), names);
    const before = await places();
    const at = await spots(page);
    await draw(page, [at[1], [at[1][0] + 60, at[1][1] - 60], [at[1][0] + 90, at[1][1]], at[1]], true, 12);
    await grown(page, 1);
    assert.deepEqual(await places(), before);
    assert.ok(await page.isDisabled("#redo"));
    await page.click("#undo");
    await page.waitForFunction(() => !document.getElementById("redo").disabled);
    assert.deepEqual(await places(), before);
    assert.ok(await page.isDisabled("#undo"));
    assert.ok(before[0] > 0 && before[3] < PHONE.width);
    await close(page);
});

test("the way back to the result is there whenever the end is shown", async () => {
    const page = await open("sprouts", "1+ 1-1 1-2", "you,you", { viewport: PHONE });
    const isShown = (id, is) => page.locator(id).waitFor({ state: is ? "visible" : "hidden" });
    // A finished game that is opened by a link shows its result.
    await isShown("#over", true);
    await page.click("#close-over");
    await page.click("#show-result");
    await isShown("#over", true);
    await page.keyboard.press("Escape");
    await isShown("#show-result", true);
    await page.keyboard.press("ArrowUp");
    await isShown("#show-result", false);
    await page.keyboard.press("ArrowDown");
    await isShown("#over", true);
    await page.click("#undo");
    await isShown("#over", false);
    await page.click("#redo");
    await isShown("#over", true);
    // After another game, Back; and after a puzzle.
    await begin(page, "sos");
    await isShown("#over", false);
    await page.goBack();
    await isShown("#over", true);
    await panel(page, "puzzles");
    await page.click('#puzzle-games [value="sos"]');
    await isShown("#puzzle", true);
    await isShown("#show-result", false);
    await page.click("#leave-puzzle");
    await isShown("#over", true);
    await panel(page, "rules");
    assert.ok(await page.isHidden("#show-me"), "nothing can be shown where no move is left");
    await close(page);
});

test("a refused stroke stays until it is read, and goes when the next one begins", async () => {
    const page = await open("sprouts", "5+", "you,you", { reducedMotion: "no-preference" });
    const [x, y] = [200, 700];
    const stroke = [
        [x, y],
        [x + 60, y - 20],
    ];
    await draw(page, stroke);
    await page.waitForTimeout(1500);
    assert.equal(await page.locator(".refusal").count(), 1);
    assert.ok(await page.locator("#say.beside").isVisible());
    await page.locator(".refusal").waitFor({ state: "detached" });
    await draw(page, stroke);
    await page.locator(".refusal").waitFor({ state: "attached" });
    await page.mouse.down();
    await page.locator(".refusal").waitFor({ state: "detached", timeout: 1000 });
    await page.mouse.up();
    await close(page);
});

// The middle of a stroke's box in its square, and how large it is, as parts of the square.
const inSquare = (page, name) =>
    page.evaluate((name) => {
        const cell = document.querySelector(`.cell[data-name="${name}"]`);
        const [square, ink] = [cell.querySelector("rect"), cell.querySelector(".letter")];
        const [a, b] = [square, ink].map((node) => node.getBoundingClientRect());
        const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
        return {
            off: middle(b).map((z, i) => (z - middle(a)[i]) / a.width),
            size: [b.width / a.width, b.height / a.width],
        };
    }, name);

test("a letter written by hand stays as it was written, and comes back after undo", async () => {
    const page = await open("sos", ".../.../...:1:0-0", "you,you");
    const { x, y, side } = await square(page, "b2");
    const ring = Array.from({ length: 17 }, (_, i) => [
        x + side * (0.1 + 0.16 * Math.sin(i * 0.4)),
        y + side * (-0.08 - 0.3 * Math.cos(i * 0.4)),
    ]);
    await draw(page, ring, true, 2);
    await grown(page, 1);
    const { off, size } = await inSquare(page, "b2");
    assert.ok(Math.hypot(off[0] - 0.1, off[1] + 0.08) < 0.05, `${off}`);
    assert.ok(Math.abs(size[0] - 0.32) < 0.1 && Math.abs(size[1] - 0.6) < 0.12, `${size}`);
    const ink = () => page.locator('.cell[data-name="b2"] .letter').getAttribute("d");
    const written = await ink();
    await put(page, "S", "a1");
    await put(page, "S", "c3");
    await grown(page, 3);
    assert.equal(await ink(), written);
    const letters = await page.$$eval(".cell .letter", (all) => all.map((node) => node.getAttribute("d")));
    assert.equal(new Set(letters).size, 3, "no two letters are alike");
    for (let i = 0; i < 3; i++) await page.click("#undo");
    await grown(page, 3);
    await page.click("#redo");
    await page.locator('.cell[data-name="b2"] .letter').waitFor();
    assert.equal(await ink(), written);
    await page.reload();
    await page.locator('.cell[data-name="b2"] .letter').waitFor();
    assert.equal(await ink(), written, "kept in this browser");
    await close(page);
});

test("what is offered covers neither letters nor men", async () => {
    for (const viewport of [PHONE, { width: 1440, height: 900 }]) {
        const sos = await open("sos", "5x5", "you,you", { viewport });
        await put(sos, "S", "c2");
        await put(sos, "O", "c4");
        await sos.click('.cell[data-name="c3"]');
        const covered = (page, kind) =>
            page.evaluate((kind) => {
                const box = (node) => node.getBoundingClientRect();
                const offers = [...document.querySelectorAll('.offers [role="button"]')].map(box);
                return [...document.querySelectorAll(kind)].map(box).filter((b) => {
                    const [x, y] = [b.x + b.width / 2, b.y + b.height / 2];
                    return offers.some((o) => x > o.left && x < o.right && y > o.top && y < o.bottom);
                }).length;
            }, kind);
        assert.equal(await covered(sos, ".cell .letter"), 0);
        await close(sos);
        const field = await open("phutball", `${PITCH} d5 c6 e6 c5 e5`, "you,you", { viewport });
        await field.locator(".landing").first().click({ force: true });
        assert.equal(await field.locator('.offers [role="button"]').count(), 2);
        assert.equal(await covered(field, ".cell .man, .cell.ball .core"), 0);
        await close(field);
    }
});

test("a small ring puts a man on its point, beside the ball as well", async () => {
    const page = await open("phutball", PITCH, "you,you");
    for (const [i, name] of ["b3", "e5"].entries()) {
        const { x, y, side } = await square(page, name);
        const around = (k) => [x + 0.4 * side * Math.sin(k), y - 0.4 * side * Math.cos(k)];
        await draw(
            page,
            Array.from({ length: 13 }, (_, k) => around(2.4 + k * 0.52)),
            true,
            2,
        );
        await grown(page, i + 1);
        await page.locator(`.cell.man[data-name="${name}"]`).waitFor();
    }
    // A long stroke is none.
    const [from, to] = [await square(page, "a1"), await square(page, "c2")];
    await draw(page, [
        [from.x, from.y],
        [to.x, to.y],
    ]);
    await page.waitForFunction(() => /begins at the ball/.test(document.getElementById("say").textContent));
    await close(page);
});

test("to stop in a goal says that it wins or loses", async () => {
    for (const [moves, label] of [
        ["d5 d6 e7 a1 N", "stop here and win"],
        ["d3 d2 e1 a7 S", "stop here and lose"],
        ["d5 d7 N", "stop here"],
    ]) {
        const page = await open("phutball", `${PITCH} ${moves}`, "you,you");
        await page.locator("#stop-jump").waitFor();
        assert.equal(await page.textContent("#stop-jump"), label);
        await close(page);
    }
});

test("the drawing is tidied in silence, with a line on it", async () => {
    for (const [game, position] of [
        ["sprouts", "3+ 1-2"],
        ["brussels", "2+ 1a-2b"],
    ]) {
        const page = await open(game, position, "you,you", { reducedMotion: "no-preference" });
        await panel(page, "settings");
        const before = await page.locator("#board .last").first().getAttribute("d");
        await page.click("#tidy");
        await page.waitForFunction((d) => document.querySelector("#board .last").getAttribute("d") !== d, before);
        await page.waitForTimeout(500);
        assert.equal(await page.textContent("#say"), "");
        await close(page);
    }
});

test("a friend who is invited after the end gets a new game", async () => {
    const page = await open("sprouts", "1+ 1-1 1-2", "2,you");
    await page.locator("#over").waitFor();
    await panel(page, "players");
    await page.click("#invite");
    await page.waitForFunction(() => /send the link/i.test(document.getElementById("say").textContent));
    assert.equal(await page.locator("#record li").count(), 1);
    assert.ok(await page.isHidden("#over"));
    assert.match(await page.textContent("#seats"), /^friendyou$/);
    await panel(page, "games");
    assert.match(await page.textContent("#kept"), /: (the machine wins|you win)/);
    await close(page);
});

test("the machine opens again when its opening is taken back", async () => {
    const page = await open("sprouts", "3+", "2,you");
    await grown(page, 1);
    await page.waitForFunction(() => /^Your turn/.test(document.getElementById("status").textContent));
    await page.evaluate(() => {
        window.seen = [];
        const list = document.getElementById("record");
        const look = () => seen.push(list.querySelector("[aria-current]").textContent);
        new MutationObserver(look).observe(list, { childList: true });
    });
    await page.click("#undo");
    await page.waitForFunction(() => window.seen.length > 1 && window.seen[0] === "start");
    await page.waitForFunction(() => /^Your turn/.test(document.getElementById("status").textContent));
    await close(page);
});

test("a tap on refused ink is one on its square", async () => {
    const page = await open("sos", ".../.../...:1:0-0", "you,you", { reducedMotion: "no-preference" });
    const { x, y, side } = await square(page, "b2");
    await draw(page, [
        [x - side * 1.2, y],
        [x + side * 0.4, y],
    ]);
    await page.locator(".refusal").waitFor({ state: "attached" });
    await page.mouse.click(x, y);
    await page.locator('.offers [aria-label="Write S on b2"]').waitFor();
    await close(page);
});

test("a palm does not wipe the line that a finger draws", async () => {
    const page = await open("sprouts", "3+", "you,you", { ...DEVICE, viewport: { width: 768, height: 1024 } });
    const touch = await page.context().newCDPSession(page);
    const send = (type, touchPoints) => touch.send("Input.dispatchTouchEvent", { type, touchPoints });
    const at = await spots(page);
    const finger = (t) => {
        const [x, y] = at[1].map((z, i) => z + (at[2][i] - z) * t);
        return { x, y, id: 1 };
    };
    const palm = { x: 700, y: 900, id: 2 };
    await send("touchStart", [finger(0)]);
    for (let i = 1; i <= 10; i++) await send("touchMove", [finger(i / 20)]);
    await send("touchStart", [finger(0.5), palm]);
    for (let i = 11; i <= 20; i++) await send("touchMove", [finger(i / 20), palm]);
    await send("touchEnd", [palm]);
    await send("touchEnd", []);
    await grown(page, 1);
    await close(page);
});

test("a kept game that was forgotten comes back", async () => {
    const page = await open("sprouts", "1+ 1-1 1-2", "you,you");
    await panel(page, "games");
    const count = () => page.locator("#kept [aria-label^=Forget]").count();
    assert.equal(await count(), 1);
    await page.click("#kept [aria-label^=Forget]");
    assert.equal(await count(), 0);
    await page.click("#kept button");
    assert.equal(await count(), 1);
    await close(page);
});

test("words after the end do not move its buttons", async () => {
    const page = await open("sprouts", "1+ 1-1 1-2", "you,you");
    await page.locator("#over").waitFor();
    const place = () => page.locator("#share").boundingBox();
    const before = await place();
    await page.click("#save-picture");
    await page.waitForFunction(() => /picture is saved/.test(document.getElementById("say").textContent));
    assert.deepEqual(await place(), before);
    await close(page);
});

test("a finished game keeps its result while an earlier position is looked at", async () => {
    const page = await open("sprouts", "1+ 1-1 1-2", "you,you");
    await page.locator("#over").waitFor();
    await page.click("#undo");
    await page.locator("#over").waitFor({ state: "hidden" });
    await panel(page, "games");
    assert.match(await page.textContent("#kept"), /Sprouts, 1 spot, two people here, 2 moves: second wins/);
    await close(page);
});

test("rings to jump on have the colour of the player", async () => {
    const page = await open("phutball", "7/7/7/3@3/3o3/7/o6/7/7:second:full-board", "you,you");
    await page.click(".cell.ball");
    const [ring, name] = await page.evaluate(() => [
        getComputedStyle(document.querySelector(".landing")).stroke,
        getComputedStyle(document.querySelector(".name.seat1")).color,
    ]);
    assert.equal(ring, name);
    await close(page);
});
