// The boards of SOS and Phutball: what is written on them, and how large they are.

import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, close, draw, grown, open, overlaps, panel, put, said, setUp, shut, square, status } from "./player.js";

test("plus and minus step through one list of sizes, and undo each other", async () => {
    const page = await open("phutball", "15x21", "you,you");
    await panel(page, "setup");
    await page.fill("#size", "15x21");
    const seen = [await page.inputValue("#size")];
    while (await page.isEnabled("#fewer")) {
        await page.click("#fewer");
        seen.push(await page.inputValue("#size"));
    }
    assert.deepEqual([seen[0], seen.at(-1)], ["15x21", "5x7"]);
    assert.ok(seen.includes("7x13") && seen.includes("9x13"), `${seen}`);
    for (const size of seen.reverse().slice(1)) {
        await page.click("#larger");
        assert.equal(await page.inputValue("#size"), size);
    }
    assert.ok(await page.isDisabled("#larger"));
    // A size that was typed leads into the list; and numbers of spots have no list.
    await page.fill("#size", "6x12");
    await page.click("#fewer");
    assert.equal(await page.inputValue("#size"), "7x9");
    await shut(page);
    await begin(page, "brussels");
    await panel(page, "setup");
    await page.fill("#size", "4,3");
    for (const id of ["#fewer", "#fewer", "#larger", "#larger"]) await page.click(id);
    assert.equal(await page.inputValue("#size"), "4,3");
    await page.fill("#size", "4,1");
    assert.ok(await page.isDisabled("#fewer"));
    // The number of players has the same buttons.
    await shut(page);
    await begin(page, "sos");
    await panel(page, "setup");
    await page.click("#more-players");
    assert.equal(await page.locator("#new-seats select").count(), 3);
    for (let i = 0; i < 3; i++) await page.click("#fewer-players");
    assert.equal(await page.inputValue("#n-players"), "2");
    await close(page);
});

test("the words of a goal fit, and cover no number and no ball", async () => {
    for (const [viewport, setup] of [
        [{ width: 390, height: 844 }, "5x7"],
        [{ width: 1440, height: 900 }, "5x7"],
        [{ width: 390, height: 844 }, "3x7"],
        [{ width: 768, height: 1024 }, "15x21"],
    ]) {
        const middle = "abcdefghijklmno"[Number.parseInt(setup, 10) >> 1];
        const high = Number(setup.split("x")[1]);
        // The ball stands in a goal at the end.
        const men = [2, 3].map((k) => `${middle}${((high - 1) >> 1) + k - 1}`);
        for (const moves of ["", high === 7 ? ` ${men.join(" ")} N` : ""]) {
            const page = await open("phutball", setup + moves, "you,you", { viewport });
            await grown(page, moves ? 3 : 0);
            assert.ok(
                !(await overlaps(page, "#board .whose", "#board .rim", "#board .ball:not(.cell)")),
                setup + moves,
            );
            const isInside = await page.evaluate(() => {
                const goals = [...document.querySelectorAll("#board .goal")].map((node) =>
                    node.getBoundingClientRect(),
                );
                return [...document.querySelectorAll("#board .whose")].every((words) => {
                    const { left, right, top, bottom } = words.getBoundingClientRect();
                    return goals.some((g) => left > g.left && right < g.right && top > g.top && bottom < g.bottom);
                });
            });
            assert.ok(isInside, setup + moves);
            await close(page);
        }
    }
});

test("the aim of the game stands beside the board", async () => {
    for (const [game, setup, width, height] of [
        ["phutball", "15x21", 1440, 900],
        ["phutball", "15x21", 1024, 768],
        ["phutball", "15x21", 768, 1024],
        ["phutball", "15x21", 390, 844],
        ["sos", "5x5", 1440, 900],
    ]) {
        const viewport = { width, height };
        const page = await open(game, setup, "you,you", { viewport });
        await page.waitForFunction(() => document.getElementById("aim").textContent);
        const covers = () => overlaps(page, "#aim", "#board .goal, #board .rim");
        assert.ok(!(await covers()), `${game}, ${width}`);
        await page.click("#menu");
        await page.waitForTimeout(100);
        assert.ok(!(await page.isVisible("#aim")) || !(await covers()), `${game}, ${width} with the menu`);
        await close(page);
    }
});

test("what is refused stands beside the finger, over no number of the board", async () => {
    for (const [game, setup, cell] of [
        ["sos", "3x3 Sa2", "a2"],
        ["phutball", "5x7 a3", "a3"],
    ]) {
        const page = await open(game, setup, "you,you", { viewport: { width: 390, height: 844 } });
        const { x, y } = await square(page, cell);
        await page.mouse.move(x, y);
        await page.mouse.down();
        if (game === "phutball") await page.mouse.move(x + 150, y + 50, { steps: 5 });
        await page.mouse.up();
        await page.locator("#say.refused.beside").waitFor();
        assert.ok(!(await overlaps(page, "#say", "#board .rim")), game);
        await close(page);
    }
});

