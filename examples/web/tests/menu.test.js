// The menu: what a person finds first, and what can be changed where it is written.

import assert from "node:assert/strict";
import { test } from "node:test";
import { close, draw, grown, open, panel, shot, shut, spots } from "./player.js";

test("the menu has five rows and one more, and Back leads up step by step", async () => {
    for (const viewport of [
        { width: 390, height: 844 },
        { width: 1440, height: 900 },
    ]) {
        const page = await open("sprouts", "5+", "you,2", { viewport });
        await page.click("#menu");
        const rows = await page.$$eval("#menu-panel .rows button", (all) =>
            all.map((row) => row.firstChild.data.trim()),
        );
        assert.deepEqual(rows, ["new game", "opponent", "puzzle of the day", "how to play", "share", "more"]);
        await shot(page, `menu-${viewport.width}`);
        await panel(page, "settings");
        await shot(page, `settings-${viewport.width}`);
        await page.click("#back");
        assert.ok(await page.isVisible("#more-panel"));
        assert.equal(await page.evaluate(() => document.activeElement.id), "tab-settings");
        await shot(page, `more-${viewport.width}`);
        await page.click("#back");
        assert.ok(await page.isVisible("#menu-panel"));
        assert.equal(await page.evaluate(() => document.activeElement.id), "tab-more");
        await close(page);
    }
});

test("who plays and how large the game is are buttons", async () => {
    const page = await open("sprouts", "5+", "you,2", { viewport: { width: 390, height: 844 }, hasTouch: true });
    await page.tap("#seats .seat1");
    await page.locator("#players-panel").waitFor();
    await page.selectOption("#seat-1", "3");
    await shut(page);
    assert.equal(await page.textContent("#seats"), "youmachine, medium");
    await page.tap("#subtitle");
    await page.locator("#setup-panel").waitFor();
    assert.equal(await page.inputValue("#size"), "5");
    await shut(page);
    await shot(page, "buttons");
    await close(page);
});

test("dark or light and the pace are kept", async () => {
    const page = await open("sprouts", "5+", "you,2", { colorScheme: "light" });
    const isDark = () =>
        page.evaluate(() => {
            const [red] = getComputedStyle(document.body).backgroundColor.match(/\d+/g);
            return Number(red) < 100;
        });
    assert.equal(await isDark(), false);
    await panel(page, "settings");
    await page.selectOption("#theme", "dark");
    await page.selectOption("#pace", "fast");
    assert.equal(await isDark(), true);
    await page.reload();
    await page.locator("#board svg").waitFor();
    assert.equal(await isDark(), true);
    assert.equal(await page.inputValue("#pace"), "fast");
    // What a stranger has kept is nothing.
    await page.evaluate(() => localStorage.setItem("papergames-settings", '{"theme":"url(x)","pace":"toString"}'));
    await page.reload();
    await page.locator("#board svg").waitFor();
    assert.equal(await isDark(), false);
    await close(page);
});

test("a slow machine waits before its move", async () => {
    const page = await open("sprouts", "5+", "you,1");
    await panel(page, "settings");
    await page.selectOption("#pace", "slow");
    await shut(page);
    await page.evaluate(() => {
        window.times = [];
        const lines = document.querySelector("#board .lines");
        new MutationObserver(() => window.times.push(performance.now())).observe(lines, { childList: true });
    });
    const at = await spots(page);
    await draw(page, [at[1], at[2]]);
    await grown(page, 2);
    const [mine, theirs] = await page.evaluate(() => window.times);
    // Two and a half times the usual pause.
    assert.ok(theirs - mine > 1_000, `${theirs - mine} ms`);
    await close(page);
});
