// Texts, screens, keys and fingers in a real browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, close, draw, grown, open, panel, put, record, shot, spots, status, until, wave } from "./player.js";

test("records of the notation documents are pasted, and refused with a reason", async () => {
    const page = await open("sprouts", "3+");
    await panel(page, "text");
    const read = async (text, format = "") => {
        await page.selectOption("#format", format);
        await page.fill("#text", text);
        await page.evaluate(() => {
            document.getElementById("text-say").textContent = "";
        });
        await page.click("#read");
        await page.waitForFunction(() => document.getElementById("text-say").textContent !== "");
        return page.textContent("#text-say");
    };
    // The notation identifies the game if it can.
    for (const [text, answer] of [
        ["2+ 1-2 1-2 1-2! 3-4!", "Read: Sprouts, 4 moves."],
        ["2+ (Conway* - Paterson) 1(3)2 1(4)2 1(5)4 2(6)3 II", "Read: Sprouts, 4 moves."],
        ["5+ 1(6)2 3(7)4", "Read: Sprouts, 2 moves."],
        ["2+:1a-1c[2] 1a-2b", "Read: Brussels Sprouts, 1 move."],
        [
            "3-               # three crosses, misère\n1. 2c-2a[3]      # a loop at cross 2\n2. 1b-2d",
            "Read: Brussels Sprouts, 2 moves.",
        ],
        ["3x3 general 2 players\nSa1 Ob1 Sc1+", "Read: SOS, 3 moves."],
        [".../.../...:1:0-0 Sa1 Ob1 Sc1", "Read: SOS, 3 moves."],
        ["h11\nh10-h12\nh13\nh12-h14\n", "Read: Phutball, 4 moves."],
        ["H11 E H13 E", "Read: Phutball, 4 moves."],
    ]) {
        assert.equal(await read(text), answer);
    }
    await read("2+ 1-2");
    assert.match(await read("2+ 1-2 1-9"), /the position has spots 1 to 3/);
    // What a person has typed stays; without it, the game is written here.
    await page.selectOption("#format", "wgosa");
    assert.equal(await page.inputValue("#text"), "2+ 1-2 1-9");
    await page.fill("#text", "");
    await page.selectOption("#format", "");
    await page.waitForFunction(() => document.getElementById("text").value === "2+ 1-2\n");
    await page.selectOption("#format", "wgosa");
    await page.waitForFunction(() => document.getElementById("text").value === "2+ 1(3)2\n");
    await page.setInputFiles("#file", {
        name: "game.txt",
        mimeType: "text/plain",
        buffer: Buffer.from("2+ 1(3)2 1(4)2"),
    });
    await page.waitForFunction(() => document.getElementById("text-say").textContent === "Read: Sprouts, 2 moves.");
    const saved = page.waitForEvent("download");
    await page.click("#save");
    assert.equal((await saved).suggestedFilename(), "sprouts.txt");
    await close(page);
});

test("hostile texts stay texts, in every field and in the address", async () => {
    const evil = '<img src=x onerror="document.title=1"><script>document.title=1</script>"\'`${1}';
    const page = await open("sprouts", `3+ ${evil}`);
    await page.waitForFunction(() => /could not be read/.test(document.getElementById("say").textContent));
    await panel(page, "text");
    await page.fill("#text", evil);
    await page.click("#read");
    await page.waitForFunction(() => document.getElementById("text-say").textContent.length > 5);
    await panel(page, "moves");
    await page.fill("#filter", evil);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => /is not a move/.test(document.getElementById("say").textContent));
    for (const game of ["brussels", "sos", "phutball", "sprouts"]) {
        await begin(page, game);
        await panel(page, "setup");
        await page.fill("#size", evil);
        await page.click("#start");
        await page.waitForFunction(() => document.getElementById("setup-say").textContent.length > 5);
        assert.ok(await page.isVisible("#setup-panel"));
    }
    assert.equal(await page.locator("main img, main script, aside img, aside script").count(), 0);
    assert.match(await page.title(), /Sprouts/);
    await close(page);
});

