// The paper under the pen: it stays where it is, also when the game is opened again.

import assert from "node:assert/strict";
import { test } from "node:test";
import { close, draw, grown, numbers, open, panel, record, SIZES, shut, spots } from "./player.js";

const frame = async (page) => (await page.getAttribute("#board svg", "viewBox")).split(" ").map(Number);

function alike(one, other, least, what) {
    assert.ok(
        one.every((x, i) => Math.abs(x - other[i]) < least),
        `${one} is not ${other}: ${what}`,
    );
}

for (const [game, size] of [
    ["sprouts", "3+"],
    ["sprouts", "8+"],
    ["brussels", "1+"],
    ["brussels", "2+"],
]) {
    test(`${game} ${size}: opened again, the paper and the drawing are as large as before`, async () => {
        const random = numbers(3);
        const page = await open(game, size);
        for (let move = 1; move < 7; move++) {
            const found = await page.evaluate(() =>
                [...document.querySelectorAll("#board .spot.open")].map((node) => node.dataset.name),
            );
            const names = found.sort(() => random() - 0.5).slice(0, 2);
            if (names.length < 2) break;
            const before = await record(page);
            for (const name of names) await page.locator(`#board .spot[data-name="${name}"]`).press("Enter");
            await page.waitForTimeout(200);
            if (await page.isVisible("#moves-panel")) {
                await page.locator("#moves button").first().click();
                await page.waitForTimeout(200);
                await shut(page);
            }
            if ((await record(page)) === before) continue;
            const [old, where] = [await frame(page), await spots(page)];
            const address = page.url();
            const other = await page.context().newPage();
            for (const again of [page, other]) {
                await again.goto("about:blank");
                await again.goto(address);
                await again.locator("#board svg").waitFor();
                alike(await frame(again), old, 3, `${before} ${names}`);
            }
            await other.close();
            for (const [name, [x, y]] of Object.entries(await spots(page)))
                alike([x, y], where[name], 4, `${name} after ${before} ${names}`);
        }
        await close(page);
    });
}

test("the paper stays under a pen that is down, and is shown whole when it is up", async () => {
    const page = await open("sprouts", "3+", "you,you", { reducedMotion: "no-preference" });
    const [one, two, three] = Object.values(await spots(page));
    const { x, y, width, height } = await page.locator("#board svg").boundingBox();
    const before = await frame(page);
    // A line along the edge of the window makes the paper grow.
    const right = x + width - 8;
    await draw(page, [one, [right, y + 60], [right, y + height - 60], three]);
    await grown(page, 1);
    await page.mouse.move(...two);
    await page.mouse.down();
    const held = await frame(page);
    await page.mouse.move(two[0] + 40, two[1] + 20, { steps: 20 });
    await page.waitForTimeout(700);
    alike(await frame(page), held, 0.01, "under the pen");
    await page.mouse.up();
    await page.waitForTimeout(900);
    const after = await frame(page);
    assert.ok(after[2] > before[2] && after[2] > held[2], `${before}, ${held}, ${after}`);
    await close(page);
});

test("a line does not move the paper while there is room around it", async () => {
    const page = await open("sprouts", "4+");
    const before = await frame(page);
    const [one, , three] = Object.values(await spots(page));
    const { x, width } = await page.locator("#board .paper").boundingBox();
    const [left, , wide] = before;
    // 22 units from the edge of what has to be in sight; the sheet is 448 wide and begins at -24.
    const edge = x + ((left + wide - 22 + 24) * width) / 448;
    await draw(page, [one, [edge, one[1] + 30], [edge, three[1] - 30], three]);
    await grown(page, 1);
    assert.deepEqual(await frame(page), before);
    await close(page);
});

test("a line to the side of a wide window leaves the spots where they are", async () => {
    const page = await open("sprouts", "4+", "you,you", { viewport: { width: 1440, height: 900 } });
    const before = await spots(page);
    const [, two, three] = Object.values(before);
    await draw(page, [two, [two[0] + 250, two[1] + 30], [two[0] + 250, three[1] - 30], three]);
    await grown(page, 1);
    await page.waitForTimeout(500);
    const after = await spots(page);
    for (const name of [1, 2, 3, 4]) alike(after[name], before[name], 3, `spot ${name}`);
    await close(page);
});

test("the paper of a hint stays while its ends are chosen, and the end that a pen reaches has a ring", async () => {
    const page = await open("brussels", "2+ 1a-2b", "you,you");
    await page.click("#hint");
    await page.locator("#board .ghost path").first().waitFor();
    const hinted = await frame(page);
    const at = await spots(page);
    const [from] = (await page.textContent("#say")).match(/\d[a-z]/);
    await page.mouse.click(...at[from]);
    await page.locator(".spot.picked").waitFor();
    alike(await frame(page), hinted, 0.01, "with one end");
    await close(page);
    const other = await open("sprouts", "3+");
    const [one, two] = Object.values(await spots(other));
    await draw(other, [one, two], false);
    await other.locator(".mark .arrived").waitFor();
    assert.equal(await other.textContent("#say"), "");
    await other.mouse.up();
    await grown(other, 1);
    assert.equal(await other.locator(".mark .arrived").count(), 0);
    await close(other);
});

test("lines are as broad as a pencil's on every screen, the last one broader", async () => {
    for (const viewport of SIZES) {
        const page = await open("sprouts", "3+ 1-2 3-4", "you,you", { viewport });
        const broad = await page.$$eval("#board .line", (lines) =>
            lines.map((line) => Number.parseFloat(getComputedStyle(line).strokeWidth) * line.getScreenCTM().a),
        );
        assert.ok(Math.min(...broad) > 2.5 && Math.max(...broad) < 6.5, `${broad}`);
        assert.ok(broad.at(-1) > 1.2 * broad[0], `${broad}`);
        await close(page);
    }
});

test("the pencil shows a short line between neighbours, on the paper", async () => {
    const tablet = { reducedMotion: "no-preference", viewport: { width: 768, height: 1024 } };
    const page = await open("sprouts", "5+ 1-4 2-5", "you,you", tablet);
    const before = await frame(page);
    await panel(page, "rules");
    await page.click("#show-me");
    await page.locator(".pencil").waitFor();
    await page.waitForTimeout(600);
    assert.deepEqual(await frame(page), before);
    const [room, length] = await page.evaluate(() => {
        const svg = document.querySelector("#board svg").getBoundingClientRect();
        const lines = [...document.querySelectorAll("#board .ghost path")].map((path) => {
            const { left, top, right, bottom } = path.getBoundingClientRect();
            return [left - svg.left, svg.right - right, top - svg.top, svg.bottom - bottom, path.getTotalLength()];
        });
        return [Math.min(...lines.flatMap((line) => line.slice(0, 4))), lines.reduce((sum, line) => sum + line[4], 0)];
    });
    assert.ok(room > 30 && length < 200, `${room} ${length}`);
    await close(page);
});
