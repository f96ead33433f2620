// A game is handed on: as a challenge, a picture with a line and a link, and saved as a picture, still or growing, or
// as a film.

import { by, element, on, shape, wait } from "./shapes.js";
import { saveAs } from "./share.js";

// The seconds in which an animated picture grows, and for which it then stands still.
const GROWTH = 5;
const REST = 2;
// The sides of a picture in pixels, and the height of each line below it.
const SIDE = 1200;
const LINE = 76;
// The kinds of films that a browser may record, the best first.
const FILMS = ["video/mp4", "video/webm"];
// What a picture of its own needs of the style sheet.
const LOOKS = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "opacity", "font-size"];

export class Ending {
    /**
     * @param {import("./play.js").Play} play
     * @param {import("./paint.js").Paint} paint
     * @param {import("./share.js").Share} share
     */
    constructor(play, paint, share) {
        this.play = play;
        this.paint = paint;
        const save = (/** @type {string} */ name, /** @type {() => Blob | Promise<Blob>} */ make) => async () => {
            saveAs(`${play.state.view.game}${name}`, await make());
            play.note("The picture is saved.");
        };
        on("share", "click", () => this.share(share));
        const asPoints = save(".png", () => png(this.picture()));
        const asLines = save(".svg", () => svg(this.picture()));
        const asGrowing = save("-growing.svg", () => svg(this.growing()));
        // A PNG opens everywhere; the others are in the menu.
        for (const id of ["save-picture", "png"]) on(id, "click", asPoints);
        on("svg", "click", asLines);
        on("animation", "click", asGrowing);
        const kind = globalThis.MediaRecorder && FILMS.find((kind) => MediaRecorder.isTypeSupported(kind));
        by("film").hidden = !kind;
        if (kind)
            on(
                "film",
                "click",
                save(`.${kind.replace("video/", "")}`, () => this.film(kind)),
            );
    }

