// A challenge: what is handed over, and what a friend sees.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { test } from "node:test";
import { packed, read, unpacked, writeDare } from "../address.js";
import { close, grown, open, record, said, shot, status, until, visit } from "./player.js";

const ADDRESS = "https://papergames.example.org/";
const LOST = { game: "sprouts", record: "2+ 1-2 1-2 1-2! 3-4!", seats: "2,you", id: "x" };
const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"], viewport: { width: 390, height: 844 } };
// Two games of twelve spots between machines.
const TWELVE = [
    "12+ 10-10[2,3,5,7,8,9,12] 10!-13![2,3,5,7,8] 7-14! 3-3[7] 5-5[8] 3-16 6-11 5!-8 6-6[4,7] 19-21[1] 8-8 9-12 " +
        "12-24[7] 20-23 7-7[3] 12!-25! 11-22![1] 11!-29! 4-4 2-18 17-32 1-30 4-31[1] 1-1 15!-27! 2-2 34-36 33-38 " +
        "9-28! 9-41",
    "12+ 10-10[2,3,5,7,8,9,12] 10!-13![2,3,5,7,8] 1-1[6] 1-15[11] 7-14! 7-17[3,8] 4-4[7] 9-12 12-20! 9-21[7] 3-7! " +
        "8-23! 4!-19![3] 2-18 2-2[5] 3-24! 6-6 9!-22! 3-28 8-31 11-16! 5-5 5-27 11-33 6-29 8!-32! 11-36 34-35 12-30!",
];

// The page as it is built with a public address.
const publish = (page) =>
    page.evaluate((href) => {
        const link = document.createElement("link");
        Object.assign(link, { rel: "canonical", href });
        document.head.append(link);
    }, ADDRESS);

// What was copied: the text, and the picture with its size.
const copied = (page) =>
    page.evaluate(async () => {
        const [item] = await navigator.clipboard.read();
        const text = await (await item.getType("text/plain")).text();
        const picture = await item.getType("image/png");
        const { width, height } = await createImageBitmap(picture);
        return { text, width, height, bytes: [...new Uint8Array(await picture.arrayBuffer())] };
    });

test("a challenge has a picture with a line, and a short link; a friend sees it grow and plays the same", async () => {
    const page = await open("sprouts", "3+", "you,you", CLIPBOARD);
    await visit(page, LOST);
    await page.locator("#over").waitFor();
    assert.equal(await page.textContent("#result"), "You win.");
    await page.click("#share");
    await said(page, /record are copied.*There is no link, because this copy of the page has no public address/);
    const bare = await copied(page);
    assert.equal(bare.text, `I won in 4 lines. Your turn. ${LOST.record}`);
    await publish(page);
    await page.click("#share");
    await said(page, /picture and the link are copied/);
    const { text, width, height, bytes } = await copied(page);
    assert.match(
        text,
        /^I won in 4 lines\. Your turn\. https:\/\/papergames\.example\.org\/#dare\/sprouts\/2%2B\/2,you\//,
    );
    assert.equal(width, 1200);
    assert.equal(height, bare.height + 76, "with a line for the address");
    if (process.env.PICTURES) await writeFile(`${process.env.PICTURES}/challenge.png`, Buffer.from(bytes));
    // By the sheet of a phone.
    await page.evaluate(() => {
        navigator.canShare = () => true;
        navigator.share = async (parts) => (window.shared = parts);
    });
    await page.click("#share");
    await page.waitForFunction(() => window.shared);
    const [name, type, told] = await page.evaluate(() => {
        const { files, text } = window.shared;
        return [files[0].name, files[0].type, text];
    });
    assert.deepEqual([name, type, told], ["sprouts.png", "image/png", text]);
    await close(page);

    const friend = await open("sprouts", "3+", "you,you", CLIPBOARD);
    await friend.evaluate((hash) => (location.hash = hash), text.split("#")[1]);
    await until(friend, "Your friend's game");
    await shot(friend, "challenge-grows");
    await friend.locator("#over").waitFor();
    await shot(friend, "challenge-over");
    assert.equal(await friend.textContent("#result"), "Your friend won in 4 lines.");
    assert.equal(await friend.textContent("#rematch"), "your turn");
    await friend.reload();
    await friend.locator("#over").waitFor();
    assert.equal(await friend.textContent("#result"), "Your friend won in 4 lines.");
    await friend.click("#rematch");
    // The machine begins, as it did for the friend.
    await until(friend, "Your turn");
    assert.match(await record(friend), /^2\+ \S+$/);
    assert.equal(await friend.textContent("#seats"), "machine, easyyou");
    await close(friend);
});

test("a game that goes on is handed over with its seat", async () => {
    const page = await open("sos", "3x3", "you,you", CLIPBOARD);
    const hash = writeDare({ game: "sos", record: ".../.../...:1:0-0 Sa1 Ob1", seats: "you,1", id: null });
    await page.evaluate((hash) => (location.hash = hash), hash);
    await until(page, "Your turn");
    await grown(page, 2);
    assert.equal(await page.textContent("#seats"), "you 0machine, beginner 0");
    await said(page, /A friend left you this game/);
    // A friend who has never played sees how.
    const friend = await open("sprouts", "3+", "you,you", { reducedMotion: "no-preference" });
    await friend.evaluate((hash) => (location.hash = hash), hash);
    await said(friend, /A friend left you this game/);
    await friend.locator(".letters .pencil").waitFor();
    await said(friend, /^Write S or O/);
    await close(friend);
    // A link that was cut.
    await page.evaluate(() => (location.hash = "dare/sprouts/5%2B/you,2/AB9"));
    await said(page, /could not be read/);
    assert.match(await status(page), /^Your turn/);
    await close(page);
});

test("a game of twelve spots has an address of at most 300 characters, and is read again", () => {
    for (const game of TWELVE) {
        const hash = writeDare({ game: "sprouts", record: game, seats: "you,2", resigned: 1, id: null });
        assert.ok(`${ADDRESS}#${hash}`.length <= 300, `${hash.length}`);
        const dare = { game: "sprouts", record: game, seats: ["you", "2"], resigned: 1 };
        assert.deepEqual(read(hash), { dare });
    }
    for (const text of ["", "1-2", "1-2 3-4", "0123456789-[],!"]) assert.equal(unpacked(packed(text)), text);
    assert.equal(packed("1a-2b"), null);
    for (const record of ["2+ 1a-2b[3] 1c-3d", ".../.../...:1:0-0 Sa1 Ob1"]) {
        assert.equal(read(writeDare({ game: "brussels", record, seats: "you,2", id: null })).dare.record, record);
    }
    for (const hash of ["dare/", "dare/chess/5/you/AA", "dare/sprouts/%E0%A4%A/you,2/AA", "dare/sprouts/5/you/A"]) {
        assert.equal(read(hash), null, hash);
    }
});
