// What a browser loads, and what it does without a network.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { close, draw, grown, open, record, shot, spots, status } from "./player.js";
import { browse, page as folder, serve } from "./site.js";

const gzip = promisify(execFile);
const BYTES = { encoding: "buffer", maxBuffer: 4 << 20 };

// What a browser may load, in bytes; more is a warning, and half as much again an error.
const BUDGET = 700_000;

test("what a browser loads stays near its budget", async () => {
    // The licence of the letters is beside them, for people, and the preview is for other sites.
    const files = (await readdir(folder)).filter((name) => !name.endsWith(".txt") && name !== "preview.png");
    const sizes = await Promise.all(
        files.map(async (name) => [name, (await gzip("gzip", ["-9c", `${folder}/${name}`], BYTES)).stdout.length]),
    );
    const module = sizes.find(([name]) => name.endsWith(".wasm"))[1];
    const all = sizes.reduce((sum, [, size]) => sum + size, 0);
    console.log(`${files.length} files: the module has ${module} bytes compressed, the others ${all - module}`);
    if (all > BUDGET) console.warn(`WARNING: ${all} bytes, ${all - BUDGET} more than the budget of ${BUDGET}`);
    assert.ok(all < 1.5 * BUDGET, `${all} bytes`);
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

// A copy of the page in which every file is another, as the build would seal it; see `examples/src/web/files.rs`.
async function edition(number) {
    const copy = await mkdtemp(`${tmpdir()}/papergames-${number}-`);
    await cp(folder, copy, { recursive: true });
    const file = (name) => `${copy}/${name}`;
    const [, was, script] = /^self\.set=(.*?);\n([\s\S]*)$/.exec(await readFile(file("offline.js"), "utf8"));
    const { version, files } = JSON.parse(was);
    const next = version.replace(/.$/, (digit) => "0123456789abcdef"[(Number.parseInt(digit, 16) + number) % 16]);
    const spaces = " ".repeat(number);
    for (const name of Object.keys(files)) {
        const bytes = await readFile(file(name));
        // A section of its own in the module, and what means nothing in a font.
        const more = name.endsWith(".wasm") ? Buffer.from([0, number + 1, number, ...Buffer.from(spaces)]) : spaces;
        const versioned = name === "index.html" ? String(bytes).replaceAll(version, next) : bytes;
        const whole = Buffer.concat([Buffer.from(versioned), Buffer.from(more)]);
        await writeFile(file(name), whole);
        files[name] = createHash("sha256").update(whole).digest("hex");
    }
    await writeFile(file("offline.js"), `self.set=${JSON.stringify({ version: next, files })};\n${script}`);
    return copy;
}

test("a page is whole: of one version, at once, while a new one arrives or is exchanged", async (context) => {
    const editions = [folder, await edition(1), await edition(2)];
    const workers = await Promise.all(editions.map((copy) => readFile(`${copy}/offline.js`, "utf8")));
    const versionOf = (number) => /"version":"(.*?)"/.exec(workers[number])[1];
    const site = await serve(editions[0]);
    const browser = await browse();
    context.after(async () => {
        await browser.close();
        site.close();
        for (const copy of editions.slice(1)) await rm(copy, { recursive: true });
    });
    const page = await browser.newPage();
    // Which of the editions each file on the page is, and how long it took until there was a board.
    const visit = async () => {
        await page.goto("about:blank");
        const begun = performance.now();
        await page.goto(site.address);
        await page.locator("#board svg").waitFor();
        const time = Math.round(performance.now() - begun);
        const sizes = await page.evaluate(() =>
            performance
                .getEntries()
                .filter(({ entryType }) => ["navigation", "resource"].includes(entryType))
                .map(({ name, decodedBodySize }) => [new URL(name).pathname.slice(1) || "index.html", decodedBodySize]),
        );
        const found = new Set();
        for (const [name, size] of sizes.filter(([name, size]) => size && name !== "offline.js")) {
            const whole = (await readFile(`${folder}/${name}`)).length;
            found.add(size - whole - (name.endsWith(".wasm") && size > whole ? 3 : 0));
        }
        return { of: [...found].join(), time };
    };
    // The versions that the browser keeps, once no worker is on its way.
    const kept = async (until) => {
        for (let tried = 0; tried < 200; tried++) {
            const [isQuiet, names] = await page.evaluate(async () => {
                const { active, installing, waiting } = await navigator.serviceWorker.getRegistration();
                return [!installing && !waiting && active?.state === "activated", await caches.keys()];
            });
            if (isQuiet && until(names)) return names;
            await page.waitForTimeout(100);
        }
        throw new Error("no such version is kept");
    };
    const isKept = (number) => kept((names) => names.includes(`papergames-${versionOf(number)}`));
    const first = await visit();
    await isKept(0);
    // Another edition on a slow line, which is exchanged for a third once some of its files have been asked for.
    [site.folder, site.pace, site.asked] = [editions[1], 400_000, []];
    site.onasked = (name) => {
        if (name === "board.css" && site.asked.includes("offline.js")) site.folder = editions[2];
    };
    const second = await visit();
    const third = await visit();
    site.pace = Infinity;
    while (site.folder !== editions[2]) await page.waitForTimeout(50);
    const broken = await kept(() => true);
    assert.deepEqual(broken.length, 1, `what is not whole is not kept: ${broken}`);
    const fourth = await visit();
    await isKept(2);
    const fifth = await visit();
    const times = [first, second, third, fourth, fifth].map(({ time }) => time);
    console.log(`five visits took ${times.join(", ")} ms, the second and third on a line of 400 kB/s`);
    assert.deepEqual([first.of, second.of, third.of, fourth.of, fifth.of], ["0", "0", "0", "0", "2"]);
    assert.ok(second.time < 2_000 && third.time < 2_000, `${times}`);
});