    /**
     * Hands on the picture with a line and a link: by the sheet of the system if there is one, or else by copying both.
     * @param {import("./share.js").Share} share
     */
    async share(share) {
        const { play } = this;
        const [line, link] = [play.dare.line(), play.dare.link()];
        const below = [line, ...(link ? [link.replace(/#.*/, "").replace(/^https?:\/\/|\/$/g, "")] : [])];
        const picture = await png(this.picture(), below);
        const text = `${line} ${link ?? play.state.view.record}`;
        const file = new File([picture], `${play.state.view.game}.png`, { type: picture.type });
        if (navigator.canShare?.({ files: [file], text })) {
            // Nothing happens if the sheet is closed again.
            return navigator.share({ files: [file], text }).catch(() => {});
        }
        const why =
            "There is no link, because this copy of the page has no public address. " +
            "“Texts” in the menu has a local one.";
        const done = (/** @type {string} */ what) => play.note(link ? what : `${what} ${why}`);
        try {
            const parts = { [picture.type]: picture, "text/plain": new Blob([text], { type: "text/plain" }) };
            await navigator.clipboard.write([new ClipboardItem(parts)]);
            done(`The picture and the ${link ? "link" : "record"} are copied: paste them anywhere.`);
        } catch {
            saveAs(file.name, picture);
            const what = `The picture is saved, and the ${link ? "link" : "record"} is copied: paste it anywhere.`;
            await share.copy(text, (said) => (said === "Copied." ? done(what) : play.note(said)));
        }
    }

    // The board as a picture that needs no style sheet.
    picture() {
        const board = boardOf();
        const copy = /** @type {SVGSVGElement} */ (board.cloneNode(true));
        const nodes = [board, ...board.querySelectorAll("*")];
        [copy, ...copy.querySelectorAll("*")].forEach((node, i) => {
            const look = getComputedStyle(nodes[i]);
            if (look.display === "none") node.setAttribute("display", "none");
            for (const name of LOOKS) node.setAttribute(name, look.getPropertyValue(name));
            for (const name of ["class", "role", "tabindex", "aria-label", "aria-pressed"]) node.removeAttribute(name);
        });
        const [x, y, width, height] =
            this.paint.board?.extent?.() ?? (board.getAttribute("viewBox") ?? "").split(" ").map(Number);
        copy.setAttribute("viewBox", [x, y, width, height].join(" "));
        const paper = getComputedStyle(document.body).backgroundColor;
        copy.prepend(shape("rect", { x, y, width, height, fill: paper }));
        copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
        copy.setAttribute("width", String(SIDE));
        copy.setAttribute("height", String(Math.round((SIDE * height) / width)));
        copy.setAttribute("font-family", "Patrick Hand, cursive");
        return copy;
    }

    // A picture, and its lines and spots in their order.
    parts() {
        const copy = this.picture();
        const board = boardOf();
        const parts = new Set(
            board.querySelectorAll(".lines .line, .spot, .cell text, .cell .letter, .cell .man, .marks path"),
        );
        const copies = [...copy.querySelectorAll("*")].slice(1);
        const old = [...board.querySelectorAll("*")];
        return { copy, parts: [...parts].map((part) => copies[old.indexOf(part)]) };
    }

    // The same with lines and spots that appear one after the other.
    growing() {
        const { copy, parts } = this.parts();
        const whole = GROWTH + REST;
        parts.forEach((part, i) => {
            const begins = (i * GROWTH) / parts.length / whole;
            const times = { dur: `${whole}s`, repeatCount: "indefinite", calcMode: "discrete" };
            const values = { values: "0;1", keyTimes: `0;${begins.toFixed(4)}` };
            part.append(shape("animate", { attributeName: "opacity", ...times, ...values }));
        });
        return copy;
    }

    /**
     * The same as a film, which the browser records while it is shown, out of sight.
     * @param {string} kind
     * @returns {Promise<Blob>}
     */
    async film(kind) {
        this.play.note(`The film takes ${GROWTH + REST} seconds.`);
        const { copy, parts } = this.parts();
        for (const part of parts) part.setAttribute("visibility", "hidden");
        const canvas = await drawn(copy);
        const show = async () => canvas.getContext("2d")?.drawImage(await drawn(copy), 0, 0);
        const recorder = new MediaRecorder(canvas.captureStream(), { mimeType: kind });
        /** @type {Blob[]} */
        const film = [];
        recorder.addEventListener("dataavailable", ({ data }) => film.push(data));
        const over = new Promise((done) => recorder.addEventListener("stop", done));
        recorder.start();
        for (const part of parts) {
            part.setAttribute("visibility", "visible");
            await show();
            await wait((1_000 * GROWTH) / parts.length);
        }
        await wait(1_000 * REST);
        // The last frame stands as long as it was shown.
        await show();
        recorder.stop();
        await over;
        return new Blob(film, { type: kind });
    }
}

const boardOf = () => /** @type {SVGSVGElement} */ (by("board").querySelector("svg"));

const svg = (/** @type {SVGSVGElement} */ picture) =>
    new Blob([new XMLSerializer().serializeToString(picture)], { type: "image/svg+xml" });

/**
 * @param {SVGSVGElement} picture
 * @param {string[]} below lines of words
 * @returns {Promise<Blob>}
 */
async function png(picture, below = []) {
    const canvas = await drawn(picture, below);
    return new Promise((done, fail) =>
        canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("there is no picture"))), "image/png"),
    );
}

/**
 * A picture in pixels, with lines of words below.
 * @param {SVGSVGElement} picture
 * @param {string[]} below
 */
async function drawn(picture, below = []) {
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(picture))}`;
    await image.decode();
    const height = image.height + below.length * LINE;
    const canvas = element("canvas", { width: image.width, height });
    const paper = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    const { backgroundColor, color } = getComputedStyle(document.body);
    paper.fillStyle = backgroundColor;
    paper.fillRect(0, 0, image.width, height);
    paper.drawImage(image, 0, 0);
    paper.fillStyle = color;
    paper.textAlign = "center";
    below.forEach((words, i) => {
        paper.font = `${i ? 40 : 60}px "Patrick Hand", cursive`;
        paper.fillText(words, image.width / 2, image.height + (i + 0.6) * LINE, image.width - LINE);
    });
    return canvas;
}
