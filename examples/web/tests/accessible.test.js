// Every view in front of a checker of accessibility, light and dark, desktop and phone.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import { close, draw, open, panel, spots } from "./player.js";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// The rules that a page breaks, with the places.
async function broken(page) {
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => window.axe.run());
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 90)).join(" | ")}`);
}

const VIEWS = {
    async board() {},
    async moves(page) {
        await panel(page, "moves");
        await page.locator("#moves li").first().waitFor();
    },
    async record(page) {
        await panel(page, "record");
    },
    async analysis(page) {
        await panel(page, "analysis");
        await page.selectOption("#limit", "3");
        await page.click("#analyse");
        await page.waitForFunction(() => document.getElementById("cancel").hidden, null, { timeout: 30_000 });
    },
    async review(page) {
        await panel(page, "analysis");
        await page.selectOption("#limit", "3");
        if (await page.isDisabled("#review-game")) return;
        await page.click("#review-game");
        await page.waitForFunction(() => document.getElementById("cancel").hidden, null, { timeout: 30_000 });
    },
    async cards(page) {
        await panel(page, "cards");
        await page.locator(".card").first().waitFor();
    },
    async refused(page) {
        const { x, y } = await page.locator("#board").boundingBox();
        await draw(page, [
            [x + 12, y + 60],
            [x + 60, y + 90],
        ]);
        await page.locator("#say.refused").waitFor();
    },
    async choosing(page) {
        // Loops around either of the others, or around neither.
        const at = await spots(page);
        await page.mouse.click(...at[3]);
        await page.locator("#board .picked").first().waitFor();
        await page.mouse.click(...at[3]);
        await page.locator("#board .candidate").first().waitFor();
        await page.locator("#as-list").press("Enter");
        await page.waitForFunction(() => document.body.classList.contains("choosing"));
    },
    async puzzles(page) {
        await panel(page, "puzzles");
    },
    async friend(page) {
        await panel(page, "players");
        await page.click("#invite");
    },
    async games(page) {
        await panel(page, "games");
    },
    async share(page) {
        await panel(page, "text");
    },
    async menu(page) {
        await page.click("#menu");
    },
    async setup(page) {
        await panel(page, "setup");
    },
    async players(page) {
        await panel(page, "players");
    },
    async rules(page) {
        await panel(page, "rules");
    },
    async settings(page) {
        await panel(page, "settings");
    },
    async puzzle(page) {
        await panel(page, "puzzles");
        await page.click('#puzzle-games [value="sprouts"]');
        await page.waitForFunction(
            () => /find the move that wins/.test(document.getElementById("status").textContent),
            null,
            {
                timeout: 30_000,
            },
        );
    },
    async over(page) {
        await panel(page, "players");
        await page.click("#resign");
        await page.locator("#over").waitFor();
    },
};

test("no view breaks a rule of accessibility", async () => {
    const found = [];
    let views = 0;
    for (const [game, record] of [
        ["sprouts", "4+ 1-2 1-1"],
        ["brussels", "2+ 1a-2b"],
        ["sos", ".../.../...:1:0-0 Sa1 Ob2"],
        ["phutball", "5/5/o1@1o/oo2o/5:second:full-board"],
    ]) {
        for (const options of [
            { colorScheme: "light" },
            { colorScheme: "dark", viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
        ]) {
            // The first game is shown in every view, the others on the board and in the analysis.
            const names = game === "sprouts" ? Object.keys(VIEWS) : ["board", "analysis"];
            for (const name of names) {
                const page = await open(game, record, "you,you", options);
                await VIEWS[name](page);
                views += 1;
                for (const rule of await broken(page)) found.push(`${game}, ${name}, ${options.colorScheme}: ${rule}`);
                await close(page);
            }
        }
    }
    console.log(`${views} views, ${found.length} violations`);
    assert.deepEqual(found, []);
});
