//! Points-to sets on demand: what one reference can mean, found out backwards from where it is used.
//!
//! In: [`Points`], a place in the code and, where calls are told apart, the calls that lead there. Out:
//! the objects that the reference can mean, never more than the exhaustive sets say.
//!
//! A query follows assignments backwards: moves in the method, arguments where the reference is a
//! parameter, results where it comes from a call, and, where it is read from a field, what the field
//! of each object holds that the base can mean, which is a query of its own. With contexts
//! (`has_contexts`) an argument is looked for in the very call that was followed into the
//! method, if it is known (Sridharan and Bodík's matching of calls and returns); without, in all.
//! What fields hold is taken from the exhaustive sets, as are the call graph and whatever an
//! instruction gives that is not understood here. Without contexts a query so finds what the
//! exhaustive analysis does, and costs what it looks at; that is what Parízek and Lhoták report, too.
//!
//! Why it is sound: each kind of assignment that the exhaustive analysis has an inclusion for is
//! followed, or answered by its set; leaving out calls that can't match leaves out no run; and what
//! takes more steps than the budget has is answered by the exhaustive set.

use program::{Instruction, Kind, MethodId, Program};

use crate::futures::is_sharp;
use crate::points::{HashedSet, InstanceId, Map, Object, Points};
use crate::set::Set;
use crate::webs::NONE;

/// A call: whose, and which instruction.
type CallSite = (InstanceId, u32);

/// Steps of one query.
const STEPS: u32 = 3_000;

/// Queries about bases of fields within queries.
const DEEPEST: u32 = 4;

/// Calls that are remembered; with more, it is not known who called.
const LONGEST: usize = 16;

/// Queries and what was found.
#[derive(Debug)]
pub(crate) struct Demand {
    has_contexts: bool,
    callers: Map<InstanceId, Vec<CallSite>>,
    /// Instances that are entered otherwise than by calls.
    begun: HashedSet<InstanceId>,
    definitions: Map<MethodId, Vec<Vec<u32>>>,
    found: Map<(InstanceId, u32, Vec<CallSite>), Set>,
}

/// One query at work.
struct Query<'a> {
    program: &'a Program,
    points: &'a Points,
    steps: u32,
}

impl Demand {
    /// For queries with or without contexts.
    pub(crate) fn new(points: &Points, has_contexts: bool) -> Demand {
        let mut callers: Map<InstanceId, Vec<CallSite>> = Map::default();
        for (site, callees) in &points.calls {
            for callee in callees {
                callers.entry(*callee).or_default().push(*site);
            }
        }
        let roots = points.roots.iter().map(|it| it.instance);
        Demand {
            has_contexts,
            callers,
            begun: roots.chain(points.initializers.keys().copied()).collect(),
            definitions: Map::default(),
            found: Map::default(),
        }
    }

    /// What a web of an instance can mean, when these calls have led there, innermost last.
    pub(crate) fn ask(
        &mut self,
        program: &Program,
        points: &Points,
        (instance, web): (InstanceId, u32),
        calls: &[CallSite],
    ) -> Set {
        let calls = match self.has_contexts {
            true => &calls[calls.len().saturating_sub(LONGEST)..],
            false => &[],
        };
        let key = (instance, web, calls.to_vec());
        if let Some(known) = self.found.get(&key) {
            return known.clone();
        }
        let mut query = Query {
            program,
            points,
            steps: STEPS,
        };
        let all = points.web(instance, web);
        let mut found = Set::default();
        match self.follow(&mut query, instance, web, calls, 0) {
            // Filters on the way are not looked at here, but they are in the exhaustive set.
            Some(set) => set.iter().filter(|it| all.contains(*it)).for_each(|it| {
                found.insert(it);
            }),
            None => found.extend(all),
        }
        self.found.insert(key, found.clone());
        found
    }

