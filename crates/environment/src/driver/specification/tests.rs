//! What specifications stand for, and what is said of wrong ones.

use super::*;

fn driver() -> Driver {
    Driver {
        class: "Cache".to_owned(),
        package: String::new(),
        name: "CacheDriver".to_owned(),
        fields: vec![("Cache".to_owned(), "cache".to_owned(), None)],
        calls: vec![Call {
            code: "cache = new Cache();\nreturn VOID;".to_owned(),
            name: "new Cache()".to_owned(),
            role: Role::Make,
        }],
        left_out: Vec::new(),
    }
}

fn known(name: &str, count: usize) -> Option<Known> {
    let found = match (name, count) {
        ("put", 2) | ("clear", 0) => (false, false),
        ("get", 1) | ("size", 0) => (false, true),
        ("of", 0) => (true, true),
        _ => return None,
    };
    let (is_static, gives) = found;
    Some(Known { is_static, gives })
}

/// The scenarios that a specification stands for, with the names of calls.
fn scenarios(text: &str) -> Vec<String> {
    let mut driver = driver();
    let specification = Specification::parse(text).unwrap();
    let (scenarios, _) = specification.apply(&mut driver, &known).unwrap();
    scenarios.iter().map(|it| driver.told(it)).collect()
}

fn complaint(text: &str) -> String {
    let parsed = Specification::parse(text);
    let applied = parsed.and_then(|it| it.apply(&mut driver(), &known));
    applied.unwrap_err().0
}

#[test]
fn expressions_stand_for_words() {
    let text = "thread put(\"a\", 1) (get(\"a\") | clear())*\nthread clear()?  size()\ncalls 2";
    let told = scenarios(text);
    assert_eq!(told.len(), 3 * 2);
    let first = "after new Cache(): A: put(\"a\", 1) | B: size()";
    assert_eq!(told[0], first);
    let last = "after new Cache(): A: put(\"a\", 1); clear() | B: clear(); size()";
    assert_eq!(told[5], last);
}

#[test]
fn any_of_some_calls_by_some_threads() {
    let told = scenarios("any 2 of clear() | size()\ncalls 1\nmake new Cache(2)\nbefore put(1, 2)");
    assert_eq!(told.len(), 4);
    let first = "after new Cache(2); put(1, 2): A: clear() | B: clear()";
    assert_eq!(told[0], first);
}

#[test]
fn code_of_calls() {
    let mut driver = driver();
    let text = "field java.util.List list = null\n\
                thread of() {list.add(\"x(\");} cache.get(list.get(0)).toString()\n\
                check cache.size() < 3\ninvariant cache.get(\"|\")";
    let specification = Specification::parse(text).unwrap();
    let (scenarios, _) = specification.apply(&mut driver, &known).unwrap();
    let codes: Vec<&str> = driver.calls.iter().map(|it| it.code.as_str()).collect();
    let expected = [
        "cache = new Cache();\nreturn VOID;",
        "return Cache.of();",
        "list.add(\"x(\");\nreturn VOID;",
        "cache.get(list.get(0)).toString();\nreturn VOID;",
        "if (!(cache.size() < 3)) throw new AssertionError(\"cache.size() < 3\");\nreturn VOID;",
        "if (Boolean.FALSE.equals(cache.get(\"|\"))) throw new AssertionError(\"cache.get(\\\"|\\\")\");\n\
         return VOID;",
    ];
    assert_eq!(codes, expected);
    assert_eq!(scenarios[0].to_string(), "0/1,2,3=!4,!5");
}

#[test]
fn complaints_say_where() {
    assert!(complaint("# nothing\nthred x()").starts_with("line 2: `thred` is none of"));
    assert!(complaint("thread put(1").starts_with("line 1: a call such as"));
    assert!(complaint("thread put(1)").contains("no method put"));
    assert!(complaint("thread (clear()").contains("not closed"));
    assert!(complaint("calls 0").contains("1 to 15"));
    assert!(complaint("thread").contains("nothing stands after"));
    assert!(complaint("thread clear() clear() clear() clear()").contains("more than 3"));
}
