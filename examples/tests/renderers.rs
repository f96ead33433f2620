//! The pictures in the repository look alike in other renderers.
//!
//! Each is compared with what the program itself makes of it as PNG. The renderers are separate programs that a machine
//! may not have: those that are missing are named and left out.
//!
//! ```text
//! $ cargo test --release -p papergames-cli --test all renderers:: -- --ignored --nocapture
//! ```

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use picture::svg::png;
use resvg::tiny_skia::Pixmap;

/// Pixels across a picture, as `papergames draw` writes it.
const WIDTH: u32 = 800;
/// The most that pixels may differ on average, of 255.
const MEAN: f64 = 1.5;
/// How much a pixel must differ to count as wrong, of 255, and the largest share of wrong pixels.
const WRONG: u8 = 64;
const SHARE: f64 = 0.001;

/// A program that draws SVG files.
struct Renderer {
    name: &'static str,
    /// Returns the command that draws a file of a width and height in pixels into another.
    command: fn(&Path, [u32; 2], &Path) -> Command,
}

const RENDERERS: [Renderer; 3] = [
    Renderer {
        name: "rsvg-convert",
        command: |svg, [width, _], png| {
            let mut command = Command::new("rsvg-convert");
            command
                .args(["-w", &width.to_string()])
                .arg(svg)
                .arg("-o")
                .arg(png);
            command
        },
    },
    Renderer {
        name: "cairosvg",
        command: |svg, [width, _], png| {
            let mut command = Command::new("cairosvg");
            command
                .args(["--output-width", &width.to_string()])
                .arg(svg)
                .arg("-o")
                .arg(png);
            command
        },
    },
    Renderer {
        name: "chromium",
        command: |svg, [width, height], png| {
            // A page that shows the picture and nothing else, in its full width.
            let page = svg.with_extension("html");
            let text = fs::read_to_string(svg).expect("the picture");
            let sized = format!("<svg style=\"width:{width}px;height:auto\" ");
            let text = text
                .replacen("style=\"max-width:100%\"", "", 1)
                .replacen("<svg ", &sized, 1);
            let html = format!("<!doctype html><body style=\"margin:0\">{text}</body>");
            fs::write(&page, html).expect("a page");
            let mut command = Command::new("chromium");
            command
                .args([
                    "--headless",
                    "--no-sandbox",
                    "--disable-gpu",
                    "--hide-scrollbars",
                ])
                .arg(format!("--window-size={width},{}", height + 200))
                .arg(format!("--screenshot={}", png.display()))
                .arg(page);
            command
        },
    },
];

/// Lists the pictures of all games.
fn pictures() -> Vec<PathBuf> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let games = ["sprouts", "brussels", "sos", "phutball"];
    let folders = games.map(|game| top.join(game).join("images"));
    let mut files: Vec<PathBuf> = folders
        .iter()
        .flat_map(|folder| fs::read_dir(folder).expect("a folder of pictures"))
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "svg"))
        .collect();
    files.sort();
    files
}

/// The mean difference of two pictures and the share of wrong pixels.
fn compare(ours: &Pixmap, other: &Pixmap) -> (f64, f64) {
    assert_eq!(ours.width(), other.width());
    // The picture may fill only part of the last row, and what is behind it is up to the renderer.
    let height = ours.height() - 1;
    assert!(height <= other.height(), "{} rows", other.height());
    let n = (ours.width() * height) as usize;
    let (mut sum, mut wrong) = (0.0, 0.0);
    for (p, q) in ours.pixels()[..n].iter().zip(other.pixels()) {
        let parts = [
            (p.red(), q.red()),
            (p.green(), q.green()),
            (p.blue(), q.blue()),
        ];
        let most = parts
            .map(|(p, q)| p.abs_diff(q))
            .into_iter()
            .max()
            .unwrap_or(0);
        sum += f64::from(most);
        wrong += f64::from(u8::from(most > WRONG));
    }
    (sum / n as f64, wrong / n as f64)
}

#[test]
#[ignore = "needs other renderers"]
#[expect(clippy::print_stdout, reason = "the table is the result")]
fn pictures_look_alike_in_other_renderers() {
    let folder = tempfile::tempdir().expect("a folder");
    let pictures = pictures();
    assert!(pictures.len() >= 8);
    for renderer in RENDERERS {
        let found = Command::new(renderer.name).arg("--version").output();
        if !found.is_ok_and(|output| output.status.success()) {
            println!("{}: not on this machine", renderer.name);
            continue;
        }
        let mut worst = (0.0f64, 0.0f64);
        for picture in &pictures {
            let text = fs::read_to_string(picture).expect("a picture");
            let ours = png(&text, WIDTH).expect("a PNG");
            let ours = Pixmap::decode_png(&ours).expect("a PNG");
            let [svg, output] = ["picture.svg", "picture.png"].map(|name| folder.path().join(name));
            fs::write(&svg, &text).expect("a copy");
            let status = (renderer.command)(&svg, [WIDTH, ours.height()], &output)
                .output()
                .expect("it runs");
            assert!(status.status.success(), "{}: {status:?}", renderer.name);
            let other = fs::read(&output).expect("a picture");
            let (mean, wrong) = compare(&ours, &Pixmap::decode_png(&other).expect("a PNG"));
            let name = picture.display();
            assert!(
                mean <= MEAN && wrong <= SHARE,
                "{}: {name}: {mean}, {wrong}",
                renderer.name
            );
            worst = (worst.0.max(mean), worst.1.max(wrong));
        }
        println!(
            "{}: {} pictures, differences of at most {:.2} of 255 on average, {:.3} % of pixels off by over {WRONG}",
            renderer.name,
            pictures.len(),
            worst.0,
            worst.1 * 100.0
        );
    }
}
