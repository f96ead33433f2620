// Sprouts on the card table: taps join and divide stacks, and the steps of every move are shown.

import assert from "node:assert/strict";
import { test } from "node:test";
import { close, grown, open, panel, record, shot } from "./player.js";

const tap = (page, value) => page.click(`#cards button[value="${value}"]`);
const told = (page, pattern) =>
    page.waitForFunction(
        (text) => new RegExp(text).test(document.getElementById("cards-say").textContent),
        pattern.source,
    );

// Keeps the tables and words that are shown, one after another.
const watch = (page) =>
    page.evaluate(() => {
        globalThis.seen = [];
        const look = () => {
            const rows = [...document.querySelectorAll("#cards .felt")].map((row) =>
                [...row.querySelectorAll(".stack")].map((stack) => stack.dataset.text).join(";"),
            );
            globalThis.seen.push(`${document.getElementById("cards-say").textContent} ${rows.join("/")}`);
        };
        new MutationObserver(look).observe(document.getElementById("cards-say"), { childList: true });
    });
const seen = (page) => page.evaluate(() => globalThis.seen);

test("taps on two stacks join them, two on one divide it, and the steps are shown", async () => {
    const page = await open("sprouts", "2+", "you,you");
    await page.evaluate(() => localStorage.setItem("papergames-settings", '{"pace":"fast"}'));
    await panel(page, "cards");
    await told(page, /^Tap a card/);
    assert.deepEqual(await page.locator("#cards h3").allTextContents(), ["row 1"]);
    assert.deepEqual(await page.locator("#cards small").allTextContents(), ["1", "2"]);
    await watch(page);
    await tap(page, "0 0 0");
    await tap(page, "0 1 0");
    await grown(page, 1);
    await told(page, /^Tap a card/);
    assert.deepEqual((await seen(page)).slice(1, 3), [
        "4. Two cards of a new value go to the bottoms of both stacks. 1,3;2,3",
        "5. The first stack goes on top of the second. 1,3,2,3",
    ]);
    assert.equal(await record(page), "2+ 1-2");
    // The stack is divided from the card of 1 to that of 2.
    await tap(page, "0 0 0");
    await tap(page, "0 0 2");
    await grown(page, 2);
    await told(page, /^Tap a card/);
    const steps = (await seen(page)).filter((text) => /^5\. Two cards/.test(text));
    assert.deepEqual(steps, ["5. Two cards of a new value go on top of both stacks. 4,1,3,2/4,2,3,1"]);
    await shot(page, "cards");
    await close(page);
});

test("where a row has other stacks, they are chosen before it is divided", async () => {
    const page = await open("sprouts", "3+", "you,you");
    await page.evaluate(() => localStorage.setItem("papergames-settings", '{"pace":"fast"}'));
    await panel(page, "cards");
    await told(page, /^Tap a card/);
    assert.ok(await page.isHidden("#divide"));
    await tap(page, "0 0 0");
    await tap(page, "0 0 0");
    await told(page, /other stacks/);
    await tap(page, "0 2 0");
    assert.equal(await page.locator('#cards [aria-pressed="true"]').count(), 2);
    await shot(page, "cards-divide");
    await page.click("#divide");
    await grown(page, 1);
    assert.match(await record(page), /^3\+ 1-1\[[23]\]$/);
    await close(page);
});

test("a card of a dead spot says why it cannot be used", async () => {
    const page = await open("sprouts", "2+ 1-1 1-3", "you,you");
    await panel(page, "cards");
    await told(page, /^Tap a card/);
    const dead = page.locator("#cards .dead").first();
    const [row, stack] = (await dead.getAttribute("value")).split(" ");
    await dead.click();
    await page
        .locator(`#cards button[value^="${row} "]:not([value^="${row} ${stack} "]), #cards .dead`)
        .first()
        .click();
    if (await page.isVisible("#divide")) await page.click("#divide");
    await told(page, /all three are on the table|has already used/);
    assert.equal(await record(page), "2+ 1-1 1-3");
    await close(page);
});

test("the machine's moves are shown with cards, also on a phone in the dark", async () => {
    const options = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    for (const colorScheme of ["light", "dark"]) {
        const page = await open("sprouts", "3+", "you,2", { ...options, colorScheme });
        await panel(page, "cards");
        await told(page, /^Tap a card/);
        await watch(page);
        await tap(page, "0 0 0");
        await tap(page, "0 1 0");
        await grown(page, 2);
        await told(page, /^\d\./);
        await shot(page, `cards-step-${colorScheme}`);
        await told(page, /^Tap a card/);
        await shot(page, `cards-phone-${colorScheme}`);
        await close(page);
    }
});
