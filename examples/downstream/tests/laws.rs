use downstream::Kayles;
use papergames::laws::Laws;

#[test]
fn every_law_holds() {
    Laws::of(Kayles::new(10))
        .alternating()
        .texts()
        .length(|_| 5..=10)
        .check();
}
