//! Directories, jars and sources, as users have them.

use std::io::Write;
use std::path::{Path, PathBuf};

use classpath::{ClassPath, Error, Jar, Jdk};

const CLASS: &[u8] = b"\xca\xfe\xba\xbe rest";

/// A fresh directory for a test.
fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// A jar with these entries, every second one compressed.
fn jar(path: &Path, entries: &[(&str, &[u8])]) {
    let mut bytes = Vec::new();
    let mut archive = rawzip::ZipArchiveWriter::new(&mut bytes);
    for (index, (name, content)) in entries.iter().enumerate() {
        let method = match index % 2 {
            0 => rawzip::CompressionMethod::STORE,
            _ => rawzip::CompressionMethod::DEFLATE,
        };
        let (mut entry, config) = archive
            .new_file(*name)
            .compression_method(method)
            .start()
            .unwrap();
        let descriptor = if index % 2 == 0 {
            let mut writer = config.wrap(&mut entry);
            writer.write_all(content).unwrap();
            writer.finish().unwrap().1
        } else {
            let level = flate2::Compression::default();
            let encoder = flate2::write::DeflateEncoder::new(&mut entry, level);
            let mut writer = config.wrap(encoder);
            writer.write_all(content).unwrap();
            let (encoder, descriptor) = writer.finish().unwrap();
            encoder.finish().unwrap();
            descriptor
        };
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap();
    std::fs::write(path, bytes).unwrap();
}

fn found(classes: &ClassPath, name: &str) -> Option<Vec<u8>> {
    classes
        .find(name)
        .unwrap()
        .map(|found| found.bytes.into_owned())
}

#[test]
fn directories_come_in_order() {
    let root = directory("order");
    for (place, content) in [("a", b"\xca\xfe\xba\xbe a"), ("b", b"\xca\xfe\xba\xbe b")] {
        std::fs::create_dir_all(root.join(place).join("p")).unwrap();
        std::fs::write(root.join(place).join("p/X.class"), content).unwrap();
    }
    std::fs::write(root.join("b/p/text.properties"), "k=v").unwrap();
    let entries = [root.join("a"), root.join("missing"), root.join("b")];
    let classes = ClassPath::new(&entries, None).unwrap();
    assert_eq!(found(&classes, "p/X").unwrap(), b"\xca\xfe\xba\xbe a");
    assert_eq!(found(&classes, "p/Y"), None);
    assert_eq!(classes.resource("p/text.properties").unwrap(), b"k=v");
    assert_eq!(classes.resource("../b/p/text.properties"), None);
    assert_eq!(classes.classes(), ["p/X"]);
}

#[test]
fn what_is_no_class_file_is_said_so() {
    let root = directory("no-class");
    std::fs::write(root.join("X.class"), "hello").unwrap();
    let classes = ClassPath::new(std::slice::from_ref(&root), None).unwrap();
    let error = classes.find("X").unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "{} is not a class file: it does not start with CAFEBABE",
            root.join("X.class").display()
        )
    );
}

#[test]
fn jars_have_classes_versions_and_a_main_class() {
    let root = directory("jars");
    let path = root.join("x.jar");
    let manifest = b"Manifest-Version: 1.0\nMain-Class: p.Main\nMulti-Release: true\n";
    jar(
        &path,
        &[
            ("META-INF/MANIFEST.MF", manifest),
            ("p/Main.class", CLASS),
            ("p/Old.class", b"\xca\xfe\xba\xbe 8"),
            ("META-INF/versions/11/p/Old.class", b"\xca\xfe\xba\xbe 11"),
            ("META-INF/versions/17/p/Old.class", b"\xca\xfe\xba\xbe 17"),
            ("META-INF/versions/99/p/Old.class", b"\xca\xfe\xba\xbe 99"),
            ("META-INF/versions/9/p/New.class", CLASS),
            ("module-info.class", CLASS),
        ],
    );
    let at = |version| {
        let jar = Jar::open(&path, version).unwrap();
        jar.file("p/Old.class").unwrap().unwrap()
    };
    assert_eq!(at(8), b"\xca\xfe\xba\xbe 8");
    assert_eq!(at(16), b"\xca\xfe\xba\xbe 11");
    assert_eq!(at(21), b"\xca\xfe\xba\xbe 17");
    let jar = Jar::open(&path, 17).unwrap();
    assert_eq!(jar.main_class().as_deref(), Some("p/Main"));
    assert_eq!(jar.classes(), ["p/Main", "p/New", "p/Old"]);
    let classes = ClassPath::new(&[root.join("*")], None).unwrap();
    assert_eq!(found(&classes, "p/Main").unwrap(), CLASS);
    assert_eq!(classes.main_class().as_deref(), Some("p/Main"));
}

