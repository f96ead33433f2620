// What the page says around a game: in its corners, in the drawer, and at the end.

import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, close, draw, grown, open, panel, said, shot, shut, spots, until, visit } from "./player.js";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test("how long every game from these crosses is, and who wins it, is told at the end", async () => {
    const page = await open("brussels", "1+ 1a-1b 1c-1d", "you,you");
    await panel(page, "moves");
    await page.locator("#moves button").first().click();
    await page.locator("#over").waitFor();
    assert.match(
        await page.textContent("#theorem"),
        /^1 cross always makes 5\s×\s1\s−\s2\s=\s3 lines, so the first player wins, however you play\. 4 free arms/,
    );
    await visit(page, { game: "sprouts", record: "1+ 1-1 1-2", seats: "you,you" });
    await page.waitForFunction(() =>
        /^1 spot always gives 2 moves\. /.test(document.getElementById("theorem").textContent),
    );
    await close(page);
});

test("a review of Brussels Sprouts tells its joke, and praises nobody", async () => {
    const page = await open("brussels", "1+ 1a-1b 1c-1d", "you,you");
    await panel(page, "moves");
    await page.locator("#moves button").first().click();
    await page.locator("#over").waitFor();
    await page.click("#review");
    await page.locator("#reviewed .headline").waitFor();
    assert.match(await page.textContent("#reviewed"), /the crosses alone decide who wins/);
    assert.doesNotMatch(await page.textContent("#reviewed"), /blunder|gave/);
    await close(page);
});

test("a title in two lines has no dot at the beginning of the second", async () => {
    for (const [viewport, isInOne] of [
        [{ width: 390, height: 844 }, false],
        [{ width: 1440, height: 900 }, true],
    ]) {
        const page = await open("brussels", "2+", "you,you", { viewport });
        const dot = await page.evaluate(() => {
            const [title, subtitle] = ["title", "subtitle"].map((id) => document.getElementById(id));
            const left = Number.parseFloat(getComputedStyle(subtitle, "::before").left);
            const isInOne = title.getBoundingClientRect().top === subtitle.getBoundingClientRect().top;
            const seen = subtitle.getBoundingClientRect().left + left;
            return { isInOne, isSeen: seen > subtitle.parentElement.getBoundingClientRect().left };
        });
        assert.deepEqual(dot, { isInOne, isSeen: isInOne });
        await close(page);
    }
});

test("two people here is one choice, and nobody resigns before the first move", async () => {
    const page = await open("sprouts", "3+", "you,2");
    await panel(page, "players");
    assert.ok(await page.isHidden("#resign"));
    await page.click("#two-here");
    assert.ok(await page.isHidden("#two-here"));
    assert.equal(await page.textContent("#seats"), "firstsecond");
    await shut(page);
    const at = await spots(page);
    await draw(page, [at[1], at[2]]);
    await grown(page, 1);
    await panel(page, "players");
    assert.ok(await page.isVisible("#resign"));
    // Kept games say how large they are, and against whom.
    await panel(page, "games");
    assert.match(await page.textContent("#kept"), /^Sprouts, 3 spots, two people here, 1 move: second to move/);
    await visit(page, { game: "sos", record: ".../...:1:0-0 Sa1 Ob1 Sc1 Sa2 Sb2 Sc2", seats: "you,1", id: "x" });
    await until(page, "You win");
    await page.click("#back");
    await page.click("#tab-games");
    assert.match(await page.textContent("#kept"), /^SOS, 3 × 2, against the machine, 6 moves: you win/);
    await close(page);
});

test("a first visitor sees that there are games behind the menu", async () => {
    for (const viewport of [PHONE.viewport, { width: 1440, height: 900 }]) {
        const page = await open("sprouts", undefined, undefined, { viewport });
        assert.ok(await page.isVisible("#games-word"));
        await page.click("#menu");
        assert.ok(await page.isHidden("#games-word"));
        await page.reload();
        await page.locator("#board svg").waitFor();
        assert.ok(await page.isHidden("#games-word"));
        await close(page);
    }
});

test("boxes of the drawer stand in line and apart", async () => {
    const page = await open("sprouts", "3+", "you,you");
    await panel(page, "rules");
    const touching = await page.evaluate(() => {
        const boxes = [...document.querySelectorAll("#keys kbd")].map((node) => node.getBoundingClientRect());
        const isOver = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom + 1 && b.top < a.bottom + 1;
        return boxes.filter((a, i) => boxes.slice(i + 1).some((b) => isOver(a, b))).length;
    });
    assert.equal(touching, 0);
    await page.click("#back");
    await page.click("#tab-setup");
    const off = await page.evaluate(() => {
        const box = document.getElementById("misere");
        const words = document.createRange();
        words.selectNodeContents(box.nextSibling);
        const middle = ({ top, bottom }) => (top + bottom) / 2;
        return middle(box.getBoundingClientRect()) - middle(words.getBoundingClientRect());
    });
    assert.ok(Math.abs(off) < 2, `${off} px`);
    const [misere, pie] = await Promise.all(["#misere", "#pie"].map((id) => page.locator(id).boundingBox()));
    assert.equal(pie.width, misere.width);
    await panel(page, "settings");
    const ends = await page.$$eval("#settings-panel select", (all) =>
        all.map((select) => select.getBoundingClientRect().right),
    );
    assert.equal(new Set(ends).size, 1, `${ends}`);
    await shot(page, "settings");
    await close(page);
});

test("on a phone no keys are listed, and fingers on the drawer do not zoom the page", async () => {
    const page = await open("sprouts", "3+", "you,you", PHONE);
    await panel(page, "rules");
    assert.equal(await page.locator("#rules-panel kbd").filter({ visible: true }).count(), 0);
    const session = await page.context().newCDPSession(page);
    const touch = (type, ...xs) =>
        session.send("Input.dispatchTouchEvent", { type, touchPoints: xs.map((x, id) => ({ x, y: 650, id })) });
    await touch("touchStart", 180);
    await touch("touchStart", 180, 210);
    for (let far = 8; far < 100; far += 8) {
        await touch("touchMove", 180 - far, 210 + far);
        await page.waitForTimeout(16);
    }
    await touch("touchEnd");
    assert.equal(await page.evaluate(() => visualViewport.scale), 1);
    await close(page);
});

test("a hint before the first move discourages nobody", async () => {
    for (const [game, setup] of [
        ["sprouts", "2+"],
        ["brussels", "2+"],
    ]) {
        const page = await open(game, setup, "you,you");
        await page.click("#hint");
        await said(page, /^Hint: /);
        assert.doesNotMatch(await page.textContent("#say"), /You (lose|win)/);
        await close(page);
    }
});

test("what was refused is gone once the next stroke begins", async () => {
    const page = await open("sprouts", "3+", "you,you");
    const at = await spots(page);
    await draw(page, [at[1], [at[1][0] + 60, at[1][1] + 30]]);
    await page.locator("#say.refused").waitFor();
    await page.mouse.move(...at[2]);
    await page.mouse.down();
    assert.equal(await page.locator("#say.refused").count(), 0);
    await page.mouse.up();
    await begin(page, "sos");
    await close(page);
});
