//! The page that `--html` writes, clicked through in a real browser, where there is one.

#![expect(clippy::print_stderr, reason = "a test that compares nothing says so")]

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

const BANK: &str = r#"public class Bank {
    static final Object left = new Object(), right = new Object();

    static void move(Object from, Object to) {
        synchronized (from) {
            synchronized (to) {
                System.out.println("moved <b>&</b>");
            }
        }
    }

    public static void main(String[] args) {
        new Thread(() -> move(left, right), "Ann").start();
        new Thread(() -> move(right, left), "Bob").start();
    }
}
"#;

/// A run of thousands of steps.
const LONG: &str = "
public class Long {
    static volatile int count;
    static int total;
    static synchronized void add(int i) { total += i; }
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> { for (int i = 0; i < 500; i++) { count++; add(i); } });
        t.start();
        for (int i = 0; i < 500; i++) { count++; add(i); }
        t.join();
        assert count < 0;
    }
}
";

/// Clicks through the page, and leaves what it saw in it.
const CLICKS: &str = r#"
const saw = {};
const text = id => document.getElementById(id).textContent;
const where = () => document.getElementById('where').value;
const click = id => document.getElementById(id).click();
const press = (key, shiftKey = false) =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', {key, shiftKey, bubbles: true, cancelable: true}));
try {
  saw.heading = document.querySelector('h1').textContent;
  saw.summary = text('summary');
  saw.end = {where: where(), threads: text('threads'), locks: text('locks'), sides: text('sides'),
    waits: document.querySelector('#waits svg')?.getAttribute('aria-label') ?? ''};
  click('first');
  saw.first = {where: where(), now: text('now'), source: document.querySelectorAll('#source .row').length};
  press('ArrowRight');
  saw.second = {where: where(), at: document.querySelector('#source .at').textContent};
  press('ArrowRight', true);
  saw.turned = where();
  press('ArrowLeft', true);
  press('Home');
  saw.home = where();
  document.getElementById('search').value = 'left';
  document.getElementById('search').dispatchEvent(new Event('input'));
  saw.hits = document.querySelectorAll('.deed.hit').length;
  document.querySelectorAll('.deed')[1].click();
  saw.clicked = where();
  click('last');
  click('inner');
  saw.inner = document.querySelectorAll('.deed').length;
  click('inner');
  saw.folded = document.querySelectorAll('.deed').length;
  saw.wide = document.documentElement.scrollWidth > window.innerWidth;
  saw.markup = document.querySelectorAll('#run b').length;
  saw.printed = text('printed');
  saw.buttons = [...document.querySelectorAll('nav button')].every(it => it.title !== '');
  const began = performance.now();
  const count = 200;
  for (let i = 0; i < count / 2; i++) { click('back'); document.body.offsetHeight; }
  for (let i = 0; i < count / 2; i++) { click('next'); document.body.offsetHeight; }
  saw.milliseconds = (performance.now() - began) / count;
} catch (error) {
  saw.error = String(error);
}
const told = document.createElement('pre');
told.id = 'saw';
told.textContent = JSON.stringify(saw);
document.body.append(told);
"#;

fn browser() -> Option<&'static str> {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let found = names.into_iter().find(|it| {
        let version = Command::new(it).arg("--version").output();
        version.is_ok_and(|it| it.status.success())
    });
    if found.is_none() {
        eprintln!("there is no Chromium: the page is not clicked through");
    }
    found
}

