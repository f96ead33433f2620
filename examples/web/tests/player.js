// A person at the page: opens it, looks, draws, and says what should not be there.

import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { after, before } from "node:test";
import { browse, serve } from "./site.js";

let site;
let browser;
const pictures = process.env.PICTURES;

before(async () => {
    site = await serve();
    browser = await browse();
    if (pictures) await mkdir(pictures, { recursive: true });
});
after(async () => {
    await browser?.close();
    site?.close();
});

// Opens a page with a game in its address, and checks that it reports no errors and contacts no other server.
export async function open(game, record, seats = "you,you", options = {}) {
    const context = await browser.newContext({
        viewport: { width: 1100, height: 850 },
        reducedMotion: "reduce",
        ...options,
    });
    const page = await context.newPage();
    page.complaints = [];
    page.on("console", (message) => {
        // Playwright warns of what a test asked for.
        const isAsked = options.serviceWorkers === "block" && message.text().includes("blocked by Playwright");
        if (["error", "warning"].includes(message.type()) && !isAsked) page.complaints.push(message.text());
    });
    page.on("pageerror", (error) => page.complaints.push(error.message));
    page.on(
        "request",
        (request) =>
            request.url().startsWith(site.address) ||
            request.url().startsWith("data:") ||
            request.url().startsWith("blob:") ||
            page.complaints.push(`asked ${request.url()}`),
    );
    page.on("dialog", (dialog) => page.complaints.push(`dialog ${dialog.message()}`));
    const hash = record === undefined ? "" : `#${new URLSearchParams({ game, record, seats })}`;
    await page.goto(site.address + hash);
    await page.locator("#board svg").waitFor();
    return page;
}

export const status = (page) => page.textContent("#status");
export const record = (page) => page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get("record"));
export const until = (page, text) =>
    page.waitForFunction((text) => document.getElementById("status").textContent.includes(text), text);

export async function close(page) {
    assert.deepEqual(page.complaints, []);
    await page.context().close();
}

export async function shot(page, name) {
    if (pictures) await page.screenshot({ path: `${pictures}/${name}.png` });
}

// A finger on the screen of a page that was opened with `hasTouch`, through the browser's own protocol. It follows
// places, of which two in a row are as many steps apart as `steps` says.
export async function finger(page) {
    const touch = await page.context().newCDPSession(page);
    const send = (type, touchPoints) => touch.send("Input.dispatchTouchEvent", { type, touchPoints });
    const put = (type, [x, y]) => send(type, [{ x, y, id: 1 }]);
    return async (places, steps = 4) => {
        const sent = [put("touchStart", places[0])];
        for (let i = 1; i < places.length; i++) {
            for (let k = 1; k <= steps; k++) sent.push(put("touchMove", onTheWay(places[i - 1], places[i], k / steps)));
        }
        await Promise.all([...sent, send("touchEnd", [])]);
        // What the press does reaches the board after an answer of the library, and its click comes after that.
        await page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(done), 15)));
    };
}

// Where spots are on the screen, by their names.
export async function spots(page) {
    // In one step, so that no node is of an older board.
    const found = await page.evaluate(() =>
        [...document.querySelectorAll("#board .spot")].map((node) => {
            const box = node.querySelector(".body").getBoundingClientRect();
            return [node.dataset.name, [box.x + box.width / 2, box.y + box.height / 2]];
        }),
    );
    return Object.fromEntries(found);
}

// Presses the pen on the first place and lifts it on the last.
export async function draw(page, places, lift = true, steps = 8) {
    await page.mouse.move(...places[0]);
    await page.mouse.down();
    for (let i = 1; i < places.length; i++) {
        await page.mouse.move(...places[i], { steps });
    }
    if (lift) await page.mouse.up();
}

export const grown = (page, moves) =>
    page.waitForFunction((moves) => document.querySelectorAll("#record li").length === moves + 1, moves);

// Numbers from 0 to 1 that are the same in every run (mulberry32).
export function numbers(seed) {
    return () => {
        seed = (seed + 0x6d2b79f5) | 0;
        let x = Math.imul(seed ^ (seed >>> 15), 1 | seed);
        x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
        return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
    };
}

export const onTheWay = (a, b, t) => a.map((x, i) => x + (b[i] - x) * t);

// The points of a pen's path from a to b, in an S of the given width.
export const wave = (a, b, wide) =>
    Array.from({ length: 41 }, (_, i) => {
        const t = i / 40;
        const [x, y] = onTheWay(a, b, t);
        const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
        const off = (wide * Math.sin(2 * Math.PI * t)) / length;
        return [x - (b[1] - a[1]) * off, y + (b[0] - a[0]) * off];
    });

// Opens the drawer at its first part.
async function toMenu(page) {
    if (!(await page.isVisible("#drawer"))) await page.click("#menu");
    while (await page.isVisible("#back")) await page.click("#back");
}

// Opens a part of the drawer.
export async function panel(page, name) {
    if (await page.isVisible(`#${name}-panel`)) return;
    await toMenu(page);
    if (!(await page.isVisible(`#tab-${name}`))) await page.click("#tab-more");
    await page.click(`#tab-${name}`);
    await page.locator(`#${name}-panel`).waitFor();
}

// Closes the drawer.
export async function shut(page) {
    if (await page.isVisible("#drawer")) await page.click("#close-drawer");
}

// Begins a game by its drawing in the drawer.
export async function begin(page, game) {
    await toMenu(page);
    await page.click(`#new [value="${game}"]`);
    await page.locator("#drawer").waitFor({ state: "hidden" });
}

// Begins a game of another size, by other players or rules.
export async function setUp(page, game, fields = {}) {
    await begin(page, game);
    await panel(page, "setup");
    for (const [id, value] of Object.entries(fields)) {
        if (id.startsWith("new-seat")) await page.selectOption(`#${id}`, value);
        else await page.fill(`#${id}`, value);
    }
    await page.click("#start");
    await page.locator("#drawer").waitFor({ state: "hidden" });
}

// Writes a letter in a square, by a press and a choice.
export async function put(page, letter, name) {
    await page.click(`.cell[data-name="${name}"]`);
    await page.click(`.offers [aria-label="Write ${letter} on ${name}"]`);
}

// The middle of a cell and its side, on the screen.
export async function square(page, name) {
    const { x, y, width, height } = await page.locator(`.cell[data-name="${name}"] rect`).first().boundingBox();
    return { x: x + width / 2, y: y + height / 2, side: width };
}

export const said = (page, pattern) =>
    page.waitForFunction((text) => new RegExp(text).test(document.getElementById("say").textContent), pattern.source);

// Whether any of these parts stand over each other.
export const overlaps = (page, ...selectors) =>
    page.evaluate((selectors) => {
        const boxes = selectors
            .map((selector) => [...document.querySelectorAll(selector)].map((node) => node.getBoundingClientRect()))
            .map((all) => all.filter(({ width, height }) => width > 1 && height > 1));
        const isOver = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
        return boxes.some((some, i) =>
            boxes.slice(i + 1).some((other) => some.some((a) => other.some((b) => isOver(a, b)))),
        );
    }, selectors);

// Goes to another address of the page.
export const visit = (page, hash) =>
    page.evaluate((hash) => (location.hash = hash), new URLSearchParams(hash).toString());

// A desktop, a tablet and a phone.
export const SIZES = [
    { width: 1440, height: 900 },
    { width: 768, height: 1024 },
    { width: 390, height: 844 },
];