test("texts that are huge, broken, deep or no text are answered with a sentence", async () => {
    const page = await open("phutball", undefined);
    await panel(page, "text");
    const nul = String.fromCharCode(0);
    for (const text of [
        "1-2 ".repeat(300_000),
        `3+ ${"1-2 ".repeat(200_000)}`,
        `3+${nul} 1-2`,
        "(;".repeat(100_000),
        "[".repeat(200_000),
        "1(".repeat(100_000),
        "9".repeat(100_000),
        `${"100+\n".repeat(50_000)}x`,
        "\ud800\u202e",
    ]) {
        await page.evaluate((text) => {
            document.getElementById("text").value = text;
            document.getElementById("text-say").textContent = "";
        }, text);
        await page.click("#read");
        await page.waitForFunction(() => document.getElementById("text-say").textContent !== "");
        assert.match(await page.textContent("#text-say"), /^[A-Z].{10,400}$/, text.slice(0, 20));
    }
    await page.setInputFiles("#file", {
        name: "noise.bin",
        mimeType: "application/octet-stream",
        buffer: Buffer.from(Array.from({ length: 5_000 }, (_, i) => (i * 131) % 256)),
    });
    await page.waitForFunction(() => /expected/i.test(document.getElementById("text-say").textContent));
    await close(page);
    for (const hash of [
        "game=sprouts&record=3%2B:1;1;1",
        "game=sos&record=%00",
        "game=toString&record=3%2B",
        "game=sprouts&record=3%2B%201-2&at=1e99&seats=9,<b>&resigned=77",
        `game=sprouts&record=${"3%2B".repeat(20_000)}`,
        "%%%",
        `game=phutball&record=${"(".repeat(50_000)}`,
    ]) {
        const page = await open("sprouts", "2+");
        await page.evaluate((hash) => {
            location.hash = hash;
        }, hash);
        await page.waitForFunction(
            () =>
                /^Your turn|to move/.test(document.getElementById("status").textContent) &&
                new URLSearchParams(location.hash.slice(1)).get("record") !== "2+",
        );
        assert.match(await page.textContent("#say"), /^(|[A-Z].{10,600})$/, hash.slice(0, 60));
        await close(page);
    }
});

test("reloading restores the game, the players and the position shown", async () => {
    const page = await open("sprouts", "3+ 1-2 1-1", "you,4");
    await panel(page, "record");
    await page.locator("#record button").nth(1).click();
    await page.waitForFunction(() => location.hash.includes("at=1"));
    const hash = await page.evaluate(() => location.hash);
    await page.reload();
    await page.locator("#board svg").waitFor();
    assert.equal(await page.evaluate(() => location.hash), hash);
    assert.equal(await page.locator("#record li").count(), 3);
    assert.equal(await page.locator('#record [aria-current="step"]').textContent(), "1-2");
    assert.equal(await page.inputValue("#seat-1"), "4");
    await close(page);
});

test("analysis is proved, marked, and can be stopped", async () => {
    const page = await open("sprouts", "4+", "you,you");
    await panel(page, "analysis");
    await page.click("#analyse");
    await page.locator("#analysis .headline", { hasText: "First wins with the right move. Proved." }).waitFor();
    assert.equal(await page.locator("#lands li").count(), 1);
    await close(page);

    // Two lands side by side, each with a small picture that is shown on the board.
    const apart = await open("sprouts", "4+ 1-2 1-2[3] 5-6![3] 1-2!", "you,you");
    await panel(apart, "analysis");
    await apart.click("#analyse");
    await apart.locator("#analysis .headline", { hasText: "Proved." }).waitFor();
    await apart.click("#expert summary");
    assert.match(await apart.textContent("#lands"), /Land 1: spots 3, 7, nimber \*\d.*Land 2: spots 4, 8, nimber \*\d/);
    const fill = await apart
        .locator("#lands .area")
        .first()
        .evaluate((node) => getComputedStyle(node).fill);
    assert.notEqual(fill, "rgb(0, 0, 0)", "a land has the colour of what is picked");
    await apart.locator("#lands button").nth(1).click();
    assert.equal(await apart.locator("#board .area").count(), 1);
    await shot(apart, "analysis");
    await apart.locator("#lands button").nth(1).click();
    assert.equal(await apart.locator("#board .area").count(), 0);
    await close(apart);

    const long = await open("sos", "...../...../...../...../.....:1:0-0", "you,you");
    await panel(long, "analysis");
    await long.click("#analyse");
    await long.waitForFunction(() => /positions/.test(document.getElementById("progress").textContent));
    // The page goes on while the thinker thinks.
    await put(long, "S", "c3");
    await grown(long, 1);
    await long
        .locator("#cancel")
        .click({ timeout: 5_000 })
        .catch(() => {});
    await close(long);
});

