//! Declarations, structures, actions and programs from tokens.
//!
//! In: tokens. Out: a [`Document`]. A `foreach` and an action's body are read again for each word they are
//! for, with that word in the place of their own; so an error in them has the line where it is written.

use super::Error;
use super::formula::Scope;
use super::lexer::{Place, Token, tokens};
use crate::logic::action::{Action, Update};
use crate::logic::analysis::{Check, Edge, Program};
use crate::logic::formula::Formula;
use crate::logic::kleene::Kleene;
use crate::logic::structure::{CAPACITY, Structure};
use crate::logic::vocabulary::{Properties, Vocabulary};
use std::collections::BTreeMap;

/// All that a text says.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// The predicates.
    pub vocabulary: Vocabulary,
    /// The structures by name.
    pub structures: BTreeMap<String, Structure>,
    /// The programs, in order.
    pub programs: Vec<Program>,
}

/// Reads a text. Predicates come before the structures and programs that use them.
pub fn read(text: &str) -> Result<Document, Error> {
    read_with(text, &mut |_| None)
}

/// Reads a text that includes others; `find` gives the text of a name.
pub fn read_with(
    text: &str,
    find: &mut dyn FnMut(&str) -> Option<String>,
) -> Result<Document, Error> {
    let tokens = tokens(text, None, 0, find)?;
    let mut reader = Reader {
        tokens: &tokens,
        at: 0,
        bindings: Vec::new(),
        sets: BTreeMap::new(),
        templates: BTreeMap::new(),
        depth: 0,
        document: Document::default(),
    };
    while reader.at < tokens.len() {
        reader.item()?;
    }
    Ok(reader.document)
}

/// An action whose parameters are not known yet: its parameters and where its body begins.
#[derive(Clone)]
struct Template {
    parameters: Vec<String>,
    body: usize,
}

/// How deep `foreach` nests.
const DEEPEST: usize = 20;

pub(super) struct Reader<'a> {
    tokens: &'a [(Token, Place)],
    at: usize,
    bindings: Vec<(String, String)>,
    sets: BTreeMap<String, Vec<String>>,
    templates: BTreeMap<String, Template>,
    depth: usize,
    document: Document,
}

