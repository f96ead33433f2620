// A static server for the built page, with the policy that `papergames web` sends, and a browser to look at it.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const TYPES = {
    html: "text/html; charset=utf-8",
    css: "text/css",
    js: "text/javascript",
    wasm: "application/wasm",
    svg: "image/svg+xml",
    png: "image/png",
    woff2: "font/woff2",
    webmanifest: "application/manifest+json",
    txt: "text/plain",
};
const POLICY =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; font-src 'self'; " +
    "img-src 'self' data:; " +
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";
const SOURCE = fileURLToPath(new URL("..", import.meta.url));
export const page = process.env.PAGE ?? fileURLToPath(new URL("../../../target/web/page/", import.meta.url));

// The package for other sites, beside the page.
export const other = process.env.PACKAGE ?? fileURLToPath(new URL("../../../target/web/npm/", import.meta.url));

// Serves the files of a folder, which may be exchanged: of `site.folder`, at most `site.pace` bytes a second.
export async function serve(folder = page) {
    const site = {
        address: "",
        folder,
        pace: Infinity,
        asked: [],
        onasked: (_name) => {},
        close: () => server.close(),
    };
    const server = createServer(async (request, response) => {
        const name = basename(new URL(request.url, "http://localhost").pathname) || "index.html";
        try {
            // A script that is in a bundle is served from its source, for tests that need it alone.
            site.asked.push(name);
            site.onasked(name);
            const bytes = await readFile(`${site.folder}/${name}`).catch(() => readFile(`${SOURCE}/${name}`));
            response.writeHead(200, {
                "Content-Type": TYPES[name.split(".").pop()] ?? "text/plain",
                "Content-Security-Policy": POLICY,
            });
            const part = site.pace / 20;
            for (let sent = 0; part < Infinity && sent < bytes.length; sent += part) {
                response.write(bytes.subarray(sent, sent + part));
                await new Promise((done) => setTimeout(done, 50));
            }
            response.end(part < Infinity ? undefined : bytes);
        } catch {
            response.writeHead(404);
            response.end();
        }
    });
    await new Promise((done) => server.listen(0, "127.0.0.1", done));
    site.address = `http://127.0.0.1:${server.address().port}/`;
    return site;
}

export async function browse() {
    return chromium.launch({
        executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
        args: [
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ],
    });
}