/// The page for a program, and what a browser of this size saw of it.
fn page(name: &str, source: &str, options: &[&str], size: &str) -> Option<(PathBuf, Value)> {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("page")
        .join(name);
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).unwrap();
    let file = directory.join(format!("{name}.java"));
    std::fs::write(&file, source).unwrap();
    let page = directory.join("page.html");
    let output = Command::new(env!("CARGO_BIN_EXE_heddle"))
        .args(["check", "-q", "--html"])
        .arg(&page)
        .args(options)
        .arg(&file)
        .env("XDG_CACHE_HOME", directory.join("cache"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let browser = browser()?;
    let text = std::fs::read_to_string(&page).unwrap();
    assert!(
        !text.contains("http://") && !text.contains("https://"),
        "it needs the net"
    );
    let clicked = text.replace("</body>", &format!("<script>{CLICKS}</script></body>"));
    let clicks = directory.join("clicks.html");
    std::fs::write(&clicks, clicked).unwrap();
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"])
        .arg(format!("--window-size={size}"))
        .arg(format!(
            "--user-data-dir={}",
            directory.join("profile").display()
        ))
        .arg(format!("file://{}", clicks.display()))
        .output()
        .unwrap();
    let dom = String::from_utf8_lossy(&output.stdout);
    let (_, rest) = dom
        .split_once("<pre id=\"saw\">")
        .expect("the page has run");
    let told = rest.split_once("</pre>").unwrap().0;
    let told = told
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&");
    let saw: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(saw["error"], Value::Null, "{saw}");
    Some((page, saw))
}

#[test]
fn a_deadlock_is_stepped_through() {
    let options = ["--property", "deadlock"];
    let Some((_, saw)) = page("Bank", BANK, &options, "1400,900") else {
        return;
    };
    assert!(
        saw["heading"].as_str().unwrap().contains("violated"),
        "{saw}"
    );
    assert!(
        saw["summary"].as_str().unwrap().contains("deadlock"),
        "{saw}"
    );
    let end = &saw["end"];
    assert!(
        end["threads"]
            .as_str()
            .unwrap()
            .contains("waits for the lock of"),
        "{saw}"
    );
    let waits = end["waits"].as_str().unwrap();
    assert!(waits.contains("Ann waits for Bob") && waits.contains("Bob waits for Ann"));
    for held in ["Bank.left: held by Ann", "Bank.right: held by Bob"] {
        assert!(end["locks"].as_str().unwrap().contains(held), "{saw}");
    }
    assert_eq!(saw["first"]["now"], "before the first step");
    assert!(saw["first"]["source"].as_u64().unwrap() >= 16, "{saw}");
    assert!(
        saw["second"]["at"].as_str().unwrap().contains("start()"),
        "{saw}"
    );
    assert_eq!(saw["home"], saw["first"]["where"]);
    assert_ne!(saw["turned"], saw["second"]["where"]);
    assert!(saw["hits"].as_u64().unwrap() > 0, "{saw}");
    assert!(saw["inner"].as_u64() >= saw["folded"].as_u64(), "{saw}");
    // What the program prints is text, whatever it looks like; nothing sticks out; every button says what it does.
    assert_eq!(saw["markup"], 0);
    assert_eq!(saw["wide"], false);
    assert_eq!(saw["buttons"], true);
}

#[test]
fn a_race_has_two_sides() {
    let source = BANK.replace("Bank", "Sides").replace(
        "System.out.println(\"moved <b>&</b>\");",
        "moved++; // not under one lock",
    );
    let source = source.replace("static final", "static int moved; static final");
    let source = source.replace("synchronized (to)", "synchronized (new Object())");
    if let Some((_, saw)) = page("Sides", &source, &["--property", "race"], "1400,900") {
        let sides = saw["end"]["sides"].as_str().unwrap();
        for side in [
            "Ann",
            "Bob",
            "Sides.moved",
            "holds Sides.left",
            "holds Sides.right",
        ] {
            assert!(sides.contains(side), "{side}: {sides}");
        }
    }
}

#[test]
fn a_phone_shows_it_without_scrolling_sideways() {
    let options = ["--property", "deadlock"];
    if let Some((_, saw)) = page("Phone", &BANK.replace("Bank", "Phone"), &options, "400,800") {
        assert_eq!(saw["wide"], false, "{saw}");
    }
}

#[test]
fn thousands_of_steps_are_a_small_and_quick_page() {
    let options = [
        "--property",
        "assertion",
        "--search",
        "random",
        "--runs",
        "3",
    ];
    let Some((page, saw)) = page("Long", LONG, &options, "1400,900") else {
        return;
    };
    let size = std::fs::metadata(page).unwrap().len();
    assert!(size < 3_000_000, "{size} bytes");
    // Times are not for tests; but a step must not draw the whole page again.
    let milliseconds = saw["milliseconds"].as_f64().unwrap();
    let most = match std::env::var_os("PAGE_TIMES") {
        Some(_) => 100.0,
        None => 500.0,
    };
    assert!(milliseconds < most, "{milliseconds} ms a step; {saw}");
    eprintln!("{milliseconds:.1} ms a step, {size} bytes");
}