test("light, dark and phone", async () => {
    const game = "5+ 1-2 3-4 1-3 5-5";
    for (const [name, options] of [
        ["light", { colorScheme: "light" }],
        ["dark", { colorScheme: "dark" }],
        ["phone", { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }],
        [
            "phone-dark",
            {
                viewport: { width: 360, height: 740 },
                isMobile: true,
                hasTouch: true,
                colorScheme: "dark",
                deviceScaleFactor: 2,
            },
        ],
    ]) {
        for (const [kind, record] of [
            ["sprouts", game],
            ["brussels", "2+ 1a-2b"],
            ["sos", "...../...../...../...../.....:1:0-0 Sa1 Ob1 Sc1 Oc3 Sd4"],
            ["phutball", undefined],
        ]) {
            const page = await open(kind, record, "you,you", options);
            if (!record) {
                await begin(page, "phutball");
                await panel(page, "setup");
                await shot(page, `setup-${name}`);
                await page.click("#start");
                await page.locator(".field").waitFor();
            }
            assert.equal((await page.textContent("#title")).split(" ")[0].toLowerCase(), kind);
            assert.doesNotMatch(await page.textContent("#say"), /could not/);
            // Nothing overflows at the side, not even clipped elements.
            const wide = page.viewportSize().width;
            const beyond = await page
                .locator("body *")
                .evaluateAll(
                    (nodes, wide) =>
                        nodes
                            .filter(
                                (node) => !(node instanceof SVGElement) && node.getBoundingClientRect().right > wide,
                            )
                            .map((node) => node.outerHTML.slice(0, 80)),
                    wide,
                );
            assert.deepEqual(beyond, [], `${kind} ${name}`);
            assert.equal(await page.evaluate(() => scrollY), 0);
            await shot(page, `${kind}-${name}`);
            await close(page);
        }
    }
});

test("lines move without haste where motion is welcome", async () => {
    const page = await open("sprouts", "3+ 1-2", "you,you", { reducedMotion: "no-preference" });
    const at = await spots(page);
    await draw(page, [at[2], at[3]]);
    await grown(page, 2);
    const during = await page.locator(".lines .line.last").first().getAttribute("d");
    await page.waitForFunction(
        (during) => document.querySelector(".lines .line.last").getAttribute("d") !== during,
        during,
    );
    await page.waitForTimeout(700);
    const paths = await page.locator(".lines path").evaluateAll((nodes) => nodes.map((node) => node.getAttribute("d")));
    assert.ok(
        paths.every((path) => path.includes("Q")),
        "in the end the curves are smooth",
    );
    await close(page);
});

test("a line drawn with a finger", async () => {
    const page = await open("sprouts", "3+", "you,you", {
        viewport: { width: 360, height: 740 },
        isMobile: true,
        hasTouch: true,
    });
    const at = await spots(page);
    const client = await page.context().newCDPSession(page);
    const touch = (type, places) =>
        client.send("Input.dispatchTouchEvent", { type, touchPoints: places.map(([x, y]) => ({ x, y })) });
    // A finger is not exact: 12 pixels beside the spots.
    const [a, b] = [at[1], at[2]];
    await touch("touchStart", [[a[0] + 9, a[1] + 8]]);
    for (let i = 1; i <= 12; i++) {
        await touch("touchMove", [[a[0] + 9 + ((b[0] - a[0]) * i) / 12, a[1] + 8 + ((b[1] - a[1]) * i) / 12]]);
    }
    await touch("touchEnd", []);
    await grown(page, 1);
    assert.equal(await record(page), "3+ 1-2");
    await close(page);
});

