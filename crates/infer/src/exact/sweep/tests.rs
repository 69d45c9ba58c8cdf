//! Sweeps against diagrams.