#[test]
fn a_manifest_adds_to_the_class_path_once() {
    let root = directory("chain");
    jar(
        &root.join("a.jar"),
        &[
            ("META-INF/MANIFEST.MF", b"Class-Path: b.jar\n"),
            ("A.class", CLASS),
        ],
    );
    jar(
        &root.join("b.jar"),
        &[
            ("META-INF/MANIFEST.MF", b"Class-Path: a.jar\n"),
            ("B.class", CLASS),
        ],
    );
    let classes = ClassPath::new(&[root.join("a.jar")], None).unwrap();
    assert!(found(&classes, "B").is_some());
}

#[test]
fn what_a_jar_promises_of_its_sizes_is_not_believed() {
    let root = directory("sizes");
    let path = root.join("x.jar");
    let content = vec![0; 8 << 20];
    jar(&path, &[("A.class", b"a"), ("B.class", &content)]);
    let whole = std::fs::read(&path).unwrap();
    let entry = whole
        .windows(4)
        .rposition(|it| it == b"PK\x01\x02")
        .unwrap();
    for size in [0, 1, 1000, u32::MAX - 1] {
        let mut bytes = whole.clone();
        bytes[entry + 24..entry + 28].copy_from_slice(&u32::to_le_bytes(size));
        std::fs::write(&path, bytes).unwrap();
        let jar = Jar::open(&path, 17).unwrap();
        let error = jar.file("B.class").unwrap_err();
        assert!(error.to_string().contains("B.class"), "{error}");
    }
}

#[test]
fn a_damaged_jar_is_an_error_with_its_name() {
    let root = directory("damaged");
    let path = root.join("x.jar");
    let content: Vec<u8> = CLASS.iter().copied().cycle().take(4000).collect();
    jar(&path, &[("A.class", &content), ("B.class", &content)]);
    let whole = std::fs::read(&path).unwrap();
    let mut refused = 0;
    for length in (0..whole.len()).step_by(7) {
        std::fs::write(&path, &whole[..length]).unwrap();
        match Jar::open(&path, 17) {
            Ok(jar) => drop(jar.file("A.class")),
            Err(Error::BadJar(named, _)) => {
                assert_eq!(named, path);
                refused += 1;
            }
            Err(other) => panic!("{other}"),
        }
    }
    assert!(refused > 100);
    for place in (0..whole.len()).step_by(5) {
        let mut bytes = whole.clone();
        bytes[place] ^= 0x55;
        std::fs::write(&path, bytes).unwrap();
        if let Ok(jar) = Jar::open(&path, 17) {
            let _ = jar.file("A.class");
            let _ = jar.file("B.class");
        }
    }
}

#[test]
fn sources_are_compiled_once() {
    let root = directory("sources");
    let jdk = Jdk::find(None).unwrap();
    let source = root.join("Hello.java");
    std::fs::write(
        &source,
        "class Hello { public static void main(String[] a) {} }",
    )
    .unwrap();
    let cache = root.join("cache");
    let sources = [source.clone()];
    let first = classpath::compile_into(&jdk, &sources, &[], &cache).unwrap();
    assert!(first.classes.join("Hello.class").is_file());
    let again = classpath::compile_into(&jdk, &sources, &[], &cache).unwrap();
    assert_eq!(first.classes, again.classes);
    std::fs::write(&source, "class Hello { int x; }").unwrap();
    let changed = classpath::compile_into(&jdk, &sources, &[], &cache).unwrap();
    assert_ne!(first.classes, changed.classes);
    // Only finished directories are left in the cache, each with its hash.
    assert_eq!(std::fs::read_dir(&cache).unwrap().count(), 4);
}