test("the line that is drawn is the line that stays, and nothing else moves", async () => {
    const page = await open("sprouts", "4+", "you,you");
    const before = await spots(page);
    const way = wave(before[1], before[3], 60);
    await draw(page, way, true, 2);
    await grown(page, 1);
    const after = await spots(page);
    for (const name of [1, 2, 3, 4]) {
        const moved = Math.hypot(after[name][0] - before[name][0], after[name][1] - before[name][1]);
        assert.ok(moved < 1, `spot ${name} moved ${moved} px`);
    }
    const farthest = await page.evaluate((way) => {
        const places = [...document.querySelectorAll(".lines .line.last")].flatMap((path) =>
            Array.from({ length: 101 }, (_, i) => {
                const point = path
                    .getPointAtLength((path.getTotalLength() * i) / 100)
                    .matrixTransform(path.getScreenCTM());
                return [point.x, point.y];
            }),
        );
        const far = ([x, y]) => Math.min(...places.map(([a, b]) => Math.hypot(x - a, y - b)));
        return Math.max(...way.map(far));
    }, way);
    const { width } = await page.locator("#board .paper").boundingBox();
    console.log(`the line is ${farthest.toFixed(1)} px from the pen's way on a board of ${Math.round(width)} px`);
    assert.ok(farthest <= 0.02 * width, `${farthest} px`);
    // The same sheet after a reload, and a smooth change when it is tidied up.
    const lines = () =>
        page.$$eval("#board .line", (nodes) =>
            nodes.flatMap((node) =>
                Array.from({ length: 41 }, (_, i) => node.getPointAtLength((node.getTotalLength() * i) / 40)).map(
                    ({ x, y }) => [x, y],
                ),
            ),
        );
    const drawn = await lines();
    await page.reload();
    await page.locator("#board .line").first().waitFor();
    const again = await lines();
    const off = Math.max(...drawn.map(([x, y], i) => Math.hypot(x - again[i][0], y - again[i][1])));
    assert.ok(off < 2, `after a reload ${off} units off`);
    // A line that was taken back before a reload comes back as it was drawn.
    await page.keyboard.press("Control+z");
    await page.waitForFunction(() => !document.querySelector("#redo").disabled);
    await page.reload();
    await page.locator("#board .spot").first().waitFor();
    await page.click("#redo");
    await page.locator("#board .line").first().waitFor();
    const redone = await lines();
    const astray = Math.max(...again.map(([x, y], i) => Math.hypot(x - redone[i][0], y - redone[i][1])));
    assert.ok(astray < 2, `after undo, a reload and redo ${astray} units off`);
    await panel(page, "settings");
    const first = await page.getAttribute("#board .line", "d");
    await page.click("#tidy");
    await page.waitForFunction((first) => document.querySelector("#board .line").getAttribute("d") !== first, first);
    await close(page);
});

test("on a phone the board stays in sight while one of several lines is chosen", async () => {
    for (const height of [844, 640]) {
        const page = await open("sprouts", "5+ 1-2 1-2[3]", "you,you", {
            viewport: { width: height === 844 ? 390 : 360, height },
            hasTouch: true,
            isMobile: true,
        });
        for (const name of [6, 7]) await page.locator(`#board [data-name="${name}"]`).press("Enter");
        await page.waitForFunction(() => document.activeElement.closest("#moves"));
        const inSight = async (element) => {
            const { y, height: high } = await element.boundingBox();
            assert.ok(y >= -1 && y + high <= height + 1, `from ${y} to ${y + high} of ${height}`);
            return [y, y + high];
        };
        const board = page.locator("#board svg");
        const [, bottom] = await inSight(board);
        await shot(page, `choice-${height}`);
        const [top] = await inSight(page.locator("#moves button").first());
        assert.ok(top >= bottom, `the list begins at ${top}, the board ends at ${bottom}`);
        await page.locator("#moves button").last().scrollIntoViewIfNeeded();
        await inSight(board);
        await page.touchscreen.tap(...(await spots(page))[3]);
        await page.waitForFunction(() => !document.body.classList.contains("choosing"));
        assert.ok(await page.isVisible("#typed"), "all moves are listed again");
        await close(page);
    }
});

// Where the marks of moves that a tap takes are on the screen.
const marks = (page) =>
    page.$$eval("#board .candidate circle", (all) =>
        all.map((node) => node.getBoundingClientRect()).map(({ x, y, width }) => [x + width / 2, y + width / 2]),
    );

