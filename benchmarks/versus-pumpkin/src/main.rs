//! Measures all sides in one run and prints tables. `README.md` says what they mean.

use versus_pumpkin::{building, enumeration, sampling};

fn main() {
    if std::env::args().nth(1).as_deref() == Some(building::MEMORY) {
        return building::report_memory();
    }
    enumeration::report(9);
    sampling::report(50, 3);
    building::report(31);
}