#[test]
fn sources_beside_are_found_and_noticed() {
    let root = directory("beside");
    let jdk = Jdk::find(None).unwrap();
    std::fs::create_dir_all(root.join("app/util")).unwrap();
    let main = root.join("app/Main.java");
    let helper = root.join("app/util/Helper.java");
    let text = "// A comment; package none;\n/* and */ package app;\n\
                public class Main { app.util.Helper helper; Second second; }";
    std::fs::write(&main, text).unwrap();
    std::fs::write(root.join("app/Second.java"), "package app; class Second {}").unwrap();
    std::fs::write(root.join("app/Third.java"), "package app; class Third {").unwrap();
    let say = |text: &str| {
        let text = format!("package app.util; public class Helper {{ {text} }}");
        std::fs::write(&helper, text).unwrap();
    };
    say("");
    let cache = root.join("cache");
    let compile = || classpath::compile_into(&jdk, std::slice::from_ref(&main), &[], &cache);
    let first = compile().unwrap().classes;
    for class in ["app/Main", "app/Second", "app/util/Helper"] {
        assert!(first.join(format!("{class}.class")).is_file(), "{class}");
    }
    assert_eq!(compile().unwrap().classes, first);
    say("int x;");
    let second = compile().unwrap().classes;
    assert_ne!(second, first);
    say("");
    assert_eq!(compile().unwrap().classes, first);
    say("int x = true;");
    let error = compile().unwrap_err().to_string();
    assert!(
        error.contains("Helper.java:1: error: incompatible types"),
        "{error}"
    );
}

#[test]
fn preview_features_are_compiled_where_the_compiler_asks() {
    let root = directory("preview");
    let jdk = Jdk::find(None).unwrap();
    // Patterns in switches are a preview feature of 17, and none of 21.
    let text = "class Preview { int of(Object it) { \
                return switch (it) { case String text -> text.length(); default -> 0; }; } }";
    let source = root.join("Preview.java");
    std::fs::write(&source, text).unwrap();
    let compiled = classpath::compile_into(&jdk, &[source], &[], &root.join("cache")).unwrap();
    assert!(compiled.classes.join("Preview.class").is_file());
}

#[test]
fn the_compilers_complaint_is_passed_on() {
    let root = directory("complaint");
    let jdk = Jdk::find(None).unwrap();
    let source = root.join("Bad.java");
    std::fs::write(&source, "class Bad { int x = \"text\"; }").unwrap();
    let cache = root.join("cache");
    let error = classpath::compile_into(&jdk, &[source], &[], &cache).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("Bad.java:1: error: incompatible types"),
        "{error}"
    );
    assert_eq!(std::fs::read_dir(&cache).unwrap().count(), 0);
    let missing = [root.join("None.java")];
    let error = classpath::compile_into(&jdk, &missing, &[], &cache).unwrap_err();
    assert!(matches!(error, Error::Unreadable(..)));
}

#[test]
fn the_jdk_is_behind_the_entries() {
    let root = directory("behind");
    std::fs::create_dir_all(root.join("java/lang")).unwrap();
    std::fs::write(root.join("java/lang/Object.class"), CLASS).unwrap();
    let classes = ClassPath::new(&[root], Some(Jdk::find(None).unwrap())).unwrap();
    let object = classes.find("java/lang/Object").unwrap().unwrap();
    assert!(object.is_library);
    assert_ne!(&*object.bytes, CLASS);
    let names = classes.resource("META-INF/services/none");
    assert_eq!(names, None);
}

#[test]
fn what_is_neither_file_nor_directory_is_refused() {
    let device = PathBuf::from("/dev/null");
    let error = ClassPath::new(std::slice::from_ref(&device), None).unwrap_err();
    assert!(
        error.to_string().contains("neither a directory nor a file"),
        "{error}"
    );
    let jdk = Jdk::find(None).unwrap();
    let error = classpath::compile_into(&jdk, &[device], &[], &directory("device")).unwrap_err();
    assert!(error.to_string().contains("it is not a file"), "{error}");
}

#[test]
fn damaged_classes_are_made_again() {
    let root = directory("damaged");
    let source = root.join("Whole.java");
    std::fs::write(&source, "class Whole { static int x = 1; }").unwrap();
    let jdk = Jdk::find(None).unwrap();
    let compile = || {
        let sources = std::slice::from_ref(&source);
        classpath::compile_into(&jdk, sources, &[], &root.join("cache")).unwrap()
    };
    let class = compile().classes.join("Whole.class");
    let whole = std::fs::read(&class).unwrap();
    std::fs::write(&class, &whole[..whole.len() / 2]).unwrap();
    assert_eq!(compile().classes.join("Whole.class"), class);
    assert_eq!(std::fs::read(&class).unwrap(), whole);
    std::fs::remove_file(&class).unwrap();
    compile();
    assert_eq!(std::fs::read(&class).unwrap(), whole);
    let untouched = class.metadata().unwrap().modified().unwrap();
    compile();
    assert_eq!(class.metadata().unwrap().modified().unwrap(), untouched);
}