    /// Follows assignments backwards; `None` if the budget does not last.
    fn follow(
        &mut self,
        query: &mut Query<'_>,
        instance: InstanceId,
        web: u32,
        calls: &[CallSite],
        depth: u32,
    ) -> Option<Set> {
        let (program, points) = (query.program, query.points);
        let mut found = Set::default();
        let mut seen: HashedSet<(InstanceId, u32, Vec<CallSite>)> = HashedSet::default();
        let mut pending = vec![(instance, web, calls.to_vec())];
        while let Some((instance, web, calls)) = pending.pop() {
            if web == NONE || !seen.insert((instance, web, calls.clone())) {
                continue;
            }
            query.steps = query.steps.checked_sub(1)?;
            let method = points.instances[instance as usize].method;
            let body = program.body(method);
            let webs = points.webs(instance);
            if (0..body.handlers.len()).any(|it| webs.handler(it) == web) {
                found.extend(points.web(instance, web));
                continue;
            }
            for position in (0..body.parameters.len()).filter(|it| webs.parameter(*it) == web) {
                if !self.arguments(query, (instance, position), &calls, &mut pending) {
                    found.extend(points.web(instance, web));
                }
            }
            for pc in self.definitions_of(program, points, instance, web) {
                let is_known = match body.code[pc as usize] {
                    Instruction::Move { source, .. } => {
                        pending.push((instance, webs.used(pc, source), calls.clone()));
                        true
                    }
                    Instruction::GetField {
                        kind: Kind::Reference,
                        object,
                        field,
                        ..
                    } if depth < DEEPEST => {
                        let base = webs.used(pc, object);
                        let bases = self.follow(query, instance, base, &calls, depth + 1)?;
                        let is_known = bases.iter().all(|it| is_sharp(points, it));
                        if is_known {
                            let held = bases.iter().map(|it| points.field(it, field));
                            held.for_each(|it| found.extend(it));
                        }
                        is_known
                    }
                    Instruction::Invoke { .. } => {
                        self.results(query, (instance, pc), &calls, &mut pending)
                    }
                    Instruction::New { .. } | Instruction::NewArray { .. } => {
                        let context = points.instances[instance as usize].context;
                        let made = points.id_of(Object::Site {
                            method,
                            pc,
                            dimension: 0,
                            context,
                        });
                        made.map(|it| found.insert(it)).is_some()
                    }
                    _ => false,
                };
                if !is_known {
                    found.extend(points.web(instance, web));
                }
            }
        }
        Some(found)
    }

    /// Goes on with what callers give for a parameter. Whether that is all.
    fn arguments(
        &self,
        query: &Query<'_>,
        (instance, position): (InstanceId, usize),
        calls: &[CallSite],
        pending: &mut Vec<(InstanceId, u32, Vec<CallSite>)>,
    ) -> bool {
        let points = query.points;
        let (sites, rest): (&[CallSite], &[CallSite]) = match calls.split_last() {
            Some((site, rest)) => (std::slice::from_ref(site), rest),
            None if self.begun.contains(&instance) => return false,
            None => (self.callers.get(&instance).map_or(&[], |it| it), &[]),
        };
        for site in sites {
            let (caller, pc) = *site;
            let body = query.program.body(points.instances[caller as usize].method);
            let Instruction::Invoke { arguments, .. } = body.code[pc as usize] else {
                return false;
            };
            let Some(argument) = body.argument_registers(arguments).get(position) else {
                return false;
            };
            // What natives and code that is not looked into call back gets other arguments.
            let is_called = points.calls.get(site);
            let is_called = is_called.is_some_and(|it| it.contains(&instance));
            if points.natives.contains_key(site) || !is_called {
                return false;
            }
            let web = points.webs(caller).used(pc, *argument);
            pending.push((caller, web, rest.to_vec()));
        }
        true
    }

    /// Goes on with what callees give back. Whether that is all.
    fn results(
        &self,
        query: &Query<'_>,
        site: CallSite,
        calls: &[CallSite],
        pending: &mut Vec<(InstanceId, u32, Vec<CallSite>)>,
    ) -> bool {
        let points = query.points;
        let Some(callees) = points.calls.get(&site) else {
            return false;
        };
        if points.natives.contains_key(&site) {
            return false;
        }
        let calls = match self.has_contexts {
            true if calls.len() < LONGEST => [calls, &[site]].concat(),
            true => vec![site],
            false => Vec::new(),
        };
        for callee in callees {
            let body = query
                .program
                .body(points.instances[*callee as usize].method);
            let webs = points.webs(*callee);
            for (pc, instruction) in body.code.iter().enumerate() {
                if let Instruction::Return { source } = instruction
                    && source.is_some()
                {
                    let web = webs.used(pc as u32, *source);
                    pending.push((*callee, web, calls.clone()));
                }
            }
        }
        true
    }

    /// The instructions that assign a web.
    fn definitions_of(
        &mut self,
        program: &Program,
        points: &Points,
        instance: InstanceId,
        web: u32,
    ) -> Vec<u32> {
        let method = points.instances[instance as usize].method;
        let webs = points.webs(instance);
        let all = self.definitions.entry(method).or_insert_with(|| {
            let mut all = vec![Vec::new(); webs.count as usize];
            for pc in 0..program.body(method).code.len() as u32 {
                let defined = webs.defined(pc);
                if defined != NONE {
                    all[defined as usize].push(pc);
                }
            }
            all
        });
        all[web as usize].clone()
    }
}
