// Whole games in a real browser: by pointer, by keyboard, by hand. Needs the built page; see README.md.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import {
    begin,
    close,
    draw,
    grown,
    numbers,
    onTheWay,
    open,
    panel,
    put,
    record,
    setUp,
    shot,
    spots,
    status,
    until,
    wave,
} from "./player.js";
import { page as folder } from "./site.js";

const gzip = promisify(execFile);
const BYTES = { encoding: "buffer", maxBuffer: 4 << 20 };

const TARGET = new URL("../../../target/web/wasm32-unknown-unknown/release/", import.meta.url);
const PLAIN = process.env.PLAIN ?? fileURLToPath(new URL("papergames_web.blank.wasm", TARGET));

test("what a browser loads is at most 716 kB compressed", async () => {
    // The licence of the letters is beside them, for people.
    const files = (await readdir(folder)).filter((name) => !name.endsWith(".txt"));
    const sizes = await Promise.all(
        files.map(async (name) => [name, (await gzip("gzip", ["-9c", `${folder}/${name}`], BYTES)).stdout.length]),
    );
    const module = sizes.find(([name]) => name.endsWith(".wasm"))[1];
    const all = sizes.reduce((sum, [, size]) => sum + size, 0);
    console.log(`${files.length} files: the module has ${module} bytes compressed, the others ${all - module}`);
    assert.ok(all <= 716_000, `${module} and ${all - module} bytes`);
    // The same for those who build it without `wasm-opt`.
    const plain = (await gzip("gzip", ["-9c", PLAIN], BYTES)).stdout.length;
    console.log(`without wasm-opt: ${plain} and ${all - module} bytes`);
    assert.ok(plain + all - module <= 784_000, `${plain} and ${all - module} bytes`);
});

