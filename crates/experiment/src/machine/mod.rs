//! The machine that runs are executed on: whatever explains times.

mod clock;
mod cores;
mod load;

use std::fmt;
use std::num::NonZero;
use std::{env, fs, thread};

use serde::{Deserialize, Deserializer, Serialize};

pub(crate) use clock::{Moment, micros};
pub(crate) use cores::Core;
pub use cores::Places;
pub(crate) use load::Load;

/// A machine, as far as it can be told.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Machine {
    /// What it is called.
    pub host: String,
    /// The processor.
    pub processor: String,
    /// How many threads it executes at once for us; two of them may share a core. Old files call them cores.
    #[serde(alias = "cores")]
    pub processors: usize,
    /// How many cores these are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub physical_cores: Option<usize>,
    /// Who decides on its speed, such as `performance` or `powersave`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub governor: Option<String>,
    /// Which virtual machine it is, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub virtualisation: Option<String>,
    /// Its memory, in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<u64>,
    /// The version of the kernel.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kernel: Option<String>,
    /// The system and the architecture.
    pub system: String,
    /// How many runs are executed at once.
    pub at_once: usize,
    /// Whether each of them has a core of its own.
    pub pinned: bool,
    /// What is used besides, with versions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<String>,
}

impl Machine {
    /// This machine, on which so many runs are executed at once, with these tools.
    pub fn here(at_once: usize, pinned: bool, tools: Vec<String>) -> Machine {
        Machine {
            host: line_of("/proc/sys/kernel/hostname").unwrap_or_default(),
            processor: fact("/proc/cpuinfo", "model name")
                .unwrap_or_else(|| "unknown processor".to_owned()),
            processors: thread::available_parallelism().map_or(1, NonZero::get),
            physical_cores: cores::usable().map(|cores| cores.len()),
            governor: line_of("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
            virtualisation: virtualisation(),
            memory: memory(),
            kernel: line_of("/proc/sys/kernel/osrelease"),
            system: format!("{} {}", env::consts::OS, env::consts::ARCH),
            at_once,
            pinned,
            tools,
        }
    }

    /// A machine that is known by a description alone.
    pub fn described(words: &str) -> Machine {
        Machine { processor: words.to_owned(), ..Machine::default() }
    }

    /// Read what a header says: those of old files have words.
    pub(crate) fn told<'de, D: Deserializer<'de>>(source: D) -> Result<Machine, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Told {
            Words(String),
            Facts(Machine),
        }
        Ok(match Told::deserialize(source)? {
            Told::Words(words) => Machine::described(&words),
            Told::Facts(machine) => machine,
        })
    }

    /// Why times taken here may say more about the machine than about what was run.
    pub fn warnings(&self) -> Vec<String> {
        let Machine { at_once, processors, physical_cores, governor, .. } = self;
        let crowded = match physical_cores {
            _ if *at_once > *processors && *processors > 0 => Some(format!(
                "{at_once} runs at once on {processors} processors: they wait for each other"
            )),
            Some(cores) if at_once > cores => Some(format!(
                "{at_once} runs at once on {cores} cores: two that share a core slow each other down"
            )),
            _ => None,
        };
        let governor = governor.as_deref().filter(|governor| *governor != "performance");
        let varying = governor
            .map(|governor| format!("the governor is `{governor}`: the speed of cores varies"));
        crowded.into_iter().chain(varying).collect()
    }
}

/// What explains times, in words. Not the name: machines that are alike have the same words.
impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.processor)?;
        if self.processors == 0 {
            return Ok(());
        }
        write!(f, ", {} processors", self.processors)?;
        if let Some(physical) = self.physical_cores.filter(|&physical| physical != self.processors)
        {
            write!(f, " on {physical} cores")?;
        }
        if let Some(memory) = self.memory {
            write!(f, ", {:.1} GiB", memory as f64 / f64::from(1 << 30))?;
        }
        let governor = self.governor.as_ref().map(|governor| format!("governor {governor}"));
        for fact in [&self.virtualisation, &governor].into_iter().flatten() {
            write!(f, ", {fact}")?;
        }
        write!(f, ", {}", self.system)?;
        if let Some(kernel) = &self.kernel {
            write!(f, " {kernel}")?;
        }
        match self.at_once {
            0 | 1 => write!(f, ", one run at a time")?,
            several => write!(f, ", {several} runs at a time")?,
        }
        if self.pinned {
            f.write_str(", on a core of its own")?;
        }
        self.tools.iter().try_for_each(|tool| write!(f, ", {tool}"))
    }
}

/// The first line of a file, if it has something to say.
fn line_of(path: &str) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    let line = text.lines().next()?.trim();
    (!line.is_empty()).then(|| line.to_owned())
}

/// What a file of the kernel says of something.
fn fact(path: &str, name: &str) -> Option<String> {
    let facts = fs::read_to_string(path).ok()?;
    let mut lines = facts.lines().filter_map(|line| line.split_once(':'));
    Some(lines.find(|(key, _)| key.trim() == name)?.1.trim().to_owned())
}

/// The memory of the machine, in bytes.
fn memory() -> Option<u64> {
    let told = fact("/proc/meminfo", "MemTotal")?;
    told.strip_suffix(" kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// A processor says if it is not a real one.
fn virtualisation() -> Option<String> {
    let flags = fact("/proc/cpuinfo", "flags")?;
    flags.split_whitespace().find(|flag| *flag == "hypervisor")?;
    let product = line_of("/sys/class/dmi/id/product_name");
    Some(product.map_or("virtual machine".to_owned(), |name| format!("virtual machine ({name})")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    struct Header {
        #[serde(deserialize_with = "Machine::told")]
        machine: Machine,
    }

    #[test]
    fn old_headers_have_words_and_new_ones_facts() {
        let old: Header = serde_json::from_str(r#"{"machine":"a Xeon, 2 cores"}"#).unwrap();
        assert_eq!(old.machine.to_string(), "a Xeon, 2 cores");
        let facts = r#"{"machine":{"processor":"a Xeon","cores":8,"physical_cores":4}}"#;
        let old: Header = serde_json::from_str(facts).unwrap();
        assert!(old.machine.to_string().starts_with("a Xeon, 8 processors on 4 cores"));
        let here = Machine::here(2, true, vec!["sdd 2.3.0".to_owned()]);
        let text = serde_json::json!({ "machine": here }).to_string();
        let new: Header = serde_json::from_str(&text).unwrap();
        assert_eq!(new.machine, here);
        assert!(here.to_string().ends_with(", 2 runs at a time, on a core of its own, sdd 2.3.0"));
    }

    #[test]
    fn what_disturbs_times_is_told() {
        let machine = |at_once| Machine {
            processors: 8,
            physical_cores: Some(4),
            at_once,
            ..Machine::default()
        };
        assert_eq!(machine(4).warnings(), Vec::<String>::new());
        assert!(machine(5).warnings()[0].contains("share a core"));
        assert!(machine(9).warnings()[0].contains("wait for each other"));
        let slow = Machine { governor: Some("powersave".to_owned()), ..machine(1) };
        assert!(slow.warnings()[0].contains("powersave"));
    }
}
