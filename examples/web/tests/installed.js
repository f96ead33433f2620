// An installed program serves the page: starts the program named, opens what it serves, and draws a line.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { browse } from "./site.js";

// From an empty place, without what cargo tells its own children.
const { CARGO_MANIFEST_DIR: _, ...env } = process.env;
const program = spawn(resolve(process.argv[2]), ["web", "--no-open", "--port", "0"], { cwd: tmpdir(), env });
const said = await new Promise((done, fail) => {
    program.stdout.once("data", (data) => done(String(data)));
    program.once("exit", (code) => fail(new Error(`the program ended with ${code}`)));
    program.stderr.on("data", (data) => console.error(String(data)));
});
const [address] = said.match(/http:\S+/);
const browser = await browse();
try {
    const page = await browser.newPage({ reducedMotion: "reduce" });
    await page.goto(`${address}#${new URLSearchParams({ game: "sprouts", record: "2+", seats: "you,you" })}`);
    await page.locator("#board .spot").nth(1).waitFor();
    const places = await page.locator("#board .spot .body").evaluateAll((nodes) =>
        nodes.map((node) => {
            const { x, y, width, height } = node.getBoundingClientRect();
            return [x + width / 2, y + height / 2];
        }),
    );
    await page.mouse.move(...places[0]);
    await page.mouse.down();
    await page.mouse.move(...places[1], { steps: 8 });
    await page.mouse.up();
    await page.waitForFunction(() => document.querySelectorAll("#record li").length === 2);
    assert.match(await page.evaluate(() => location.hash), /record=2%2B\+1-2/);
    console.log(`an installed program serves the page at ${address}, and a line was drawn on it`);
} finally {
    await browser.close();
    program.kill();
}
