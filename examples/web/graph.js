// The graph of a reviewed game: who is ahead after each move, and the move that decided it.

import { shape } from "./shapes.js";

const WIDE = 300;
const HIGH = 96;
// Room for the marks.
const FOOT = 16;

// `review` is the library's answer; `at` is the position shown, and `go(at)` shows another.
export function graph(review, at, go) {
    const { worths, moves, decisive } = review;
    const step = WIDE / worths.length;
    const x = (i) => (i + 0.5) * step;
    const y = (height) => (HIGH / 2) * (1 - 0.86 * height);
    const svg = shape("svg", {
        viewBox: `0 0 ${WIDE} ${HIGH + FOOT}`,
        class: "graph",
        role: "img",
        "aria-label": `Who is ahead, from the start to move ${moves.length}. ${review.decision}`,
    });
    svg.append(shape("rect", { class: "current", x: at * step, y: 0, width: step, height: HIGH + FOOT }));
    worths.forEach(({ height, certainty }, i) => {
        if (height === null) return;
        const top = Math.min(y(height), HIGH / 2 - 1);
        const who = height > 0 ? "seat0" : height < 0 ? "seat1" : "";
        svg.append(
            shape("rect", {
                class: `bar ${certainty} ${who}`,
                x: x(i) - Math.min(step * 0.42, 7),
                y: height > 0 ? top : HIGH / 2,
                width: Math.min(step * 0.84, 14),
                height: Math.max(1, Math.abs(y(height) - HIGH / 2)),
            }),
        );
    });
    svg.append(shape("path", { class: "axis", d: `M0 ${HIGH / 2}H${WIDE}` }));
    moves.forEach(({ worse }, i) => {
        if (!worse && decisive !== i + 1) return;
        const mark = decisive === i + 1 ? "decisive" : "worse";
        svg.append(shape("text", { class: mark, x: x(i + 1), y: HIGH + FOOT - 3 }, mark === "decisive" ? "✗" : "?"));
    });
    worths.forEach(({ text }, i) => {
        const column = shape("rect", { class: "column", x: i * step, y: 0, width: step, height: HIGH + FOOT });
        column.append(shape("title", {}, `${i === 0 ? "start" : `after move ${i}`}: ${text}`));
        column.addEventListener("click", () => go(i));
        svg.append(column);
    });
    return svg;
}