test("of several lines between two spots a tap takes one, and a tap elsewhere none", async () => {
    for (const viewport of [
        { width: 1440, height: 900 },
        { width: 390, height: 844 },
    ]) {
        const page = await open("sprouts", "5+ 1-2 1-2[3]", "you,you", { viewport });
        const ask = async () => {
            const at = await spots(page);
            await page.mouse.click(...at[6]);
            await page.locator("#board .picked").first().waitFor();
            await page.mouse.click(...at[7]);
            await page.waitForFunction(() => /^Which line/.test(document.getElementById("say").textContent));
            return marks(page);
        };
        const offered = await ask();
        assert.ok(offered.length > 1 && offered.length <= 6, `${offered.length} lines`);
        await shot(page, `lines-${viewport.width}`);
        // A paper larger than the window is zoomed when a phone turns.
        const size = () => [document.documentElement.scrollWidth, document.documentElement.scrollHeight];
        assert.deepEqual(await page.evaluate(size), [viewport.width, viewport.height]);
        const gap = ([x, y], [a, b]) => Math.hypot(a - x, b - y);
        assert.ok(offered.every((mark, i) => offered.every((other, k) => i === k || gap(mark, other) > 14)));
        await page.mouse.click(viewport.width - 60, 130);
        await page.waitForFunction(() => !document.querySelector("#board .candidate"));
        assert.ok(await page.isHidden("#say.refused"));
        const again = await ask();
        await page.mouse.click(...again.at(-1));
        await grown(page, 3);
        assert.match(await record(page), / 6!?-7/);
        assert.ok(await page.isHidden("#drawer"));
        assert.equal((await marks(page)).length, 0);
        await close(page);
    }
});

test("the two ends of a hint are the move of the hint", async () => {
    const page = await open("sprouts", "5+ 1-2 1-2[3]", "you,you");
    await page.click("#hint");
    await page.waitForFunction(() => /^Hint/.test(document.getElementById("say").textContent));
    const hinted = await page.$$eval("#board .ghost path", (all) => all.map((path) => path.getAttribute("d")));
    const ends = (await page.textContent("#say")).match(/\d+/g).slice(0, 2);
    const at = await spots(page);
    await page.mouse.click(...at[ends[0]]);
    await page.locator("#board .picked").first().waitFor();
    await page.mouse.click(...at[ends.at(-1)]);
    await grown(page, 3);
    assert.equal(hinted.length, 2);
    assert.equal(await page.locator("#board .candidate").count(), 0);
    await close(page);
});

test("of several lines only these are listed for the keyboard, and the list closes after the choice", async () => {
    const page = await open("sprouts", "5+ 1-2 1-2[3]", "you,you");
    for (const name of [6, 7]) await page.locator(`#board [data-name="${name}"]`).press("Enter");
    await page.waitForFunction(() => document.activeElement.closest("#moves"));
    const listed = await page.locator("#moves code").allTextContents();
    assert.ok(listed.length > 1 && listed.every((text) => /^(6!?-7|7!?-6)/.test(text)), listed.join());
    await page.locator("#board .ghost path").first().waitFor();
    const first = await page.locator("#board .ghost path").first().getAttribute("d");
    await page.locator("#moves button").nth(1).hover();
    await page.waitForFunction((first) => document.querySelector(".ghost path")?.getAttribute("d") !== first, first);
    await page.locator("#moves button").first().click();
    await grown(page, 3);
    await page.locator("#drawer").waitFor({ state: "hidden" });
    await close(page);
});

test("a running game is not ended by accident, and Back leads to it", async () => {
    const page = await open("sprouts", "3+ 1-2", "you,you");
    await begin(page, "brussels");
    await page.waitForFunction(() => document.getElementById("title").textContent === "Brussels Sprouts");
    await page.goBack();
    await page.waitForFunction(() => document.getElementById("title").textContent === "Sprouts");
    assert.equal(await record(page), "3+ 1-2");
    // It is in the list of games, too.
    await page.goForward();
    await page.waitForFunction(() => document.getElementById("title").textContent === "Brussels Sprouts");
    await panel(page, "games");
    await page.locator("#kept button", { hasText: "Sprouts, 3 spots, two people here, 1 move: " }).first().click();
    await page.waitForFunction(() => document.getElementById("title").textContent === "Sprouts");
    await page.locator("#drawer").waitFor({ state: "hidden" });
    assert.equal(await record(page), "3+ 1-2");
    await close(page);
});

test("the end of a game has a screen, and a rematch changes the seats", async () => {
    const page = await open("brussels", "1+", "you,1");
    for (let moves = 1; !(await status(page)).includes("win"); moves++) {
        await until(page, "Your turn");
        await panel(page, "moves");
        await page.locator("#moves button").first().click();
        await page.waitForFunction((n) => document.querySelectorAll("#record li").length > n, 2 * moves - 1);
        await page.waitForFunction(() => /Your turn|win/.test(document.getElementById("status").textContent));
    }
    await page.locator("#over").waitFor();
    assert.match(await page.textContent("#result"), /^You win\.$/);
    assert.match(await page.getAttribute("#board svg", "aria-label"), /Brussels Sprouts\. You win\.$/);
    await shot(page, "over");
    await page.click("#rematch");
    await page.waitForFunction(() => document.getElementById("seat-0").value === "1");
    assert.equal(await page.inputValue("#seat-1"), "you");
    await until(page, "Your turn");
    await close(page);
});

