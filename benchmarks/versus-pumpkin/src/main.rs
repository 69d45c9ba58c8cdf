//! Measures both sides in one run and prints tables. `README.md` says what they mean.

use versus_pumpkin::{building, enumeration, sampling};

fn main() {
    if std::env::args().nth(1).as_deref() == Some(building::MEMORY) {
        return building::report_memory();
    }
    enumeration::report(15);
    sampling::report(50, 5);
    building::report(101);
}
