//! `papergames draw`.

use crate::{refused, run, success};

#[test]
fn every_game_is_drawn_in_the_terminal_and_to_files() {
    let folder = std::env::temp_dir().join(format!("papergames-draw-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    for what in [
        "sprouts 2+:1,3,2,3",
        "brussels 2",
        "sos SOS/...:1:1-0",
        "phutball 5x9",
    ] {
        assert!(
            success(&format!("draw {what}")).lines().count() > 1,
            "{what}"
        );
        assert!(success(&format!("draw {what} ")).is_ascii(), "{what}");
        for (ending, start) in [("svg", &b"<svg"[..]), ("png", b"\x89PNG")] {
            let file = folder.join(format!("picture.{ending}"));
            success(&format!("draw {what} --width 200 -o {}", file.display()));
            let bytes = std::fs::read(&file).expect("the file is there");
            assert!(bytes.starts_with(start), "{what} as {ending}");
        }
    }
    let records = folder.join("games.txt");
    std::fs::write(&records, "3x3 Sa1 Ob1 Sc1\n").expect("the folder can be written");
    for option in ["--film", "--animate"] {
        let file = folder.join(format!("game{option}.svg"));
        success(&format!(
            "draw sos {} {option} -o {}",
            records.display(),
            file.display()
        ));
        assert!(
            std::fs::read_to_string(&file)
                .expect("the file is there")
                .contains("</svg>")
        );
    }
    // The width of a PNG is in its header.
    for (option, width) in [("--film", 1_600_u32), ("", 800)] {
        let file = folder.join("wide.png");
        let line = format!(
            "draw sos {} {option} -o {}",
            records.display(),
            file.display()
        );
        success(&line);
        let bytes = std::fs::read(&file).expect("the file is there");
        assert_eq!(bytes[16..20], width.to_be_bytes(), "{option}");
    }
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[test]
fn every_style_is_another_picture() {
    let folder = std::env::temp_dir().join(format!("papergames-style-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let mut pictures = std::collections::HashSet::new();
    for style in ["light", "print", "book", "dark", "colour-blind", "large"] {
        let file = folder.join(format!("{style}.svg"));
        success(&format!(
            "draw sprouts 2+:1,3,2,3 --style {style} -o {}",
            file.display()
        ));
        pictures.insert(std::fs::read_to_string(&file).expect("the file is there"));
    }
    assert_eq!(pictures.len(), 6);
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[test]
fn a_game_has_views_of_its_own() {
    let folder = std::env::temp_dir().join(format!("papergames-views-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let file = folder.join("view.svg");
    for (what, view, shape) in [
        ("sprouts 2+:1,3,2,3", "cards", "class=\"card\""),
        ("sprouts 2+:1,3,2,3", "survivors", "fill=\"#a8e2ac\""),
        ("phutball 5x9", "field", "class=\"ball\""),
        (
            "sos '.../.../...:1:0-0 Sa1 Ob1 Sc1'",
            "circles",
            "class=\"player1\"",
        ),
    ] {
        let usual = success(&format!("draw {what} -o {}", file.display()));
        let before = std::fs::read_to_string(&file).expect("the file is there");
        let other = success(&format!("draw {what} --view {view} -o {}", file.display()));
        let after = std::fs::read_to_string(&file).expect("the file is there");
        assert_eq!(usual, other);
        assert!(before != after && after.contains(shape), "{view}");
    }
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
    refused(
        "draw phutball 5x9 --view cards -o x.svg",
        "Phutball has no view `cards`; besides the usual view there is `field` (the board without the \
         end \
         rows)",
    );
    refused(
        "draw sos 3x4 --view cards -o x.svg",
        "SOS has no view `cards`; besides the usual view there is `circles` (as on paper: the first of two players \
         circles, the second strikes through)",
    );
    for view in ["cards", "survivors"] {
        refused(
            &format!("draw sprouts 2+antwerp-hot --view {view} -o x.svg"),
            &format!("the view `{view}` shows only standard Sprouts, but this game is antwerp-hot"),
        );
    }
}

#[test]
fn papers_and_programs_get_formats_of_their_own() {
    let folder = std::env::temp_dir().join(format!("papergames-formats-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let drawn = |what: &str, name: &str| {
        let file = folder.join(name);
        success(&format!("draw {what} -o {}", file.display()));
        std::fs::read_to_string(&file).expect("the file is there")
    };
    let tikz = drawn("sprouts 2+:1,3,2,3", "spots.tex");
    assert!(tikz.starts_with("\\begin{tikzpicture}") && tikz.ends_with("\\end{tikzpicture}\n"));
    assert_eq!(tikz.matches("\\node").count(), 3);
    let json = drawn("brussels 2", "crosses.json");
    let map: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    // Two crosses and their arms.
    assert_eq!(map["vertices"].as_array().map(Vec::len), Some(10));
    assert_eq!(map["edges"].as_array().map(Vec::len), Some(8));
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[test]
fn a_limit_makes_a_picture_rough_and_never_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("late.svg");
    let late = "10+:1;7,22,21/2,14;8,20/2,14,17,15,12,9,12,15/2,15,17,14;5/3,11;7,21,22/3,11,16,4,16,18;9,12/\
                3,18,16,11/6,19,8,20,8,19,6,23/6,23/7,21;10,13/10,13";
    for (options, is_rough) in [("--limit 1ms", true), ("", false)] {
        let drawn = run(&format!(
            "draw sprouts {late} -o {} {options}",
            path.display()
        ));
        assert_eq!(drawn.code, 0, "{}", drawn.err);
        assert_eq!(
            drawn.err.contains("The picture is schematic"),
            is_rough,
            "{}",
            drawn.err
        );
        let picture = std::fs::read_to_string(&path).expect("a picture");
        assert_eq!(picture.contains("The picture is schematic"), is_rough);
    }
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    refused(
        "draw sprouts 3 -o picture.gif",
        "the file must end in .svg, .png, .tex or .json, found `picture.gif`",
    );
    refused(
        "draw sprouts 3 --film -o picture.tex",
        "the file of a film must end in .svg or .png, found `picture.tex`",
    );
    refused(
        "draw sos 3x4 -o picture.json",
        "only positions on a planar map can be drawn as JSON, not boards or positions on surfaces",
    );
    assert_eq!(run("draw sprouts 0").code, 1);
    assert_eq!(run("draw sos no-such-file").code, 1);
}

#[test]
fn an_animation_is_no_png() {
    refused(
        "draw sos 3x4 --animate -o x.png",
        "the file of an animation must end in .svg, found `x.png`",
    );
}

#[test]
#[cfg(target_os = "linux")]
fn a_picture_is_written_whole_or_not_at_all() {
    let folder = std::env::temp_dir().join(format!("papergames-whole-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let file = folder.join("old.svg");
    std::fs::write(&file, "an old picture").expect("the file can be written");
    // The limit on the size of files is as good as a full disk.
    let command = format!(
        "ulimit -f 1; trap '' XFSZ; {} draw sos 9x9 -o {}",
        env!("CARGO_BIN_EXE_papergames"),
        file.display()
    );
    let output = std::process::Command::new("sh")
        .args(["-c", &command])
        .output()
        .expect("a shell");
    assert_eq!(
        output.status.code(),
        Some(1),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.starts_with("papergames: cannot write `"), "{said}");
    assert_eq!(
        std::fs::read_to_string(&file).expect("the file is there"),
        "an old picture"
    );
    assert_eq!(
        std::fs::read_dir(&folder)
            .expect("the folder is there")
            .count(),
        1
    );
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[test]
fn an_unknown_notation_is_refused_even_beside_a_setup() {
    let run = crate::run("draw sprouts 3 --format nope");
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    assert!(
        run.err
            .contains("Sprouts has no format `nope`; use one of "),
        "{}",
        run.err
    );
}

#[test]
fn a_folder_that_does_not_exist_is_named() {
    crate::refused(
        "draw sprouts 3 -o /nonexistent-folder/a.svg",
        "the folder `/nonexistent-folder` does not exist",
    );
}

#[test]
fn a_film_and_cards_are_shown_in_the_terminal() {
    let film = success("draw sos '2x3 Sa1 Ob1' --film");
    assert!(
        film.contains("\nThe start\n") && film.contains("\nOb1: "),
        "{film}"
    );
    // The cards of spot 1 are all on the table.
    let cards = success("draw sprouts '3+ 1-2 1-3 1-4' --view cards");
    assert!(
        cards.starts_with("row 1   stack 1: ") && cards.contains("[1]"),
        "{cards}"
    );
    let film = success("draw sprouts '2+ 1-2 1-2' --view cards --film");
    assert_eq!(film.matches("row 1   stack 1: ").count(), 3, "{film}");
    assert!(
        film.contains("\njoin 1 1 2: 4. 1,3;2,3  5. 1,3,2,3\nrow 1 "),
        "{film}"
    );
    refused(
        "draw sprouts 3 --view survivors",
        "the view `survivors` needs a file, such as -o survivors.svg",
    );
}

#[test]
fn a_hyphen_is_standard_output_everywhere() {
    for (line, begin) in [
        ("draw sprouts 2 -o -", "<svg "),
        ("review sos '2x3 Sa1' --nodes 100 -o -", "<svg "),
        ("puzzle sprouts --count 1 -o -", "# puzzle 1: "),
        (
            "solve sprouts 3 --certificate -o -",
            "papergames certificate 1\n",
        ),
        (
            "match sos 2x3 --first 1 --second random --games 2 -o -",
            "# game 1: ",
        ),
    ] {
        let run = crate::run(line);
        assert_eq!(run.code, 0, "{line}: {}", run.err);
        assert!(run.out.starts_with(begin), "{line}: {}", run.out);
        assert!(!run.out.contains("95 % interval"), "{line}");
    }
}

#[test]
fn the_help_names_the_ending_of_every_kind_of_picture() {
    let help = success("draw --help");
    for kind in common::look::Picture::ALL {
        let ending = format!("`.{}`", picture::extension(kind));
        assert!(help.contains(&ending), "{ending}");
    }
}
