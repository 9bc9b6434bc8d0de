//! The statements of `tests/shape/cells.shape`, whose instrumentation has its own update formulas.

use super::concrete;
use super::operations::{Case, missing};
use super::random::{Random, weakened};
use shape::logic::analysis::Program;
use shape::logic::coerce::coerce;
use shape::logic::embedding::embeds;
use shape::logic::structure::Structure;
use shape::logic::text::{Document, read};
use shape::logic::transform::Transformer;

/// Each statement with each pattern of equal and different variables.
const STATEMENTS: &str = "
    program statements {
      start A;
      A -> A: isNull(x); A -> A: isNotNull(x); A -> A: setNull(x); A -> A: copy(x, y);
      A -> A: allocate(x); A -> A: load(x, y, n); A -> A: load(x, x, n); A -> A: clear(x, n);
      A -> A: store(x, n, y); A -> A: store(x, n, x); A -> A: free(x);
    }
";

/// The statements as they are in a text.
pub(crate) fn statements(cells: &str) -> Document {
    let text = format!("set Variables = x, y; set Fields = n; {cells} {STATEMENTS}");
    read(&text).unwrap_or_else(|it| panic!("{it}"))
}

pub(crate) fn cells() -> String {
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = here
        .ancestors()
        .nth(2)
        .unwrap()
        .join("tests/shape/cells.shape");
    std::fs::read_to_string(file).unwrap()
}

/// What is wrong with the statements on concrete structures and on random abstract ones, if `right` has them as
/// they should be.
pub(crate) fn wrong(
    document: &Document,
    right: &Document,
    concretes: &[Structure],
    cases: u64,
) -> Option<String> {
    let vocabulary = &document.vocabulary;
    let abstracts = (1..=cases).map(|seed| {
        let mut random = Random::new(seed);
        weakened(
            vocabulary,
            &concretes[random.below(concretes.len())],
            &mut random,
        )
    });
    let alone = concretes
        .iter()
        .map(|it| (it.clone(), std::slice::from_ref(it)));
    let many = abstracts.map(|it| (it, concretes));
    alone
        .chain(many)
        .find_map(|(structure, behind)| wrong_on(document, right, structure, behind))
}

/// What is wrong on one structure, of which `behind` has all it may stand for.
fn wrong_on(
    document: &Document,
    right: &Document,
    mut structure: Structure,
    behind: &[Structure],
) -> Option<String> {
    let vocabulary = &document.vocabulary;
    let program: &Program = &document.programs[0];
    if coerce(vocabulary, &mut structure).is_err() {
        return None;
    }
    let case = Case {
        vocabulary,
        concretes: behind,
        random: Random::new(1),
        structure,
    };
    program
        .edges
        .iter()
        .zip(&right.programs[0].edges)
        .find_map(|(edge, right)| {
            let title = &edge.action.title;
            let step = Transformer::new(vocabulary).apply(&case.structure, &edge.action);
            if let Some(missing) = missing(&case, &right.action, &step) {
                return Some(format!("{title}: {missing}"));
            }
            step.suspects.iter().find_map(|suspect| {
                let real = behind.iter().find(|it| embeds(it, suspect))?;
                Some(format!("{title} contradicts itself on {real:?}"))
            })
        })
}

#[test]
fn statements_of_cells_are_right() {
    let document = statements(&cells());
    let concretes = concrete::all_legal(&document.vocabulary, 3);
    assert_eq!(wrong(&document, &document, &concretes, 150), None);
}
