//! The pictures in the repository are those that the program draws.
//!
//! Where lines run is compared only by what the pictures say they show: sines differ in the last bit from machine to
//! machine. That the lines show it is what the check inside the drawing is for.

#[path = "../examples/gallery.rs"]
mod program;

/// The text without the numbers of coordinates.
fn skeleton(svg: &str) -> String {
    const NUMBERS: [&str; 13] = [
        "d",
        "x",
        "y",
        "cx",
        "cy",
        "r",
        "width",
        "height",
        "viewBox",
        "stroke-width",
        "transform",
        "stroke-dasharray",
        "style",
    ];
    let mut rest = svg;
    let mut text = String::new();
    while let Some(at) = rest.find("=\"") {
        let (before, after) = rest.split_at(at + 2);
        let end = after.find('"').expect("an attribute ends");
        text.push_str(before);
        let name = before.trim_end_matches("=\"").rsplit(' ').next();
        if !name.is_some_and(|name| NUMBERS.contains(&name)) {
            text.push_str(&after[..end]);
        }
        rest = &after[end..];
    }
    text + rest
}

#[test]
fn the_pictures_are_fresh() {
    let top = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    for (path, text) in program::pictures().expect("every picture is drawn") {
        let found = std::fs::read_to_string(format!("{top}/{path}")).unwrap_or_default();
        assert!(
            skeleton(&found) == skeleton(&text),
            "{path} is out of date: cargo run --release -p papergames-cli --example gallery"
        );
    }
}