test("where one may place or jump, each choice has its word, also in the dark", async () => {
    for (const colorScheme of ["light", "dark"]) {
        const page = await open("phutball", "5x7 c4 a2", "you,you", { colorScheme });
        await page.click('.cell[data-name="c5"]');
        await page.locator(".offers text").first().waitFor();
        assert.deepEqual(await page.locator(".offers text").allTextContents(), ["jump", "man"]);
        assert.equal(await page.locator(".offers .core").count(), 1);
        await page.click('.cell[data-name="c4"]');
        await said(page, /^There is a man on c4 already/);
        await close(page);
    }
});

test("the demonstration of Phutball places a man and jumps over it", async () => {
    const page = await open("phutball", "9x13", "you,you", { reducedMotion: "no-preference" });
    await page.locator(".pencil").waitFor();
    const ghosts = await page.$$eval("#board .ghost path", (paths) => paths.map((path) => path.getAttribute("d")));
    // A ring around the man, the way of the ball, and a ring where it lands.
    assert.equal(ghosts.length, 3);
    await page.locator(".pencil").waitFor({ state: "detached" });
    assert.equal(await page.locator("#board .ghost > *").count(), 0);
    await close(page);
});

test("a hint of Phutball takes three seconds at most, and says that a game is lost", async () => {
    const page = await open("phutball", "7x13", "you,you");
    const begun = Date.now();
    await page.click("#hint");
    await said(page, /^Hint/);
    assert.ok(Date.now() - begun < 8_000, `${Date.now() - begun} ms`);
    await close(page);
    const lost = await open("phutball", "5x7 c5 c2", "you,you");
    await lost.click("#hint");
    await said(lost, /^Hint/);
    assert.match(await lost.textContent("#say"), /It looks lost/);
    await close(lost);
});

test("it is your turn once the machine's letter is written, without a dot ahead of the pen", async () => {
    const page = await open("sos", ".../.../...:1:0-0", "you,2", { reducedMotion: "no-preference" });
    await page.waitForTimeout(300);
    await page.click('.cell[data-name="b2"]');
    const frames = await page.evaluate(async () => {
        const seen = [];
        /** @type {SVGElement} */ (document.querySelector('[aria-label="Write S on b2"]')).dispatchEvent(
            new MouseEvent("click", { bubbles: true }),
        );
        while (document.querySelectorAll("#record li").length < 3 || seen.length < 45) {
            await new Promise(requestAnimationFrame);
            const [letter] = document.querySelectorAll("#board .fresh .letter");
            if (!letter || document.querySelectorAll("#record li").length < 3) continue;
            const [writing] = letter.getAnimations();
            const [dash, gap] = getComputedStyle(letter)
                .strokeDasharray.split(/[^\d.]+/)
                .map(Number);
            const isWriting = writing?.playState === "running" && Number(writing.currentTime) < 500;
            const isTurn = /^Your turn/.test(document.getElementById("status").textContent);
            seen.push({ isWriting, isTurn, isDotted: isWriting && dash + gap < 1.5 });
        }
        return seen;
    });
    assert.ok(frames.some(({ isWriting }) => isWriting));
    assert.ok(frames.every(({ isWriting, isTurn, isDotted }) => !(isWriting && isTurn) && !isDotted));
    await page.waitForFunction(() => /^Your turn/.test(document.getElementById("status").textContent));
    await close(page);
});

test("the board of SOS stands in the middle", async () => {
    for (const viewport of [
        { width: 1440, height: 900 },
        { width: 390, height: 844 },
    ]) {
        const page = await open("sos", ".../.../...:1:0-0", "you,you", { viewport });
        const [a, c] = [await square(page, "a1"), await square(page, "c1")];
        assert.ok(Math.abs((a.x + c.x) / 2 - viewport.width / 2) < 1, `${a.x} and ${c.x}`);
        await close(page);
    }
});

test("the score stands once, and the result has the colour of the winner", async () => {
    const page = await open("sos", "...:1:0-0 Sa1 Ob1", "you,you");
    assert.equal(await status(page), "First to move: write S or O in a square");
    await put(page, "S", "c1");
    await page.locator("#over").waitFor();
    assert.equal(await page.textContent("#seats"), "first 1second 0");
    assert.equal(await page.textContent("#result"), "First wins.");
    const colours = () =>
        page.evaluate(() =>
            ["result", "seats"].map((id) => {
                const node = document.getElementById(id);
                return getComputedStyle(id === "seats" ? node.querySelector(".seat0") : node).color;
            }),
        );
    const [result, first] = await colours();
    assert.equal(result, first);
    await close(page);
});

test("a stroke on an empty point of Phutball does not remain refused", async () => {
    const page = await open("phutball", "5x7", "you,you");
    await page.locator(".field").waitFor();
    await setUp(page, "phutball", { size: "9x13", "new-seat-1": "you" });
    const [from, to] = [await square(page, "b3"), await square(page, "g9")];
    await draw(page, [
        [from.x, from.y],
        [to.x, to.y],
    ]);
    await page.locator("#say.refused").waitFor();
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    assert.equal(await page.locator("#say.refused").count(), 0);
    await page.mouse.up();
    await close(page);
});
