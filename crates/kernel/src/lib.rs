//! A small finite-domain constraint kernel.
