// The package for other sites: its files, the library in this thread, and the element on its example page.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { browse, other, serve } from "./site.js";

let site;
let browser;

before(async () => {
    site = await serve(other);
    browser = await browse();
});
after(async () => {
    await browser?.close();
    site?.close();
});

const file = (name) => pathToFileURL(`${other}/${name}`);

async function open() {
    const page = await browser.newPage({ reducedMotion: "reduce" });
    page.complaints = [];
    page.on("console", (message) => message.type() === "error" && page.complaints.push(message.text()));
    page.on("pageerror", (error) => page.complaints.push(error.message));
    await page.goto(`${site.address}example.html`);
    await page.locator("papergames-board svg").first().waitFor();
    return page;
}

test("the package names files that are there, and every export", async () => {
    const files = await readdir(other);
    const { exports, types } = JSON.parse(await readFile(file("package.json")));
    for (const name of ["README.md", "LICENSE-MIT", "LICENSE-APACHE", "papergames.wasm", "board.css", types.slice(2)]) {
        assert.ok(files.includes(name), name);
    }
    for (const entry of [exports["."], exports["./element"]]) {
        for (const name of Object.values(entry)) assert.ok(files.includes(name.slice(2)), name);
    }
    // Each script finds what it imports.
    for (const name of files.filter((name) => name.endsWith(".js"))) {
        const text = await readFile(file(name), "utf8");
        for (const [, wanted] of text.matchAll(/(?:from |URL\()"(?:\.\/)?([^"]+)"/g)) {
            assert.ok(files.includes(wanted), `${name} wants ${wanted}`);
        }
    }
});

test("without a worker the library answers in this thread", async () => {
    const { load } = await import(file("index.js"));
    const news = [];
    const ask = await load(await readFile(file("papergames.wasm")), (one) => news.push(one));
    const view = ask({ do: "open", game: "sos", text: ".../.../...:1:0-0 Sa1" });
    assert.equal(view.status, "Second to move");
    const { headline } = ask({ do: "study", game: "sprouts", text: "3+", milliseconds: 2_000 });
    assert.equal(headline, "First wins with the right move. Proved.");
    assert.ok(news.some((one) => one.judged));
    assert.throws(() => ask({ do: "play", move: "Xa1" }), /is not a move/);
});

test("the module draws what the library draws elsewhere, to the last digit", async () => {
    const { load } = await import(file("index.js"));
    const ask = await load(await readFile(file("papergames.wasm")));
    const lines = (await readFile(new URL("boards.txt", import.meta.url), "utf8")).trim().split("\n");
    assert.equal(lines.length, 5);
    for (const line of lines) {
        const { game, text, board } = JSON.parse(line);
        assert.deepEqual(ask({ do: "open", game, text }).board, board, text);
    }
});

test("a board that is shown takes no input", async () => {
    const page = await open();
    const board = page.locator("papergames-board").first();
    await board.locator(".line").first().waitFor({ state: "attached" });
    assert.equal(await board.locator(".line").count(), 6);
    assert.equal(await board.locator('.spot[role="button"]').count(), 0);
    assert.equal(await board.evaluate((node) => node.record), "5+ 1-2 3-4 1-3");
    await board.evaluate((node) => (node.position = "2+ 1-2"));
    await page.waitForFunction(() => document.querySelector("papergames-board").record === "2+ 1-2");
    await board.evaluate((node) => (node.position = "2+ 1-9"));
    await page.waitForFunction(() =>
        /there is no spot 9/.test(
            document.querySelector("papergames-board").shadowRoot.getElementById("say").textContent,
        ),
    );
    assert.deepEqual(page.complaints, []);
    await page.close();
});

test("a game is drawn by hand, the machine answers, and the page hears of the moves", async () => {
    const page = await open();
    const board = page.locator("#play");
    await board.evaluate((node) => {
        window.moves = [];
        node.addEventListener("move", ({ detail }) => window.moves.push(detail));
        node.scrollIntoView();
    });
    await board.locator(".drawing.active").waitFor();
    const place = async (name) => {
        const { x, y, width, height } = await board.locator(`.spot[data-name="${name}"] .body`).boundingBox();
        return [x + width / 2, y + height / 2];
    };
    await page.mouse.move(...(await place(1)));
    await page.mouse.down();
    await page.mouse.move(...(await place(2)), { steps: 8 });
    await page.mouse.up();
    await page.waitForFunction(() => window.moves.length === 2);
    const [mine, its] = await page.evaluate(() => window.moves);
    assert.deepEqual([mine.move, mine.player, its.player], ["1-2", 0, 1]);
    assert.match(mine.words, /^Join/);
    await board.evaluate((node) => node.undo());
    await page.waitForFunction(() => document.getElementById("play").position === "3+");
    const refused = await board.evaluate((node) => node.play("7-7").catch((error) => error.message));
    assert.match(refused, /spot/);
    assert.deepEqual(page.complaints, []);
    await page.close();
});

test("a board that analyses values every move", async () => {
    const page = await open();
    const board = page.locator("#analyse");
    await page.waitForFunction(
        () => /Proved|proof/.test(document.getElementById("analyse").shadowRoot.getElementById("say").textContent),
        null,
        { timeout: 30_000 },
    );
    assert.ok((await board.locator("#values li").count()) >= 3);
    await board.locator("#values button").first().click();
    await page.waitForFunction(() => document.getElementById("analyse").record.split(" ").length === 3);
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/element.png`, fullPage: true });
    assert.deepEqual(page.complaints, []);
    await page.close();
});
