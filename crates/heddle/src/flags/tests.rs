//! Command lines and what is said about wrong ones.

use super::*;

fn words(line: &str) -> Vec<OsString> {
    line.split(' ').map(OsString::from).collect()
}

fn check(line: &str) -> CheckFlags {
    parse_check(words(line)).unwrap()
}

fn complaint(line: &str) -> String {
    parse(words(line)).unwrap_err().message
}

#[test]
fn every_option_is_read() {
    let flags = check(
        "heddle check -cp a:b --main M --jdk j --property race --all --expect race --timeouts idle \
         --spurious-wakeups --search bfs --seed 7 --reduction none -j 1 --max-states 10k \
         --max-depth 5 --timeout 2m --memory 1G --json - -q --color never X.java -- 1 -cp",
    );
    assert_eq!(flags.targets, ["X.java"]);
    assert_eq!(flags.arguments, ["1", "-cp"]);
    let options = flags.options;
    assert_eq!(options.classpath.as_deref(), Some("a:b"));
    assert_eq!(options.search, Some(Order::Bfs));
    assert_eq!(options.max_states, Some(10_000));
    assert_eq!(options.timeout, Some(Duration::from_secs(120)));
    assert!(options.all && options.quiet && options.spurious_wakeups);
}

#[test]
fn the_last_word_wins() {
    let flags = check("heddle check X --search dfs --search bfs --seed 1 --seed 2");
    assert_eq!(
        (flags.options.search, flags.options.seed),
        (Some(Order::Bfs), Some(2))
    );
}

#[test]
fn mistakes_get_one_line_with_a_suggestion() {
    for (line, expected) in [
        (
            "heddle chek X",
            "unrecognized subcommand 'chek'; did you mean `check`?",
        ),
        (
            "heddle check X --serch bfs",
            "unexpected argument '--serch' found; did you mean `--search`?",
        ),
        (
            "heddle check X --timeouts idl",
            "invalid value 'idl' for '--timeouts <WHEN>'; did you mean `idle`?",
        ),
        (
            "heddle check X --search up",
            "invalid value 'up' for '--search <ORDER>'; possible: dfs, bfs, random, pct, preemption",
        ),
        (
            "heddle check X --timeout 20",
            "invalid value '20' for '--timeout <TIME>': a time looks like 20s, 5m or 1h",
        ),
        ("heddle check", "missing: <TARGET>..."),
    ] {
        assert_eq!(complaint(line), expected, "{line}");
    }
}

#[test]
fn help_and_version_are_answers() {
    for line in [
        "heddle --help",
        "heddle check --help",
        "heddle --version",
        "heddle check -h",
    ] {
        assert!(
            matches!(parse(words(line)), Ok(Parsed::Answer(_))),
            "{line}"
        );
    }
    let Ok(Parsed::Answer(help)) = parse(words("heddle --help")) else {
        panic!("no help")
    };
    assert!(help.contains("Exit codes") && help.contains("environment"));
}

#[test]
fn the_command_line_is_consistent() {
    Cli::command().debug_assert();
    assert!(manual().contains("Exit codes"));
    assert!(completions(clap_complete::Shell::Bash).contains("--max-states"));
}

/// Every option stands in the help of its command, in the manual and in the scripts for shells: all are made
/// from one definition.
#[test]
fn every_option_is_told_everywhere() {
    let manual = manual().replace("\\-", "-");
    let scripts = [
        clap_complete::Shell::Bash,
        clap_complete::Shell::Zsh,
        clap_complete::Shell::Fish,
    ];
    let scripts = scripts.map(completions);
    let mut count = 0;
    for command in Cli::command().get_subcommands() {
        let mut command = command.clone();
        let help = command.render_long_help().to_string();
        let about = command.get_name().to_owned();
        assert!(manual.contains(&format!("heddle {about}")) || manual.contains(&about));
        for option in command.get_arguments().filter(|it| !it.is_hide_set()) {
            let Some(long) = option.get_long() else {
                continue;
            };
            count += 1;
            let dashed = format!("--{long}");
            assert!(
                help.contains(&dashed),
                "{about}: {dashed} is not in the help"
            );
            assert!(
                option.get_help().is_some(),
                "{about}: {dashed} says nothing"
            );
            assert!(
                manual.contains(&dashed),
                "{about}: {dashed} is not in the manual"
            );
            for script in &scripts {
                let is_there = script.contains(&dashed) || script.contains(&format!("-l {long}"));
                assert!(is_there, "{about}: {dashed} is not completed");
            }
        }
    }
    assert!(count > 100, "{count} options");
}
