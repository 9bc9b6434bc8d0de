//! `heddle export promela`: a program as a Promela model.

use analysis::world::World;
use program::Program;
use promela::context::Checks;
use promela::layout::Bounds;
use promela::observed::Observed;
use promela::origin::Origin;
use promela::print::Printed;
use promela::translate::{Options, Translation, translate};
use property::{FindingKind, Selection};

use crate::exit::Failure;
use crate::flags::ModelOptions;
use crate::ignored::Names;
use crate::java::JavaSubject;
use crate::settings::Settings;
use crate::subject::Subject;
use crate::world::Concrete;

/// A model and its text.
pub(crate) struct Exported {
    pub(crate) translation: Translation,
    pub(crate) printed: Printed,
}

impl Exported {
    /// The same for SPIN's simulator.
    pub(crate) fn simulated(mut self, program: &Program) -> Exported {
        let model = &mut self.translation.model;
        model.yields = true;
        self.printed = promela::print(model, &|origin| place(program, origin));
        self
    }
}

/// The bounds that the options ask for.
pub(crate) fn bounds(options: &ModelOptions) -> Bounds {
    let usual = Bounds::default();
    Bounds {
        instances: options.instances.unwrap_or(usual.instances),
        elements: options.elements.unwrap_or(usual.elements),
        recursion: options.recursion.unwrap_or(usual.recursion),
    }
}

/// The model that is wanted.
pub(crate) struct Wanted<'a> {
    pub(crate) bounds: Bounds,
    /// What it leaves out.
    pub(crate) ignored: &'a Names,
    /// The formula that is asked of it.
    pub(crate) observed: Option<&'a Observed>,
    /// Whether variables may be hidden from SPIN's states.
    pub(crate) hides: bool,
    /// Whether it is searched for weakly fair runs.
    pub(crate) is_fair: bool,
}

/// Translates a program that has been started.
pub(crate) fn export(
    subject: &mut JavaSubject<'_>,
    program: &Program,
    settings: &Settings,
    wanted: &Wanted<'_>,
) -> Result<Exported, Failure> {
    if let Some(unsupported) = subject.unsupported_at_start() {
        return Err(Failure::input(format!(
            "the program can't be started: {}",
            unsupported.reason
        )));
    }
    let bounds = wanted.bounds;
    let options = Options {
        bounds,
        checks: checks(&settings.selection),
        hides: wanted.hides,
        is_fair: wanted.is_fair,
    };
    let exclusive = subject.exclusive(settings);
    let mut world = Concrete(subject.machine());
    if has_hooks(program, &mut world) {
        return Err(Failure::input(
            "can't be translated: shutdown hooks (Runtime.addShutdownHook)",
        ));
    }
    let mut translation = translate(
        program,
        &mut world,
        options,
        wanted.ignored,
        wanted.observed,
        &exclusive,
    )
    .map_err(|error| Failure::input(format!("can't be translated: {}", error.0)))?;
    translation.model.comments = head(settings, &translation, bounds);
    let printed = promela::print(&translation.model, &|origin| place(program, origin));
    Ok(Exported {
        translation,
        printed,
    })
}

/// Whether the program has registered shutdown hooks, which a model does not run.
pub(crate) fn has_hooks(program: &Program, world: &mut Concrete<'_, '_>) -> bool {
    let mut found = || {
        let class = program.loaded("java/lang/ApplicationShutdownHooks")?;
        let hooks = program.field(program.resolve_field(class, "hooks").ok()?);
        let map = *world.statics(class).get(usize::from(hooks.slot))?;
        if map == 0 {
            return Some(false);
        }
        let map_class = program.loaded("java/util/IdentityHashMap")?;
        let size = program.field(program.resolve_field(map_class, "size").ok()?);
        let words = world.object(map as u32).words;
        Some(
            words
                .get(usize::from(size.slot))
                .is_some_and(|size| *size != 0),
        )
    };
    found().unwrap_or(false)
}

fn checks(selection: &Selection) -> Checks {
    let exceptions = [
        FindingKind::Exception,
        FindingKind::IllegalMonitor,
        FindingKind::IllegalThreadState,
    ];
    Checks {
        assertions: selection.has(FindingKind::Assertion),
        exceptions: exceptions.into_iter().any(|kind| selection.has(kind)),
    }
}

fn head(settings: &Settings, translation: &Translation, bounds: Bounds) -> Vec<String> {
    let mut lines = vec![
        format!(
            "{} as a Promela model, made by Heddle",
            settings.target.name
        ),
        "each atomic sequence is what one thread does up to where another could notice".to_owned(),
        format!(
            "bounds: {} objects made at one place, {} elements of an array of unknown length, \
             {} nested calls of a method by itself",
            bounds.instances, bounds.elements, bounds.recursion
        ),
    ];
    lines.push(format!(
        "{} places where a run would leave the model; it stays there",
        translation.reasons.len()
    ));
    lines
}

/// `Main.java:7`
fn place(program: &Program, origin: Origin) -> Option<String> {
    let (method, pc) = origin.at?;
    let line = program.body(method).line(pc)?;
    let class = program.class(program.method(method).class);
    let file = class.source_file.as_deref()?;
    Some(format!("{file}:{line}"))
}
