// Refused ink: it stays on the paper until its reason is read, and then runs back to where it began.

import { calm, polyline, resampled, shape } from "./shapes.js";

// The milliseconds for which it stays, unless something is pressed before, and in which it runs back.
const STAYS = 2_500;
const BACK = 320;
const POINTS = 48;

/**
 * @param {Element} pen the ink of the pen, beside which that of the refused stroke is put
 * @param {number[]} points x, y, x, y, …
 */
export function recoil(pen, points) {
    if (points.length < 4) return;
    const ink = shape("path", { class: "refusal", "aria-hidden": "true", d: polyline(points) });
    pen.before(ink);
    const way = resampled(points, POINTS);
    const leave = () => {
        clearTimeout(timer);
        for (const kind of ["pointerdown", "keydown"]) removeEventListener(kind, leave, true);
        const begun = performance.now();
        const step = (/** @type {number} */ now) => {
            const left = calm() ? 0 : 1 - (now - begun) / BACK;
            ink.setAttribute("d", polyline(way.slice(0, 2 * Math.max(2, Math.round(left * POINTS)))));
            if (left > 0) requestAnimationFrame(step);
            else ink.remove();
        };
        step(begun);
    };
    const timer = setTimeout(leave, STAYS);
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, leave, true);
}