impl Reader<'_> {
    pub(super) fn vocabulary(&self) -> &Vocabulary {
        &self.document.vocabulary
    }

    fn error_at(&self, at: usize, message: &str) -> Error {
        let at = at.min(self.tokens.len().saturating_sub(1));
        let nowhere = Place {
            file: None,
            line: 1,
        };
        self.tokens
            .get(at)
            .map_or(&nowhere, |it| &it.1)
            .error(message)
    }

    pub(super) fn error(&self, message: &str) -> Error {
        self.error_at(self.at, message)
    }

    pub(super) fn error_before(&self, message: &str) -> Error {
        self.error_at(self.at.saturating_sub(1), message)
    }

    pub(super) fn take(&mut self) -> Option<Token> {
        let token = self.tokens.get(self.at)?.0.clone();
        self.at += 1;
        Some(token)
    }

    pub(super) fn accept(&mut self, sign: &str) -> bool {
        let found = matches!(self.tokens.get(self.at), Some((Token::Sign(it), _)) if *it == sign);
        self.at += usize::from(found);
        found
    }

    pub(super) fn accept_word(&mut self, word: &str) -> bool {
        let found = matches!(self.tokens.get(self.at), Some((Token::Word(it), _)) if it == word);
        self.at += usize::from(found);
        found
    }

    pub(super) fn expect(&mut self, sign: &str) -> Result<(), Error> {
        if self.accept(sign) {
            Ok(())
        } else {
            Err(self.unexpected(&format!("`{sign}`")))
        }
    }

    pub(super) fn expect_word(&mut self, word: &str) -> Result<(), Error> {
        if self.accept_word(word) {
            Ok(())
        } else {
            Err(self.unexpected(&format!("`{word}`")))
        }
    }

    fn unexpected(&self, wanted: &str) -> Error {
        match self.tokens.get(self.at) {
            Some((token, _)) => self.error(&format!("{wanted} is expected here, not {token}")),
            None => self.error(&format!("{wanted} is expected, but the text ends")),
        }
    }

    fn word(&mut self, wanted: &str) -> Result<String, Error> {
        match self.tokens.get(self.at) {
            Some((Token::Word(word), _)) => {
                self.at += 1;
                Ok(word.clone())
            }
            _ => Err(self.unexpected(wanted)),
        }
    }

    /// A word with words in brackets; those that stand for others are replaced.
    pub(super) fn name(&mut self) -> Result<String, Error> {
        let word = self.word("a name")?;
        let mut name = self.replaced(&word);
        if self.accept("[") {
            let mut inner = Vec::new();
            loop {
                self.depth += 1;
                if self.depth > DEEPEST {
                    return Err(self.error("brackets nest too deeply"));
                }
                inner.push(self.name()?);
                self.depth -= 1;
                if self.accept("]") {
                    break;
                }
                self.expect(",")?;
            }
            name = format!("{name}[{}]", inner.join(","));
        }
        Ok(name)
    }

    /// A word or text with the words that stand for others replaced.
    pub(super) fn replaced(&self, text: &str) -> String {
        let replace = |word: &str| {
            let binding = self.bindings.iter().rev().find(|it| it.0 == word);
            binding.map_or(word.to_string(), |it| it.1.clone())
        };
        let in_word = |it: char| it.is_alphanumeric() || it == '_' || it == '$';
        let mut result = String::new();
        let mut rest = text;
        while !rest.is_empty() {
            let word = rest.find(|it| !in_word(it)).unwrap_or(rest.len());
            result.push_str(&replace(&rest[..word]));
            rest = &rest[word..];
            let other = rest.find(in_word).unwrap_or(rest.len());
            result.push_str(&rest[..other]);
            rest = &rest[other..];
        }
        result
    }

    fn names(&mut self) -> Result<Vec<String>, Error> {
        let mut names = vec![self.name()?];
        while self.accept(",") {
            names.push(self.name()?);
        }
        Ok(names)
    }

    fn item(&mut self) -> Result<(), Error> {
        match self.word("a declaration")?.as_str() {
            "set" => {
                let name = self.name()?;
                self.expect("=")?;
                let words = self.names()?;
                self.sets.insert(name, words);
                self.expect(";")
            }
            "foreach" => self.foreach(Reader::item),
            "predicate" => self.predicate(),
            "rule" => {
                let rule = self.formula(&mut Scope::default())?;
                let added = self.document.vocabulary.add_rule(rule);
                added.map_err(|it| self.error_before(&it.to_string()))?;
                self.expect(";")
            }
            "exclusive" => {
                let mut symbols = Vec::new();
                for name in self.names()? {
                    let symbol = self.vocabulary().find(&name);
                    let missing = || self.error_before(&format!("`{name}` is no predicate"));
                    symbols.push(symbol.ok_or_else(missing)?);
                }
                let added = self.document.vocabulary.add_exclusive(&symbols);
                added.map_err(|it| self.error_before(&it.to_string()))?;
                self.expect(";")
            }
            "structure" => self.structure(),
            "action" => self.template(),
            "program" => self.program(),
            other => Err(self.error_before(&format!("`{other}` begins no declaration"))),
        }
    }

    /// Reads what is in braces once for each word of a set.
    fn foreach(
        &mut self,
        mut each: impl FnMut(&mut Self) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let variable = self.word("a word to replace")?;
        self.expect_word("in")?;
        let mut words = self.set_of_words()?;
        if self.accept("-") {
            let without = self.set_of_words()?;
            words.retain(|it| !without.contains(it));
        }
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.error("`foreach` nests too deeply"));
        }
        let begin = self.at;
        for word in words {
            self.at = begin;
            self.expect("{")?;
            self.bindings.push((variable.clone(), word));
            while !self.accept("}") {
                each(self)?;
            }
            self.bindings.pop();
        }
        self.depth -= 1;
        self.at = begin;
        self.skip_braces()
    }

    fn set_of_words(&mut self) -> Result<Vec<String>, Error> {
        if self.accept("{") {
            if self.accept("}") {
                return Ok(Vec::new());
            }
            let names = self.names()?;
            self.expect("}")?;
            return Ok(names);
        }
        let name = self.name()?;
        let set = self.sets.get(&name).cloned();
        set.ok_or_else(|| self.error_before(&format!("`{name}` is no set")))
    }

    fn skip_braces(&mut self) -> Result<(), Error> {
        self.expect("{")?;
        let mut depth = 1;
        while depth > 0 {
            match self.take() {
                Some(Token::Sign("{")) => depth += 1,
                Some(Token::Sign("}")) => depth -= 1,
                Some(_) => {}
                None => return Err(self.error("`}` is missing")),
            }
        }
        Ok(())
    }

    fn predicate(&mut self) -> Result<(), Error> {
        let name = self.name()?;
        let mut scope = Scope::default();
        let mut parameters = Vec::new();
        if self.accept("(") && !self.accept(")") {
            parameters = self.bind_all(&mut scope)?;
            self.expect(")")?;
        }
        if parameters.len() > 2 {
            return Err(self.error_before("a predicate has at most two arguments"));
        }
        let (mut properties, mut blind) = (Properties::default(), false);
        while let Some((Token::Word(word), _)) = self.tokens.get(self.at) {
            let flag = match word.as_str() {
                "unique" => &mut properties.unique,
                "function" => &mut properties.function,
                "inverse" => &mut properties.inverse_function,
                "symmetric" => &mut properties.symmetric,
                "antisymmetric" => &mut properties.antisymmetric,
                "irreflexive" => &mut properties.irreflexive,
                "reflexive" => &mut properties.reflexive,
                "transitive" => &mut properties.transitive,
                "blind" => &mut blind,
                other => {
                    return Err(self.error(&format!("`{other}` is no property of predicates")));
                }
            };
            *flag = true;
            self.at += 1;
        }
        let arity = parameters.len();
        let definition = match self.accept("=") {
            true => Some((parameters, self.formula(&mut scope)?)),
            false => None,
        };
        let declared = self
            .document
            .vocabulary
            .declare(&name, arity, properties, definition);
        let symbol = declared.map_err(|it| self.error_before(&it.to_string()))?;
        if blind {
            self.document.vocabulary.blind(symbol);
        }
        self.expect(";")
    }

    fn structure(&mut self) -> Result<(), Error> {
        let name = self.name()?;
        self.expect("{")?;
        let (mut individuals, mut summary) = (Vec::new(), 0u64);
        if self.accept_word("individuals") && !self.accept(";") {
            loop {
                if individuals.len() == CAPACITY {
                    return Err(self.error("a structure has at most 64 individuals"));
                }
                let name = self.name()?;
                if individuals.contains(&name) {
                    return Err(self.error_before(&format!("`{name}` is there twice")));
                }
                individuals.push(name);
                if self.accept("+") {
                    summary |= 1 << (individuals.len() - 1);
                }
                if self.accept(";") {
                    break;
                }
                self.expect(",")?;
            }
        }
        let mut structure = self.vocabulary().structure(individuals.len());
        structure.set_summary(summary);
        while !self.accept("}") {
            self.fact(&mut structure, &individuals)?;
        }
        self.document.structures.insert(name, structure);
        Ok(())
    }

    /// `p(a, b) = 1/2;` or a `foreach` with facts.
    fn fact(&mut self, structure: &mut Structure, individuals: &[String]) -> Result<(), Error> {
        if self.accept_word("foreach") {
            return self.foreach(|reader| reader.fact(structure, individuals));
        }
        let name = self.name()?;
        let symbol = self.vocabulary().find(&name);
        let symbol =
            symbol.ok_or_else(|| self.error_before(&format!("`{name}` is no predicate")))?;
        let mut tuple = Vec::new();
        if self.accept("(") && !self.accept(")") {
            loop {
                let argument = self.name()?;
                let place = individuals.iter().position(|it| *it == argument);
                let missing = || self.error_before(&format!("`{argument}` is no individual"));
                tuple.push(place.ok_or_else(missing)?);
                if self.accept(")") {
                    break;
                }
                self.expect(",")?;
            }
        }
        if Formula::atom(symbol, &vec![0; tuple.len()]).is_none() {
            let message = format!("`{name}` does not have {} arguments", tuple.len());
            return Err(self.error_before(&message));
        }
        let mut value = Kleene::True;
        if self.accept("=") {
            value = match self.take() {
                Some(Token::Sign("1/2")) => Kleene::Unknown,
                Some(Token::Word(word)) if word == "0" => Kleene::False,
                Some(Token::Word(word)) if word == "1" => Kleene::True,
                _ => return Err(self.error_before("a value is 0, 1 or 1/2")),
            };
        }
        structure.set(symbol, &tuple, value);
        self.expect(";")
    }

    fn template(&mut self) -> Result<(), Error> {
        let name = self.name()?;
        self.expect("(")?;
        let parameters = if self.accept(")") {
            Vec::new()
        } else {
            let parameters = self.names()?;
            self.expect(")")?;
            parameters
        };
        let body = self.at;
        self.templates.insert(name, Template { parameters, body });
        self.skip_braces()
    }

    fn instance(&mut self) -> Result<Action, Error> {
        let name = self.name()?;
        let template = self.templates.get(&name).cloned();
        let template =
            template.ok_or_else(|| self.error_before(&format!("`{name}` is no action")))?;
        self.expect("(")?;
        let arguments = if self.accept(")") {
            Vec::new()
        } else {
            let arguments = self.names()?;
            self.expect(")")?;
            arguments
        };
        if arguments.len() != template.parameters.len() {
            let count = template.parameters.len();
            return Err(self.error_before(&format!("`{name}` has {count} parameters")));
        }
        let after = self.at;
        let outer = std::mem::take(&mut self.bindings);
        self.bindings = template
            .parameters
            .into_iter()
            .zip(arguments.clone())
            .collect();
        self.at = template.body;
        self.expect("{")?;
        let mut action = Action::new(format!("{name}({})", arguments.join(", ")));
        let mut scope = Scope::default();
        while !self.accept("}") {
            self.clause(&mut action, &mut scope)?;
        }
        self.bindings = outer;
        self.at = after;
        Ok(action)
    }

    fn clause(&mut self, action: &mut Action, scope: &mut Scope) -> Result<(), Error> {
        match self.word("a clause")?.as_str() {
            "foreach" => return self.foreach(|reader| reader.clause(action, scope)),
            "title" => action.title = self.quoted()?,
            "choose" => {
                let (variable, formula) = self.bound_formula(scope)?;
                action.choices.push((variable, formula));
            }
            "focus" => {
                self.expect("(")?;
                let variables = if self.accept(")") {
                    Vec::new()
                } else {
                    self.bind_list(scope)?
                };
                let formula = self.formula(scope)?;
                scope.unbind(variables.len());
                action.focus.push((variables, formula));
            }
            "when" => {
                let condition = self.formula(scope)?;
                action.condition = Formula::and([action.condition.clone(), condition]);
            }
            "error" => {
                let formula = self.formula(scope)?;
                let message = self.quoted()?;
                action.errors.push((formula, message));
            }
            "new" => {
                let name = self.name()?;
                let variable = scope.bind(name).map_err(|it| self.error_before(&it))?;
                action.created.push(variable);
            }
            "set" => self.update(action, scope)?,
            "remove" => action.removed = Some(self.own_formula(scope)?),
            "collect" => action.collected = Some(self.own_formula(scope)?),
            other => return Err(self.error_before(&format!("`{other}` begins no clause"))),
        }
        self.expect(";")
    }

    /// New variables up to the closing parenthesis.
    fn bind_list(&mut self, scope: &mut Scope) -> Result<Vec<u8>, Error> {
        let variables = self.bind_all(scope)?;
        self.expect(")")?;
        Ok(variables)
    }

    /// `v: f`, where `v` stays known.
    fn bound_formula(&mut self, scope: &mut Scope) -> Result<(u8, Formula), Error> {
        let name = self.name()?;
        let variable = scope.bind(name).map_err(|it| self.error_before(&it))?;
        self.expect(":")?;
        Ok((variable, self.formula(scope)?))
    }

    /// `v: f`, where `f` has no other free variable and `v` is forgotten.
    fn own_formula(&mut self, scope: &mut Scope) -> Result<(u8, Formula), Error> {
        let (variable, formula) = self.bound_formula(scope)?;
        scope.unbind(1);
        if formula.free() & !(1 << variable) != 0 {
            return Err(self.error_before("individuals that go are told by their own facts only"));
        }
        Ok((variable, formula))
    }

    fn update(&mut self, action: &mut Action, scope: &mut Scope) -> Result<(), Error> {
        let name = self.name()?;
        let symbol = self.vocabulary().find(&name);
        let symbol =
            symbol.ok_or_else(|| self.error_before(&format!("`{name}` is no predicate")))?;
        let mut parameters = Vec::new();
        if self.accept("(") && !self.accept(")") {
            parameters = self.bind_list(scope)?;
        }
        if Formula::atom(symbol, &parameters).is_none() {
            let message = format!("`{name}` does not have {} arguments", parameters.len());
            return Err(self.error_before(&message));
        }
        if action.updates.iter().any(|it| it.symbol == symbol) {
            return Err(self.error_before(&format!("`{name}` is set twice")));
        }
        self.expect("=")?;
        let formula = self.formula(scope)?;
        scope.unbind(parameters.len());
        action
            .updates
            .push(Update::new(symbol, parameters, formula));
        Ok(())
    }

    fn program(&mut self) -> Result<(), Error> {
        let name = self.name()?;
        let mut program = Program {
            name,
            ..Program::default()
        };
        let mut start = None;
        self.expect("{")?;
        while !self.accept("}") {
            if self.accept_word("input") {
                for name in self.names()? {
                    let found = self.document.structures.get(&name).cloned();
                    let missing = || self.error_before(&format!("`{name}` is no structure"));
                    program.inputs.push(found.ok_or_else(missing)?);
                }
            } else if self.accept_word("start") {
                start = Some(self.label(&mut program)?);
            } else if self.accept_word("check") {
                let label = self.label(&mut program)?;
                self.expect(":")?;
                let formula = self.formula(&mut Scope::default())?;
                let message = self.quoted()?;
                program.checks.push(Check {
                    label,
                    formula,
                    message,
                });
            } else {
                let from = self.label(&mut program)?;
                self.expect("->")?;
                let to = self.label(&mut program)?;
                self.expect(":")?;
                let action = self.instance()?;
                program.edges.push(Edge { from, to, action });
            }
            self.expect(";")?;
        }
        program.start = start.ok_or_else(|| self.error_before("the program has no start"))?;
        self.document.programs.push(program);
        Ok(())
    }

    fn label(&mut self, program: &mut Program) -> Result<usize, Error> {
        let name = self.name()?;
        if let Some(label) = program.labels.iter().position(|it| *it == name) {
            return Ok(label);
        }
        program.labels.push(name);
        Ok(program.labels.len() - 1)
    }
}
