// How much of the sheet of a drawing is in sight: it begins as a square and grows with the drawing.

import { around, beginning, linesOf } from "./ways.js";

/**
 * @typedef {import("./npm/index.js").Sheet} Sheet
 * @typedef {import("./types.js").Place} Place
 * @typedef {Place[]} Sides the lowest and the highest place, across and down
 */

const PAGE = 400;
const MARGIN = 24;
/** The whole sheet: its least place, and its side. */
export const SHEET = { least: -MARGIN, side: PAGE + 2 * MARGIN, page: PAGE };
// The free paper around what is drawn, so that a line can go around it: at least, and at the beginning. What comes
// closer to the edge shows another strip of paper, so broad that the next lines do not move the paper again.
const AROUND = 18;
const BEGIN = 64;
const STRIP = 30;
// About the length of an arm of a cross.
const ARM = 32;
// The room around a hint that the window has at least.
const NEAR = 8;

export class Sight {
    /**
     * @param {import("./zoom.js").Zoom} zoom
     * @param {SVGSVGElement} svg
     * @param {() => boolean} isHeld whether nothing may move under a pen
     */
    constructor(zoom, svg, isHeld) {
        this.zoom = zoom;
        this.svg = svg;
        this.isHeld = isHeld;
        /** @type {Sides[]} the parts of the sheet that were in sight, by the number of lines */
        this.homes = [];
        /** @type {Sides} what is in sight, and what was at the beginning */
        this.home = [];
        this.begun = this.home;
        /** @type {Sides | null} what is in sight for a preview */
        this.previewed = null;
    }

    /**
     * Shows a board. An earlier position of the same game is as large as it was, and a game that is opened again as
     * large as it had become; what `follows` another position is at least as large as that.
     * @param {Sheet} board
     * @param {boolean} follows
     */
    show(board, follows) {
        const n = board.lines.length;
        if (!follows || !this.home.length) this.home = this.homes[n] ?? [];
        if (!this.home.length) {
            const sides = around(beginning(board), 0);
            const half =
                BEGIN + (board.stars.length ? ARM : 0) + Math.max(...sides.map(([low, high]) => (high - low) / 2));
            this.begun = this.home = sides.map(([low, high]) => {
                const middle = (low + high) / 2;
                return [Math.max(-MARGIN, middle - half), Math.min(PAGE + MARGIN, middle + half)];
            });
        }
        this.previewed = null;
        this.reveal(around(board, AROUND));
        this.homes[n] = this.home;
    }

    /** Another game begins. */
    forget() {
        this.homes = [];
    }

    /**
     * What a picture of a whole drawing shows, with equal room on all sides.
     * @param {Sheet} board
     */
    extent(board) {
        const [[left, right], [top, bottom]] = around(board, AROUND);
        return [left, top, right - left, bottom - top];
    }

    /**
     * Shows more of the sheet, in whole strips, if places are out of sight; for a preview, until the next position.
     * @param {Sides} sides
     */
    reveal(sides, isPreview = false) {
        const strips = (/** @type {number} */ beyond) => STRIP * Math.ceil(Math.max(0, beyond) / STRIP);
        const home = this.home.map(([low, high], k) => [
            low - strips(low - sides[k][0]),
            high + strips(sides[k][1] - high),
        ]);
        if (!isPreview) this.home = home;
        if (this.isHeld() && this.zoom.svg === this.svg) return;
        // Where the window has room beside the paper, both sides grow alike, so that nothing moves.
        const room = [innerWidth, innerHeight];
        const size = home.map(([low, high]) => high - low);
        const [[x, right], [y, bottom]] = this.begun.map(([low, high], k) => {
            const grown = Math.max(low - home[k][0], home[k][1] - high);
            const isFree = (high - low + 2 * grown) * room[1 - k] <= size[1 - k] * room[k];
            return isFree ? [low - grown, high + grown] : home[k];
        });
        this.zoom.show(this.svg, [x, y, right - x, bottom - y]);
    }

    /** Shows what was held back under a pen. */
    release() {
        this.reveal(this.previewed ?? this.home, true);
    }

    /**
     * Shows the paper of previews, which stays in sight until the next position.
     * @param {(import("./types.js").Preview | null)[]} ghosts
     */
    preview(ghosts) {
        const lines = ghosts.flatMap(linesOf).map((points) => ({ points }));
        if (!lines.length) return;
        this.previewed = around({ lines, spots: [] }, NEAR);
        this.reveal(this.previewed, true);
    }

    /**
     * Whether a place is out of sight.
     * @param {Place} place
     */
    isOut(place) {
        return place.some((x, k) => x < this.home[k][0] + NEAR || x > this.home[k][1] - NEAR);
    }
}
