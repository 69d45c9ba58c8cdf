//! What tests of real engines share.

use std::path::Path;
use std::sync::OnceLock;

use randlog_engines::Catalogue;
use randlog_engines::python::Environment;

/// All engines; those from Python are installed under `target/` when they are first needed.
pub(crate) fn catalogue() -> Catalogue {
    static ENVIRONMENT: OnceLock<Environment> = OnceLock::new();
    let environment = ENVIRONMENT.get_or_init(|| {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
        let environment = Environment::new(target.join("engines"));
        environment.set_up(|doing| eprintln!("{doing}")).unwrap();
        environment
    });
    Catalogue::new(environment.clone())
}
