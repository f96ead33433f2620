// The end of a game: it is shared as a link, and saved as a picture, still or growing.

import { by, element, on, shape } from "./shapes.js";
import { saveAs } from "./share.js";

// The seconds in which an animated picture grows, and for which it then stands still.
const GROWTH = 5;
const REST = 2;
// The sides of a picture in pixels.
const SIDE = 1200;
// What a picture of its own needs of the style sheet.
const LOOKS = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "opacity", "font-size"];

export class Ending {
    constructor(play, paint, share) {
        this.play = play;
        this.paint = paint;
        const save = (name, make) => async () => {
            saveAs(`${play.state.view.game}${name}`, await make());
            play.note("The picture is saved.");
        };
        on("share", "click", () => share.send(play.friend.link(), (text) => play.note(text)));
        const asPoints = save(".png", () => png(this.picture()));
        const asLines = save(".svg", () => svg(this.picture()));
        const asGrowing = save("-growing.svg", () => svg(this.growing()));
        // A PNG opens everywhere; the others are in the menu.
        for (const id of ["save-picture", "png"]) on(id, "click", asPoints);
        on("svg", "click", asLines);
        on("animation", "click", asGrowing);
    }

    // The board as a picture that needs no style sheet.
    picture() {
        const board = by("board").querySelector("svg");
        const copy = board.cloneNode(true);
        const nodes = [board, ...board.querySelectorAll("*")];
        [copy, ...copy.querySelectorAll("*")].forEach((node, i) => {
            const look = getComputedStyle(nodes[i]);
            if (look.display === "none") node.setAttribute("display", "none");
            for (const name of LOOKS) node.setAttribute(name, look.getPropertyValue(name));
            for (const name of ["class", "role", "tabindex", "aria-label", "aria-pressed"]) node.removeAttribute(name);
        });
        const [x, y, width, height] =
            this.paint.board.extent?.() ?? board.getAttribute("viewBox").split(" ").map(Number);
        copy.setAttribute("viewBox", [x, y, width, height].join(" "));
        const paper = getComputedStyle(document.body).backgroundColor;
        copy.prepend(shape("rect", { x, y, width, height, fill: paper }));
        copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
        copy.setAttribute("width", SIDE);
        copy.setAttribute("height", Math.round((SIDE * height) / width));
        copy.setAttribute("font-family", "Patrick Hand, cursive");
        return copy;
    }

    // The same with lines and spots that appear in their order.
    growing() {
        const copy = this.picture();
        const board = by("board").querySelector("svg");
        const parts = [
            ...board.querySelectorAll(".lines .line, .spot, .cell text, .cell .letter, .cell .man, .marks path"),
        ];
        const order = new Map(parts.map((node, i) => [node, i / parts.length]));
        const old = [...board.querySelectorAll("*")];
        const copies = [...copy.querySelectorAll("*")].slice(1);
        const whole = GROWTH + REST;
        old.forEach((node, i) => {
            if (!order.has(node)) return;
            const begins = (order.get(node) * GROWTH) / whole;
            const times = { dur: `${whole}s`, repeatCount: "indefinite", calcMode: "discrete" };
            const values = { values: "0;1", keyTimes: `0;${begins.toFixed(4)}` };
            copies[i].append(shape("animate", { attributeName: "opacity", ...times, ...values }));
        });
        return copy;
    }
}

const svg = (picture) => new Blob([new XMLSerializer().serializeToString(picture)], { type: "image/svg+xml" });

async function png(picture) {
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(picture))}`;
    await image.decode();
    const canvas = /** @type {HTMLCanvasElement} */ (element("canvas", { width: image.width, height: image.height }));
    canvas.getContext("2d").drawImage(image, 0, 0);
    return new Promise((done) => canvas.toBlob(done, "image/png"));
}
