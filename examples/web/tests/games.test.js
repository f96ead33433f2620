// Whole games in a real browser: by pointer, by keyboard, by hand. Needs the built page; see README.md.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
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
} from "./player.js";

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

test("a whole game of Sprouts by hand and by picking spots", async () => {
    const page = await open("sprouts", "2+");
    let at = await spots(page);
    const [a, b] = [at[1], at[2]];
    await draw(page, [a, [a[0] + 140, (a[1] + b[1]) / 2], b]);
    await grown(page, 1);
    assert.equal(await record(page), "2+ 1-2");
    // The others by picking two spots; several lines are offered on the paper.
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
                document.querySelector("#board .candidate circle"),
            moves,
        );
        if (await page.locator("#board .candidate").count()) {
            const { x, y, width } = await page.locator("#board .candidate circle").first().boundingBox();
            await page.mouse.click(x + width / 2, y + width / 2);
        }
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

test("ten spots are drawn to the end", async () => {
    const page = await open("sprouts", "10+", "1,1", { viewport: { width: 900, height: 1000 } });
    await page.waitForFunction(() => document.getElementById("status").textContent.includes("wins"), null, {
        timeout: 120_000,
    });
    await shot(page, "ten-spots");
    await close(page);
});
