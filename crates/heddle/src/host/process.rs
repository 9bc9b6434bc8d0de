//! What this process uses: processor time and memory.

use std::time::Duration;

/// Processor time of all threads since the start.
pub(crate) fn cpu() -> Duration {
    cpu_time::ProcessTime::try_now().map_or(Duration::ZERO, |time| time.as_duration())
}

/// Processors that this process may use.
pub(crate) fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Bytes of memory held now; 0 if the system does not tell.
pub(crate) fn resident() -> u64 {
    status("VmRSS:")
}

/// The most bytes of memory held so far; 0 if the system does not tell.
pub(crate) fn peak() -> u64 {
    status("VmHWM:")
}

/// The memory a check may use if nobody says: most of what is free, so that the system never has
/// to kill it.
pub(crate) fn memory_to_use() -> Option<u64> {
    let free = kilobytes(&read("/proc/meminfo"), "MemAvailable:");
    let group = [
        "/sys/fs/cgroup/memory.max",
        "/sys/fs/cgroup/memory/memory.limit_in_bytes",
    ];
    let group = group
        .iter()
        .filter_map(|path| read(path).trim().parse::<u64>().ok())
        .min();
    let available = match (free, group) {
        (0, None) => return None,
        (0, Some(group)) => group,
        (free, group) => free.min(group.unwrap_or(u64::MAX)),
    };
    Some(available / 10 * 9)
}

fn status(name: &str) -> u64 {
    kilobytes(&read("/proc/self/status"), name)
}

/// The value of a line such as `VmRSS:   1234 kB`, in bytes.
fn kilobytes(text: &str, name: &str) -> u64 {
    let line = text.lines().find_map(|line| line.strip_prefix(name));
    let number = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
    number.unwrap_or(0) * 1024
}

fn read(path: &str) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_system_are_understood() {
        let text = "VmPeak:\t  10 kB\nVmHWM:\t   20 kB\nThreads:\t1\n";
        assert_eq!(kilobytes(text, "VmHWM:"), 20 * 1024);
        assert_eq!(kilobytes(text, "Threads:"), 0);
        assert_eq!(kilobytes("", "VmHWM:"), 0);
    }
}
