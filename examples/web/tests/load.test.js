// What a browser loads, and what it does without a network.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { close, draw, grown, open, record, shot, spots, status } from "./player.js";
import { page as folder } from "./site.js";

const gzip = promisify(execFile);
const BYTES = { encoding: "buffer", maxBuffer: 4 << 20 };

const TARGET = new URL("../../../target/web/wasm32-unknown-unknown/release/", import.meta.url);
const PLAIN = process.env.PLAIN ?? fileURLToPath(new URL("papergames_web.nameless.wasm", TARGET));

test("what a browser loads is at most 697 kB compressed", async () => {
    // The licence of the letters is beside them, for people.
    const files = (await readdir(folder)).filter((name) => !name.endsWith(".txt"));
    const sizes = await Promise.all(
        files.map(async (name) => [name, (await gzip("gzip", ["-9c", `${folder}/${name}`], BYTES)).stdout.length]),
    );
    const module = sizes.find(([name]) => name.endsWith(".wasm"))[1];
    const all = sizes.reduce((sum, [, size]) => sum + size, 0);
    console.log(`${files.length} files: the module has ${module} bytes compressed, the others ${all - module}`);
    assert.ok(all <= 697_000, `${module} and ${all - module} bytes`);
    // The same for those who build it without `wasm-opt`.
    const plain = (await gzip("gzip", ["-9c", PLAIN], BYTES)).stdout.length;
    console.log(`without wasm-opt: ${plain} and ${all - module} bytes`);
    assert.ok(plain + all - module <= 773_000, `${plain} and ${all - module} bytes`);
});

test("the module does not tell where it was built", async () => {
    const module = await readFile(`${folder}/papergames.wasm`, "latin1");
    for (const place of [homedir(), fileURLToPath(new URL("../../..", import.meta.url))]) {
        assert.ok(!module.includes(place), place);
    }
});

test("the page is there within a second, small, and asks no one else", async () => {
    const page = await open();
    const timing = await page.evaluate(() => ({
        paint: performance.getEntriesByType("paint").find((entry) => entry.name === "first-contentful-paint").startTime,
        sizes: performance.getEntriesByType("resource").map((entry) => entry.decodedBodySize),
    }));
    console.log(`first paint after ${Math.round(timing.paint)} ms`);
    assert.ok(timing.paint < 1000, `${timing.paint} ms`);
    assert.equal(await status(page), "Your turn: draw a line from spot to spot");
    await shot(page, "start");
    await close(page);
});

test("without a network the page opens again", async () => {
    const page = await open("sprouts", "3+ 1-2", "you,you");
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await page.locator("#board svg").waitFor();
    await page.context().setOffline(true);
    await page.reload();
    await page.locator("#board svg .line").first().waitFor();
    assert.equal(await record(page), "3+ 1-2");
    const at = await spots(page);
    await draw(page, [at[3], at[4]]);
    await grown(page, 2);
    page.complaints = page.complaints.filter((complaint) => !complaint.includes("ERR_INTERNET_DISCONNECTED"));
    await close(page);
});