test("the module does not tell where it was built", async () => {
    const module = await readFile(`${folder}/papergames.wasm`, "latin1");
    for (const place of [homedir(), fileURLToPath(new URL("../../..", import.meta.url))]) {
        assert.ok(!module.includes(place), place);
    }
    assert.ok(!/\w\.rs\b/.test(module), "the names of sources are blank");
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

test("a whole game of Sprouts by hand and by picking spots", async () => {
    const page = await open("sprouts", "2+");
    let at = await spots(page);
    const [a, b] = [at[1], at[2]];
    await draw(page, [a, [a[0] + 140, (a[1] + b[1]) / 2], b]);
    await grown(page, 1);
    assert.equal(await record(page), "2+ 1-2");
    // The others by picking two spots; several lines are offered in words.
    for (let moves = 2; !(await status(page)).includes("wins"); moves++) {
        await panel(page, "moves");
        await page.locator("#moves button").first().waitFor();
        const text = await page.locator("#moves code").first().textContent();
        const [from, to] = text.replace(/\[.*/, "").replaceAll("!", "").split("-");
        at = await spots(page);
        await page.mouse.click(...at[from]);
        await page.locator("#board .picked").first().waitFor();
        await page.mouse.click(...at[to]);
        await page.waitForFunction(
            (moves) =>
                document.querySelectorAll("#record li").length === moves + 1 ||
                /different lines/.test(document.getElementById("say").textContent),
            moves,
        );
        if (/different lines/.test(await page.textContent("#say"))) await page.keyboard.press("Enter");
        await grown(page, moves);
    }
    assert.match(await page.textContent("#theorem"), /spots? survived/);
    await shot(page, "sprouts-over");
    await close(page);
});

test("a whole game of Sprouts by keyboard", async () => {
    const page = await open("sprouts", "2-");
    await page.locator('.spot[tabindex="0"]').focus();
    await page.keyboard.press("Enter");
    await page.locator(".spot.picked").waitFor();
    await page.keyboard.press("ArrowDown");
    assert.equal(await page.evaluate(() => document.activeElement.dataset.name), "2");
    await page.keyboard.press("Enter");
    await grown(page, 1);
    assert.equal(await record(page), "2- 1-2");
    for (let moves = 2; !(await status(page)).includes("wins"); moves++) {
        // The list of moves in words, and the first of them.
        await panel(page, "moves");
        await page.waitForFunction(() => document.querySelector("#moves button"));
        await page.focus("#filter");
        await page.keyboard.press("Tab");
        await page.keyboard.press("Tab");
        assert.match(await page.evaluate(() => document.activeElement.textContent), /^(Join|Loop)/);
        await page.keyboard.press("Enter");
        await grown(page, moves);
        await page.waitForTimeout(50);
    }
    await close(page);
});

// The place on a line nearest to a spot, among those well away from all spots, so that nothing is in between.
const nearestOnLines = (page, name) =>
    page.evaluate((name) => {
        const place = (node) => {
            const box = node.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
        };
        const far = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
        const bodies = [...document.querySelectorAll("#board .spot .body")];
        const radius = bodies[0].getBoundingClientRect().width / 2;
        const spots = bodies.map(place);
        const from = place(document.querySelector(`#board .spot[data-name="${name}"] .body`));
        const places = [...document.querySelectorAll("#board .lines path")]
            .flatMap((path) => {
                const matrix = path.getScreenCTM();
                return Array.from({ length: 200 }, (_, i) => {
                    const point = path.getPointAtLength((path.getTotalLength() * i) / 199).matrixTransform(matrix);
                    return [point.x, point.y];
                });
            })
            .filter((place) => spots.every((spot) => far(spot, place) > 3 * radius));
        return places.reduce((best, place) => (far(from, place) < far(from, best) ? place : best));
    }, name);

test("a stroke that crosses stops, and goes on when the pen goes back", async () => {
    const page = await open("sprouts", "3+ 1-1[3]");
    const at = await spots(page);
    // Whatever the picture: from spot 2 straight at the loop, and on.
    const target = await nearestOnLines(page, 2);
    await draw(page, [at[2], onTheWay(at[2], target, 1.2)], false);
    await page.locator(".pen.blocked").waitFor();
    assert.match(await page.textContent("#say"), /is in the way: go back/);
    const mark = await page.locator(".mark circle").boundingBox();
    assert.ok(
        Math.hypot(mark.x + mark.width / 2 - target[0], mark.y + mark.height / 2 - target[1]) < 8,
        "the cross is where the lines meet",
    );
    await shot(page, "blocked");
    // Back on its own side the pen is free.
    await page.mouse.move(...onTheWay(at[2], target, 0.6), { steps: 10 });
    await page.locator(".pen:not(.blocked)").waitFor();
    await page.mouse.up();
    await page.waitForFunction(() => /has to end|has to leave/.test(document.getElementById("say").textContent));
    assert.equal(await record(page), "3+ 1-1[3]");
    await close(page);
});

test("a stroke around three spots is the loop around them", async () => {
    const page = await open("sprouts", "6+");
    const at = await spots(page);
    const places = Object.values(at);
    const middle = [0, 1].map((i) => places.reduce((sum, place) => sum + place[i], 0) / places.length);
    const angle = (name) => Math.atan2(at[name][1] - middle[1], at[name][0] - middle[0]);
    // The spots in their order around the middle, from spot 1 on.
    const around = Object.keys(at).sort((a, b) => angle(a) - angle(b));
    while (around[0] !== "1") around.push(around.shift());
    const outside = (name, far) => onTheWay(middle, at[name], far);
    // From 1 outside around the next three, and back through the middle.
    const inside = around.slice(1, 4);
    const between = onTheWay(at[around[3]], at[around[4]], 0.5);
    await draw(page, [at[1], outside(1, 1.25), ...inside.map((name) => outside(name, 1.45)), between, middle, at[1]]);
    await grown(page, 1);
    const game = await record(page);
    const sides = [inside, around.slice(4)].map((side) => `6+ 1-1[${side.sort().join()}]`);
    assert.ok(sides.includes(game), `${game} is none of ${sides}`);
    await shot(page, "around-three");
    await close(page);
});

test("a hundred random strokes are each a legal move between their ends or refused with the reason", async () => {
    const start = "4+ 1-2 3-3";
    const page = await open("sprouts", start);
    const box = await page.locator("#board svg").boundingBox();
    const random = numbers(11);
    let [read, refused] = [0, 0];
    for (let i = 0; i < 100; i++) {
        const at = await spots(page);
        const [from, to] = [random(), random()].map((x) => Object.keys(at)[Math.floor(x * Object.keys(at).length)]);
        // Out into the blue, around a little, and to another spot.
        const places = [at[from]];
        for (let bends = from === to ? 2 : Math.floor(random() * 4); bends > 0; bends--) {
            places.push([box.x + box.width * (0.1 + 0.8 * random()), box.y + box.height * (0.1 + 0.8 * random())]);
        }
        places.push(at[to]);
        const before = await record(page);
        await page.evaluate(() => {
            document.getElementById("say").textContent = "";
        });
        await draw(page, places, true, 4);
        // While the pen is down, the page says what is in its way.
        await page.waitForFunction(
            (before) =>
                new URLSearchParams(location.hash.slice(1)).get("record") !== before ||
                /^(?!At spot).*(?<!Go back a little)\.$/.test(document.getElementById("say").textContent),
            before,
        );
        const game = await record(page);
        if (game === before) {
            refused += 1;
        } else {
            const moves = game.slice(before.length + 1);
            assert.ok(game.startsWith(before) && !moves.includes(" "), `${before} became ${game}`);
            const ends = moves.replace(/\[.*/, "").replaceAll("!", "").split("-");
            assert.deepEqual(ends.sort(), [from, to].sort(), `${moves} from ${from} to ${to}`);
            read += 1;
        }
        // A full board makes room for the next strokes.
        if (i % 8 === 7 || (await status(page)).includes("wins")) {
            await page.evaluate((hash) => {
                location.hash = hash;
            }, new URLSearchParams({ game: "sprouts", record: start, seats: "you,you", n: i }).toString());
            await page.waitForFunction(
                (n) => document.querySelectorAll("#record li").length === n,
                start.split(" ").length,
            );
        }
    }
    console.log(`${read} strokes read, ${refused} refused`);
    assert.ok(read >= 15 && refused >= 30, `${read} read, ${refused} refused`);
    await close(page);
});

test("a game of Brussels Sprouts by hand and by keyboard lasts as long as it must", async () => {
    const page = await open("brussels", "1+");
    const at = await spots(page);
    const star = await page.locator("#board .star").first().boundingBox();
    const middle = [star.x + star.width / 2, star.y + star.height / 2];
    // Around the corner between two neighbouring arms.
    const half = at["1a"].map((x, i) => middle[i] + (x - middle[i]) * 1.1 + (at["1b"][i] - middle[i]) * 1.1);
    await draw(page, [at["1a"], half, at["1b"]]);
    await grown(page, 1);
    for (let moves = 2; moves <= 3; moves++) {
        await panel(page, "moves");
        await page.focus("#filter");
        await page.locator("#moves button").first().waitFor();
        const text = await page.locator("#moves code").first().textContent();
        await page.fill("#filter", text);
        await page.keyboard.press("Enter");
        await grown(page, moves);
    }
    assert.match(await status(page), /First wins/);
    await shot(page, "brussels-over");
    await close(page);
});

test("a whole game of SOS by keyboard", async () => {
    const page = await open("sos", ".../.../...:1:0-0");
    await page.locator('.cell[tabindex="0"]').focus();
    const letters = "sosooosos";
    for (let i = 0; i < 9; i++) {
        const [column, row] = [i % 3, Math.floor(i / 3)];
        const name = "abc"[column] + (row + 1);
        const cell = page.locator(`.cell[data-name="${name}"]`);
        // By arrow keys, from the current focus.
        for (let tries = 0; tries < 12; tries++) {
            const here = await page.evaluate(() => document.activeElement.dataset.name);
            if (here === name) break;
            const key =
                here[1] < name[1]
                    ? "ArrowDown"
                    : here[1] > name[1]
                      ? "ArrowUp"
                      : here[0] < name[0]
                        ? "ArrowRight"
                        : "ArrowLeft";
            await page.keyboard.press(key);
        }
        assert.match(await cell.getAttribute("aria-label"), /empty/);
        await page.keyboard.press(letters[i]);
        await grown(page, i + 1);
    }
    assert.match(await status(page), /wins|Draw/);
    await shot(page, "sos-over");
    await close(page);
});

test("SOS by pointer, undo and redo, and a hint", async () => {
    const page = await open("sos", ".../.../...:1:0-0");
    await put(page, "S", "b2");
    await grown(page, 1);
    await put(page, "O", "a1");
    await grown(page, 2);
    await page.click("#undo");
    await page.waitForFunction(() =>
        document.querySelector('.cell[data-name="a1"]').getAttribute("aria-label").includes("empty"),
    );
    await page.click("#redo");
    await page.waitForFunction(
        () => !document.querySelector('.cell[data-name="a1"]').getAttribute("aria-label").includes("empty"),
    );
    await page.click("#hint");
    await page.waitForFunction(() => /^Hint: Write/.test(document.getElementById("say").textContent));
    assert.equal(await record(page), ".../.../...:1:0-0 Sb2 Oa1");
    await close(page);
});

test("a game of Phutball by pointer: men, a chain of jumps, a goal", async () => {
    const page = await open("phutball");
    await setUp(page, "phutball", { "new-seat-1": "you", size: "5x7" });
    await page.locator(".field").waitFor();
    const cell = (name) => page.locator(`.cell[data-name="${name}"]`);
    assert.match(await cell("c3").getAttribute("aria-label"), /ball/);
    await cell("c4").click();
    await grown(page, 1);
    await cell("a2").click();
    await grown(page, 2);
    await shot(page, "phutball");
    // The ball in the hand, and over the man into the goal.
    await cell("c3").click();
    await page.locator(".field.held").waitFor();
    await cell("c5").click();
    await grown(page, 3);
    await until(page, "First wins");
    await close(page);
});

test("Phutball by keyboard alone", async () => {
    const page = await open("phutball");
    await setUp(page, "phutball", { "new-seat-1": "you", size: "5x7" });
    await page.locator(".field").waitFor();
    await page.locator('.cell[tabindex="0"]').focus();
    assert.equal(await page.evaluate(() => document.activeElement.dataset.name), "c3");
    for (const [keys, moves] of [
        [["ArrowUp", "Enter"], 1],
        [["ArrowLeft", "Enter"], 2],
        [["ArrowRight", "ArrowDown", "Enter", "ArrowUp", "ArrowUp", "Enter"], 3],
    ]) {
        for (const key of keys) await page.keyboard.press(key);
        await grown(page, moves);
    }
    // From the goal line the ball could jump on over the other man.
    await page.focus("#stop-jump");
    await page.keyboard.press("Enter");
    await until(page, "First wins");
    await close(page);
});

test("human against the machine, and machines against each other", async () => {
    const page = await open("sprouts", "3+", "you,3");
    const at = await spots(page);
    await draw(page, [at[1], at[2]]);
    await grown(page, 2);
    await until(page, "Your turn");
    await page.click("#undo");
    await page.waitForFunction(() => document.querySelector("#record [aria-current]").textContent === "start");
    await close(page);

    const both = await open("brussels", "2+", "1,2");
    await until(both, "wins");
    assert.equal((await record(both)).split(" ").length - 1, 8);
    await close(both);
});

test("machines that play each other are stopped, and go on when asked", async () => {
    const page = await open("sprouts", "9+", "1,1");
    await page.click("#halt");
    await page.locator("#machine").waitFor();
    const stopped = await record(page);
    await page.waitForTimeout(1_200);
    assert.equal(await record(page), stopped);
    await page.click("#machine");
    await page.waitForFunction(
        (stopped) => !location.hash.includes(`${new URLSearchParams({ record: stopped }).toString()}&`),
        stopped,
    );
    await page.click("#halt");
    await close(page);
});

test("a hint, a resignation, and both taken back", async () => {
    const page = await open("sprouts", "3+ 1-2", "you,2");
    await page.click("#undo");
    await until(page, "Your turn");
    await page.click("#hint");
    await page.waitForFunction(() => /^Hint: (Join|Loop)/.test(document.getElementById("say").textContent));
    assert.ok((await page.locator("#board .ghost path").count()) >= 1, "the hint is a line on the board");
    await panel(page, "players");
    await page.click("#resign");
    await until(page, "You resigned. The machine wins");
    assert.ok(await page.isDisabled("#hint"));
    assert.match(await page.evaluate(() => location.hash), /resigned=0/);
    await page.click("#undo");
    await until(page, "Your turn");
    await page.click("#redo");
    // Whether the machine had answered before the first undo depends on how fast it was.
    await page.waitForFunction(() => !document.getElementById("undo").disabled);
    await close(page);
});

test("SOS with three players, two of them machines", async () => {
    const page = await open("sos");
    await setUp(page, "sos", { size: "3x3", "n-players": "3", "new-seat-1": "1", "new-seat-2": "2" });
    await page.locator(".letters").waitFor();
    assert.ok(await page.isDisabled("#resign"));
    for (;;) {
        await page.waitForFunction(() => !/\(the machine/.test(document.getElementById("status").textContent));
        assert.match(await status(page), / · \d+ : \d+ : \d+$/);
        if (!(await status(page)).startsWith("Your turn")) break;
        const moves = await page.locator("#record li").count();
        await put(page, "S", await page.locator(".cell.empty").first().getAttribute("data-name"));
        await page.waitForFunction((moves) => document.querySelectorAll("#record li").length > moves, moves);
    }
    assert.equal((await record(page)).split(" ").length - 1, 9);
    await shot(page, "sos-three");
    await close(page);
});

test("a machine move at eight spots takes less than 300 ms to choose and to draw", async () => {
    const page = await open("sprouts", "8+ 1-2 3-4 5-6 7-8 1-3", "you,you");
    const times = await page.evaluate(async () => {
        const { Desk } = await import("./desk.js");
        const [table, thinker] = [new Desk(), new Desk()];
        const text = "8+ 1-2 3-4 5-6 7-8 1-3";
        const times = [];
        for (let i = 0; i < 5; i++) {
            await table.ask({ do: "open", game: "sprouts", text });
            await thinker.ask({ do: "choose", game: "sprouts", text: "2+", level: 1, seed: 1 });
            const begun = performance.now();
            const { move } = await thinker.ask({ do: "choose", game: "sprouts", text, level: 2, seed: i });
            const chosen = performance.now();
            await table.ask({ do: "play", move });
            times.push([chosen - begun, performance.now() - chosen]);
        }
        return times;
    });
    console.log("choose and draw, ms:", times.map((pair) => pair.map(Math.round).join("+")).join(", "));
    const best = Math.min(...times.map(([choose, draw]) => choose + draw));
    assert.ok(best < 300, `${best} ms`);
    await close(page);
});

// The module has no clock of its own: if the host's stood still, these searches would go on for minutes.
test("a search of 200 ms ends in time in every game, and one of a minute when it is stopped", async () => {
    const page = await open("sprouts", "3+");
    const { late, stopped } = await page.evaluate(async () => {
        const { Desk, Stopped } = await import("./desk.js");
        const games = [
            ["sprouts", "100+"],
            ["brussels", "100+"],
            ["sos", `${Array(20).fill(".".repeat(20)).join("/")}:1:0-0`],
            ["phutball", "21x21"],
        ];
        const desk = new Desk();
        const choose = async (game, text, milliseconds) => {
            const begun = performance.now();
            const { move } = await desk.ask({ do: "choose", game, text, level: 5, seed: 1, milliseconds });
            if (!move) throw new Error(`no move in ${game}`);
            return performance.now() - begun;
        };
        const late = {};
        for (const [game, text] of games) {
            // The first call waits for the module.
            await choose(game, text, 1);
            const times = [];
            for (let i = 0; i < 5; i++) times.push((await choose(game, text, 200)) - 200);
            late[game] = Math.min(...times);
        }
        const wish = { game: "phutball", text: "21x21", level: 5, seed: 1, milliseconds: 60_000 };
        const asked = desk.ask({ do: "choose", ...wish });
        const ended = asked.then(
            () => "answered",
            (error) => (error instanceof Stopped ? performance.now() : error),
        );
        await new Promise((done) => setTimeout(done, 200));
        const told = performance.now();
        desk.stop();
        return { late, stopped: (await ended) - told };
    });
    console.log("late by, ms:", late, "stopped after, ms:", stopped);
    for (const [game, by] of Object.entries(late)) assert.ok(by < 250, `${game} is ${by} ms late`);
    // Brussels Sprouts plays any move at once, and so it is early.
    assert.ok(late.phutball > -100 && late.sprouts > -100 && late.sos > -100, JSON.stringify(late));
    assert.ok(stopped < 50, `stopped after ${stopped} ms`);
    await close(page);
});

test("ten spots are drawn to the end", async () => {
    const page = await open("sprouts", "10+", "1,1", { viewport: { width: 900, height: 1000 } });
    await page.waitForFunction(() => document.getElementById("status").textContent.includes("wins"), null, {
        timeout: 120_000,
    });
    await shot(page, "ten-spots");
    await close(page);
});

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

test("undo while the machine thinks, and stop and go on", async () => {
    const page = await open("phutball", undefined);
    await setUp(page, "phutball", { "new-seat-1": "5" });
    await page.locator(".field").waitFor();
    await page.click('.cell[data-name="h11"]');
    await page.waitForFunction(
        () => !document.getElementById("halt").hidden || document.querySelectorAll("#record li").length > 2,
    );
    await page
        .locator("#halt")
        .click({ timeout: 2_000 })
        .catch(() => {});
    if (await page.isVisible("#machine")) await page.click("#machine");
    await page.waitForFunction(() => document.querySelectorAll("#record li").length > 2);
    await close(page);
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
    await panel(page, "settings");
    const first = await page.getAttribute("#board .line", "d");
    await page.click("#tidy");
    await page.waitForFunction((first) => document.querySelector("#board .line").getAttribute("d") !== first, first);
    await close(page);
});

test("against the machine nothing jumps, and its line is drawn along its way", async () => {
    const page = await open("sprouts", "4+", "you,1", { reducedMotion: "no-preference" });
    const at = await spots(page);
    // In every frame: how far each spot is from where it was in the frame before, and how much of the newest line is
    // there.
    await page.evaluate(() => {
        window.jumps = [];
        window.shares = new Set();
        let before = new Map();
        const look = () => {
            const now = new Map();
            for (const node of document.querySelectorAll("#board .spot")) {
                const transform = node.getAttribute("transform") ?? "";
                if (transform.includes("scale")) continue;
                const { x, y, width, height } = node.querySelector(".body").getBoundingClientRect();
                now.set(node.dataset.name, [x + width / 2, y + height / 2]);
                const old = before.get(node.dataset.name);
                if (old) window.jumps.push(Math.hypot(x + width / 2 - old[0], y + height / 2 - old[1]));
            }
            before = now;
            const lines = [...document.querySelectorAll("#board .line.owner1")].filter(
                (line) => line.getAttribute("visibility") !== "hidden",
            );
            window.shares.add(Math.round(lines.reduce((sum, line) => sum + line.getTotalLength(), 0)));
            requestAnimationFrame(look);
        };
        look();
    });
    await draw(page, wave(at[1], at[3], 40), true, 2);
    await grown(page, 2);
    await page.waitForTimeout(1_200);
    const { jumps, shares } = await page.evaluate(() => ({ jumps: window.jumps, shares: window.shares.size }));
    console.log(
        `the widest jump in a frame is ${Math.max(...jumps).toFixed(1)} px; the machine's line has ${shares} lengths`,
    );
    assert.ok(Math.max(...jumps) <= 10, `${Math.max(...jumps)} px`);
    assert.ok(shares >= 6, `${shares} lengths`);
    await close(page);
});

test("on a phone the board stays in sight while one of several lines is chosen", async () => {
    for (const height of [844, 640]) {
        const page = await open("sprouts", "5+ 1-2 1-2[3]", "you,you", {
            viewport: { width: height === 844 ? 390 : 360, height },
            hasTouch: true,
            isMobile: true,
        });
        const at = await spots(page);
        await page.touchscreen.tap(...at[6]);
        await page.locator("#board .picked").first().waitFor();
        await page.touchscreen.tap(...at[7]);
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

test("of several lines only these are listed, and shown on the board", async () => {
    const page = await open("sprouts", "5+ 1-2 1-2[3]", "you,you");
    const at = await spots(page);
    await page.mouse.click(...at[6]);
    await page.locator("#board .picked").first().waitFor();
    await page.mouse.click(...at[7]);
    await page.waitForFunction(() => /different lines/.test(document.getElementById("say").textContent));
    const n = Number((await page.textContent("#say")).match(/\d+/)[0]);
    await page.waitForFunction(() => document.activeElement.closest("#moves"));
    assert.equal(await page.locator("#moves li").count(), n);
    await page.locator("#board .ghost path").first().waitFor();
    const first = await page.locator("#board .ghost path").first().getAttribute("d");
    await page.locator("#moves button").nth(1).hover();
    await page.waitForFunction((first) => document.querySelector(".ghost path")?.getAttribute("d") !== first, first);
    await close(page);
});

test("hints mark the boards of SOS and Phutball", async () => {
    for (const [game, record] of [
        ["sos", ".../.../...:1:0-0 Sa1"],
        ["phutball", undefined],
    ]) {
        const page = await open(game, record, "you,you");
        if (!record) {
            await setUp(page, "phutball", { size: "5x9", "new-seat-1": "you" });
            await page.locator(".field").waitFor();
        }
        await page.click("#hint");
        await page.waitForFunction(() => /^Hint/.test(document.getElementById("say").textContent), null, {
            timeout: 30_000,
        });
        await page.locator("#board .ghost > *").first().waitFor({ state: "attached" });
        await close(page);
    }
});

test("a hint has a limit and says how far it is", async () => {
    const page = await open("sprouts", "20+", "you,you");
    await page.click("#hint");
    await page.waitForFunction(
        () => /of at most 10 seconds|^Hint/.test(document.getElementById("say").textContent),
        null,
        { timeout: 20_000 },
    );
    await page.waitForFunction(() => /^Hint/.test(document.getElementById("say").textContent), null, {
        timeout: 40_000,
    });
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
    await page.locator("#kept button", { hasText: "Sprouts, 1 move" }).first().click();
    await page.waitForFunction(() => document.getElementById("title").textContent === "Sprouts");
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
    await ended("sos", "...:1:0-0 Sa1 Ob1 Sc1", "you,1", "You win ·\u00a01\u00a0:\u00a00");
    await ended("sos", "...:1:0-0 Sa1 Ob1 Oc1", "you,1", "Draw ·\u00a00\u00a0:\u00a00");
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
    await page.waitForFunction(() => /has its letter already/.test(document.getElementById("say").textContent));
    await close(page);
    const waiting = await open("sprouts", "9+", "5,you");
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
