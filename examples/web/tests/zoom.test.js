// A closer look at crowded boards, by wheel, fingers, keys and buttons; and the sheet in print.

import assert from "node:assert/strict";
import { test } from "node:test";
import { close, draw, grown, open, panel, shot, spots } from "./player.js";

const width = async (page) => Number((await page.getAttribute("#board svg", "viewBox")).split(" ")[2]);

// How much larger a board is shown than its whole, which is as wide as it needs to be.
async function scales(page) {
    const whole = await width(page);
    return async () => whole / (await width(page));
}

test("wheel, keys and buttons zoom about a place, and lines are drawn there", async () => {
    const page = await open("sprouts", "30+", "you,you");
    const scale = await scales(page);
    const at = await spots(page);
    await page.mouse.move(...at[5]);
    for (let i = 0; i < 2; i++) await page.mouse.wheel(0, -200);
    await page.waitForFunction(() => document.querySelector("svg.close"));
    await page.waitForTimeout(200);
    const near = await spots(page);
    assert.ok((await scale()) > 2, `${await scale()}`);
    // What is under the pointer stays there, as far as the edge of the paper allows.
    const away = Math.hypot(near[5][0] - at[5][0], near[5][1] - at[5][1]);
    const wide = page.viewportSize().width;
    assert.ok(away < wide * 0.35, `${away} px`);
    await shot(page, "close");
    // A line between two spots that are in sight.
    const box = await page.locator("#board").boundingBox();
    const inSight = Object.entries(await spots(page)).filter(
        ([, [x, y]]) => x > box.x + 9 && x < box.x + box.width - 9 && y > box.y + 9 && y < box.y + box.height - 9,
    );
    assert.ok(inSight.length >= 2 && inSight.length < 30, `${inSight.length} in sight`);
    const [[, from], ...others] = inSight;
    const far = ([, place]) => Math.hypot(place[0] - from[0], place[1] - from[1]);
    const [, to] = others.reduce((best, other) => (far(other) < far(best) ? other : best));
    await draw(page, [from, to]);
    await grown(page, 1);
    assert.ok((await scale()) > 2, "a move keeps the view");
    // Dragging the empty paper moves it.
    const before = await spots(page);
    const empty = [box.x + box.width * 0.5, box.y + box.height * 0.5];
    const clear = await page.evaluate(
        ([x, y]) => !document.elementsFromPoint(x, y).some((node) => node.closest(".spot")),
        empty,
    );
    if (clear) {
        await draw(page, [empty, [empty[0] - 80, empty[1] + 30]]);
        const after = await spots(page);
        assert.ok(Math.hypot(after[5][0] - before[5][0], after[5][1] - before[5][1]) > 20);
    }
    await page.keyboard.press("0");
    assert.equal(await scale(), 1);
    await panel(page, "settings");
    await page.click("#closer");
    assert.ok((await scale()) > 1.4);
    await page.click("#farther");
    assert.ok((await scale()) < 1.01);
    assert.ok(await page.isDisabled("#farther"));
    await close(page);
});

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

// Puts two fingers on the page, the first at a place, and spreads them.
async function pinch(page, [x, y]) {
    const touch = await page.context().newCDPSession(page);
    const send = (type, points) =>
        touch.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    await send("touchStart", [[x, y]]);
    await send("touchMove", [[x + 5, y + 6]]);
    await send("touchStart", [
        [x + 5, y + 6],
        [x + 45, y + 20],
    ]);
    for (let i = 1; i <= 10; i++) {
        await send("touchMove", [
            [x + 5 - 4 * i, y + 20],
            [x + 45 + 4 * i, y + 20],
        ]);
    }
    await send("touchEnd", []);
    await page.waitForFunction(() => document.querySelector("svg.close"));
}

test("two fingers zoom, and drop the line that the first had begun", async () => {
    const page = await open("sprouts", "12+", "you,you", PHONE);
    const scale = await scales(page);
    await pinch(page, (await spots(page))[1]);
    assert.ok((await scale()) > 2, `${await scale()}`);
    assert.equal(await page.locator(".pen").getAttribute("d"), null);
    assert.equal(await page.locator("#record li").count(), 1);
    await shot(page, "pinch");
    // A button shows the whole again, and only then it is gone.
    await page.click("#whole");
    assert.equal(await scale(), 1);
    assert.ok(await page.isHidden("#whole"));
    await close(page);
});

test("where nothing can be played, two fingers zoom and one asks why", async () => {
    const page = await open("sprouts", "1+ 1-1 1-2", "you,you", PHONE);
    await page.locator("#over").waitFor();
    const said = () => page.textContent("#say");
    await pinch(page, [150, 200]);
    await page.waitForTimeout(300);
    assert.equal(await said(), "");
    await page.click("#whole");
    await page.touchscreen.tap(150, 300);
    await page.waitForFunction(() => /game is over/.test(document.getElementById("say").textContent));
    await close(page);
});

test("a line drawn while the machine thinks counts when it is the person's turn", async () => {
    const page = await open("sprouts", "6+", "you,5", { reducedMotion: "no-preference" });
    const at = await spots(page);
    await draw(page, [at[1], at[2]]);
    await page.waitForFunction(() => /thinking/.test(document.getElementById("status").textContent));
    // Between two spots that the machine may or may not join as well.
    await draw(page, [at[4], at[5]]);
    await page.waitForFunction(
        () =>
            document.querySelectorAll("#record li").length >= 4 ||
            /in the way|line|spot/i.test(document.getElementById("say").textContent),
    );
    await page.waitForFunction(() => document.querySelectorAll("#record li").length >= 3);
    const answer = await page.waitForFunction(() => {
        const moves = [...document.querySelectorAll("#record li")].map((node) => node.textContent);
        const say = document.getElementById("say").textContent;
        if (moves.length >= 4) return moves[3];
        return /in the way|has to|lines already/.test(say) && say;
    });
    assert.match(await answer.jsonValue(), /^(4-5|5-4)|in the way|has to|lines already/);
    await close(page);
});

test("printed, the sheet has the board and the record, in black on white", async () => {
    const page = await open("sprouts", "5+ 1-2 3-4 1-3 5-5", "you,you", { colorScheme: "dark" });
    await panel(page, "record");
    await page.emulateMedia({ media: "print", colorScheme: "light" });
    assert.ok((await page.isHidden("#notes")) && (await page.isHidden("#tools")));
    assert.ok(await page.isVisible("#title"));
    assert.ok(await page.isVisible("#record"));
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(255, 255, 255)");
    const box = await page.locator("#board svg").boundingBox();
    assert.ok(box.width > 300 && box.height > 300);
    await shot(page, "print");
    await close(page);
});