test("the result is told in the names on the cards", async () => {
    const ended = async (game, record, seats, words, resigned = "") => {
        const page = await open(game, undefined);
        await page.evaluate((hash) => (location.hash = hash), new URLSearchParams({ game, record, seats }) + resigned);
        await page.waitForFunction((words) => document.getElementById("status").textContent === words, words);
        await close(page);
    };
    await ended("sprouts", "1+ 1-1 1-2", "you,1", "The machine wins");
    await ended("sprouts", "1+ 1-1 1-2", "1,you", "You win");
    await ended("sprouts", "1+ 1-1 1-2", "you,you", "Second wins");
    await ended("sprouts", "1+ 1-1 1-2", "1,1", "Second wins");
    await ended("sprouts", "3+", "you,you", "First resigned. Second wins", "&resigned=0");
    await ended("sprouts", "3+", "1,you", "The machine resigned. You win", "&resigned=0");
    await ended("sos", "...:1:0-0 Sa1 Ob1 Sc1", "you,1", "You win");
    await ended("sos", "...:1:0-0 Sa1 Ob1 Oc1", "you,1", "Draw");
    await ended("phutball", "1x5 a3 a1 N", "1,you", "The machine wins");
});

test("Escape, Ctrl+Z and the arrow keys", async () => {
    const page = await open("sprouts", "3+ 1-2 1-1", "you,you");
    const at = (n) =>
        page.waitForFunction((n) => document.querySelector('#record [aria-current="step"]').textContent === n, n);
    await page.keyboard.press("Control+z");
    await at("1-2");
    await page.keyboard.press("Control+y");
    await at("1-1");
    await page.keyboard.press("Home");
    await at("start");
    await page.keyboard.press("ArrowRight");
    await at("1-2");
    const place = await spots(page);
    await page.mouse.move(...place[3]);
    await page.mouse.down();
    await page.mouse.move(place[3][0] + 40, place[3][1] + 5, { steps: 5 });
    await page.waitForFunction(() => document.querySelector(".pen").getAttribute("d"));
    await page.keyboard.press("Escape");
    assert.equal(await page.locator(".pen").getAttribute("d"), null);
    await page.mouse.up();
    await close(page);
});

test("what cannot be done now is answered", async () => {
    const page = await open("sos", ".../.../...:1:0-0 Sa1", "you,you");
    await page.click('.cell[data-name="a1"]');
    await page.waitForFunction(() =>
        /^There is a letter on a1 already/.test(document.getElementById("say").textContent),
    );
    await close(page);
    const waiting = await open("sprouts", "40+", "5,you");
    const at = await spots(waiting);
    await draw(waiting, [at[1], at[2]]);
    await waiting.waitForFunction(() => /machine/.test(document.getElementById("say").textContent));
    await waiting.click("#halt");
    await close(waiting);
});

test("the board comes first on every screen, and nothing shifts", async () => {
    for (const [name, viewport, least] of [
        ["desktop", { width: 1280, height: 800 }, 700],
        ["phone", { width: 390, height: 844 }, 340],
        ["side", { width: 844, height: 390 }, 350],
    ]) {
        const page = await open("sprouts", "3+", "you,1", { viewport, reducedMotion: "no-preference" });
        await page.evaluate(() => {
            window.shift = 0;
            const add = (list) =>
                list.getEntries().forEach((entry) => {
                    if (!entry.hadRecentInput) window.shift += entry.value;
                });
            new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
        });
        const box = await page.locator("#board svg").boundingBox();
        assert.ok(box.width >= least && box.y + box.height <= viewport.height, `${name}: ${JSON.stringify(box)}`);
        const at = await spots(page);
        await draw(page, [at[1], at[2]]);
        await until(page, "Your turn");
        await page.waitForTimeout(1_000);
        const shift = await page.evaluate(() => window.shift);
        console.log(`${name}: board ${Math.round(box.width)} px, layout shift ${shift.toFixed(4)}`);
        assert.ok(shift < 0.02, `${name} ${shift}`);
        await shot(page, `first-${name}`);
        await close(page);
    }
});
