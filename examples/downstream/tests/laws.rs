use downstream::Kayles;
use sprouts::laws::Laws;

#[test]
fn every_law_holds() {
    Laws::of(Kayles::new(10))
        .alternating()
        .length(|_| 5..=10)
        .check();
}
