'use strict';
// Draws a run and steps through it. A position is a number of steps that have been taken. What is shown are
// deeds: the steps inside one call of the library are one, unless they are asked for.
const data = JSON.parse(document.getElementById('data').textContent);
const get = id => document.getElementById(id);
let run, deeds, at, file;

function element(tag, text, name) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  if (name) made.className = name;
  return made;
}

// The deeds of a run, each with the number of its first step and of the one after its last.
function deedsOf(run, inner) {
  const all = [];
  let from = 0;
  for (const [count, words] of run.deeds) {
    for (let i = 0; inner && i < count && count > 1; i++) {
      const step = run.steps[from + i];
      const change = step[6] ? `${step[6]} → ${step[5]}` : step[5];
      all.push({from: from + i, to: from + i + 1, words: step[4] + (change ? ': ' + change : '')});
    }
    if (!inner || count === 1) all.push({from, to: from + count, words});
    from += count;
  }
  return all;
}

// How things stand after each step: changes are put on top of each other once, every view is then a look.
function momentsOf(run) {
  const all = [];
  let threads = new Map(), locks = new Map(), printed = 0;
  for (const [changedThreads, changedLocks, count] of run.moments) {
    if (changedThreads.length) threads = new Map(threads);
    if (changedLocks.length) locks = new Map(locks);
    for (const [name, path, short, line, state, by] of changedThreads)
      threads.set(name, {path, short, line, state, by});
    for (const [name, owner] of changedLocks) locks.set(name, owner);
    printed = count;
    all.push({threads, locks, printed});
  }
  return all;
}

function choose(index) {
  run = data.runs[index];
  run.states ??= momentsOf(run);
  run.names ??= [...new Set([...(run.states.at(-1)?.threads.keys() ?? []), ...run.steps.map(it => it[0])])];
  file = undefined;
  layOut();
  go(deeds.length);
}

function layOut() {
  deeds = deedsOf(run, get('inner').checked);
  const columns = `3em repeat(${run.names.length}, minmax(7em, 1fr))`;
  const lanes = element('div', undefined, 'lanes');
  lanes.style.gridTemplateColumns = columns;
  lanes.append(element('span'));
  for (const name of run.names) lanes.append(element('span', name));
  const rows = deeds.map((deed, index) => {
    const row = element('div', undefined, 'deed');
    row.style.gridTemplateColumns = columns;
    row.append(element('span', deed.from + 1, 'number'));
    const [thread, , short, line] = run.steps[deed.from];
    const after = run.states[deed.to];
    for (const name of run.names) {
      const cell = element('span', undefined, 'cell');
      if (after && [...after.locks.values()].includes(name)) {
        cell.classList.add('held');
        cell.title = 'holds ' + [...after.locks].filter(it => it[1] === name).map(it => it[0]).join(', ');
      }
      if (name === thread) {
        cell.classList.add('mine');
        const arrow = /^(starts|unparks|interrupts|notifies) (\S+)/.exec(deed.words);
        if (arrow && run.names.includes(arrow[2])) {
          const right = run.names.indexOf(arrow[2]) > run.names.indexOf(name);
          cell.append(element('span', right ? '→ ' : '← ', 'arrow'));
        }
        cell.append(deed.words);
        if (short) cell.append(' ', element('small', data.sources.length === 1 ? `line ${line}` : `${short}:${line}`));
      }
      row.append(cell);
    }
    if (run.loop && deed.from === run.loop - 1) {
      row.classList.add('loop');
      row.title = 'from here on for ever';
    }
    row.onclick = () => go(index + 1);
    return row;
  });
  deeds.forEach((deed, index) => { deed.row = rows[index]; });
  get('timeline').replaceChildren(lanes, ...rows);
}

// Scrolls a box so that a row of it is seen. The page stays where it is.
function reveal(box, row) {
  const [seen, wanted] = [box.getBoundingClientRect(), row.getBoundingClientRect()];
  const head = 2 * wanted.height;
  if (wanted.top < seen.top + head) box.scrollTop -= seen.top + head - wanted.top;
  if (wanted.bottom > seen.bottom - head) box.scrollTop += wanted.bottom - seen.bottom + head;
}

// To the moment after so many deeds.
function go(count) {
  const before = at !== undefined && deeds[at - 1];
  if (before) before.row.classList.remove('now');
  for (const row of get('timeline').querySelectorAll('.now')) row.classList.remove('now');
  at = Math.max(0, Math.min(deeds.length, count));
  const deed = deeds[at - 1];
  const position = deed ? deed.to : 0;
  get('where').value = `step ${position} of ${run.steps.length}`;
  get('now').textContent = deed ? `${run.steps[deed.from][0]} ${deed.words}` : 'before the first step';
  if (deed) {
    deed.row.classList.add('now');
    reveal(get('timeline'), deed.row);
  }
  const moment = run.states[position] ?? {threads: new Map(), locks: new Map(), printed: run.output.length};
  const last = run.states[deed ? deed.from : 0] ?? moment;
  showSource(deed, moment);
  showState(deed, moment, last, position);
}

function showSource(deed, moment) {
  const step = deed && run.steps[deed.from];
  const paths = data.sources.map(it => it[0]);
  const wanted = step && paths.includes(step[1]) ? step[1] : file ?? paths[0];
  const marks = new Map();
  for (const [name, it] of moment.threads)
    if (it.path === wanted && it.line) marks.set(it.line, [...(marks.get(it.line) ?? []), name]);
  drawFile(wanted, marks, step && step[1] === wanted ? step[3] : 0);
}

let drawn, marked = [];
function drawFile(path, marks, line) {
  const box = get('source');
  if (path === undefined) { box.textContent = 'The source was not found.'; return; }
  file = path;
  if (drawn !== path) {
    const text = data.sources.find(it => it[0] === path)[1];
    const code = element('div', undefined, 'code');
    text.split('\n').forEach((source, index) => {
      const row = element('div', undefined, 'row');
      row.append(element('span', index + 1, 'n'), element('span', source), element('span', '', 'who'));
      code.append(row);
    });
    box.replaceChildren(code);
    get('files').replaceChildren(...data.sources.map(([name]) => {
      const tab = element('button', name.split('/').at(-1));
      tab.setAttribute('role', 'tab');
      tab.setAttribute('aria-selected', name === path);
      tab.title = name;
      tab.onclick = () => drawFile(name, new Map(), 0);
      return tab;
    }));
    drawn = path;
    marked = [];
  }
  const rows = box.firstChild.children;
  for (const row of marked) { row.classList.remove('at'); row.lastChild.textContent = ''; }
  marked = [];
  for (const [number, names] of marks) {
    const row = rows[number - 1];
    if (!row) continue;
    row.lastChild.textContent = names.join(', ');
    marked.push(row);
  }
  if (line && rows[line - 1]) {
    rows[line - 1].classList.add('at');
    marked.push(rows[line - 1]);
    reveal(box, rows[line - 1]);
  }
}

function showState(deed, moment, last, position) {
  get('threads').replaceChildren(...[...moment.threads].map(([name, it]) => {
    const item = element('li', `${name}: ${it.state || 'can go on'}`);
    if (it.short && it.state !== 'has ended') item.append(` (${it.short}:${it.line})`);
    if (it.state && it.state !== 'has ended') item.classList.add('stuck');
    if (JSON.stringify(last.threads.get(name)) !== JSON.stringify(it)) item.classList.add('new');
    return item;
  }));
  get('locks').replaceChildren(...[...moment.locks].map(([name, owner]) => {
    const item = element('li', owner ? `${name}: held by ${owner}` : `${name}: free`);
    if ((last.locks.get(name) ?? null) !== owner) item.classList.add('new');
    return item;
  }));
  drawWaits(moment);
  drawSides(position);
  const values = new Map(), fresh = new Set(), inner = get('inner').checked;
  for (let i = 0; i < position; i++) {
    const [, , , , operation, value, , inside] = run.steps[i];
    if (inside && !inner) continue;
    const access = /^(?:reads|writes|updates) (.+)$/.exec(operation);
    if (!access || value === '') continue;
    values.set(access[1], value);
    if (deed && i >= deed.from && !operation.startsWith('reads')) fresh.add(access[1]);
  }
  get('variables').replaceChildren(...[...values].map(([name, value]) =>
    element('li', `${name} = ${value}`, fresh.has(name) ? 'new' : '')));
  const bytes = new TextEncoder().encode(run.output).slice(0, moment.printed);
  get('printed').textContent = new TextDecoder().decode(bytes);
  const notes = position < run.steps.length ? [] : [...(run.notes ?? []), run.confirmed, run.replay];
  get('notes').replaceChildren(...notes.filter(it => it).map(it => element('p', it)));
}

// Who waits for whom: threads as boxes one below the other, with an arrow to the one that has what they want.
function drawWaits(moment) {
  const edges = [...moment.threads].filter(([, it]) => it.state && it.by && moment.threads.has(it.by));
  const names = [...new Set(edges.flatMap(([name, it]) => [name, it.by]))];
  const box = get('waits');
  box.replaceChildren();
  if (!edges.length) return;
  const make = (tag, attributes) => {
    const made = document.createElementNS('http' + '://www.w3.org/2000/svg', tag);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };
  const y = name => 18 + 40 * names.indexOf(name);
  const told = edges.map(([name, it]) => `${name} waits for ${it.by}`).join('; ');
  const svg = make('svg', {viewBox: `0 0 280 ${40 * names.length}`, role: 'img', 'aria-label': told});
  for (const name of names) {
    svg.append(make('rect', {class: 'box', x: 2, y: y(name) - 14, width: 150, height: 28, rx: 5}));
    const text = make('text', {x: 10, y: y(name) + 4});
    text.textContent = name.length > 20 ? name.slice(0, 19) + '…' : name;
    svg.append(text);
  }
  edges.forEach(([name, it], index) => {
    const [from, to, bend] = [y(name) + 5, y(it.by) - 5, 190 + 30 * index];
    svg.append(make('path', {class: 'arrow', d: `M152 ${from} C${bend} ${from} ${bend} ${to} 156 ${to}`}));
    svg.append(make('path', {class: 'arrow', d: `M163 ${to - 4} L155 ${to} L163 ${to + 4}`}));
  });
  box.append(svg);
}

// Both accesses of a race, side by side, where the run has come to them.
function drawSides(position) {
  const sides = position < run.steps.length ? [] : run.sides ?? [];
  get('sides').replaceChildren(...sides.map(([thread, place, words, holds]) => {
    const side = element('div');
    side.append(element('b', thread), ` ${words}`, element('br'), element('small', `${place}; holds ${holds}`));
    return side;
  }));
}

// To the deed before or after which another thread goes on.
function turn(step) {
  let to = at;
  const thread = i => deeds[i] && run.steps[deeds[i].from][0];
  do to += step; while (to > 0 && to < deeds.length && thread(to - 1) === thread(to));
  go(to);
}

function find(text) {
  const wanted = text.toLowerCase();
  let first;
  deeds.forEach((deed, index) => {
    const [thread, , short, line] = run.steps[deed.from];
    const hit = wanted && `${thread} ${deed.words} ${short}:${line}`.toLowerCase().includes(wanted);
    deed.row.classList.toggle('hit', !!hit);
    if (hit && first === undefined && index + 1 > at) first = index + 1;
  });
  return first;
}

if (data.runs.length) {
  get('run').hidden = false;
  data.runs.forEach((it, index) =>
    get('runs').append(new Option(`${index + 1}: ${it.test ? it.test + ': ' : ''}${it.title}`, index)));
  get('which').hidden = data.runs.length < 2;
  get('runs').onchange = event => choose(+event.target.value);
  get('first').onclick = () => go(0);
  get('back').onclick = () => go(at - 1);
  get('next').onclick = () => go(at + 1);
  get('last').onclick = () => go(deeds.length);
  get('back-switch').onclick = () => turn(-1);
  get('next-switch').onclick = () => turn(1);
  get('inner').onchange = () => {
    const position = at ? deeds[at - 1].to : 0;
    layOut();
    go(deeds.filter(it => it.to <= position).length);
  };
  get('search').oninput = event => find(event.target.value);
  get('search').onkeydown = event => {
    if (event.key === 'Enter') go(find(event.target.value) ?? at);
    if (event.key === 'Escape') event.target.blur();
  };
  document.addEventListener('keydown', event => {
    if (event.target.matches('input[type=search], select') || event.ctrlKey || event.metaKey || event.altKey) return;
    const moves = {
      ArrowRight: () => event.shiftKey ? turn(1) : go(at + 1),
      ArrowLeft: () => event.shiftKey ? turn(-1) : go(at - 1),
      Home: () => go(0), End: () => go(deeds.length), '/': () => get('search').focus(),
    };
    if (moves[event.key]) { event.preventDefault(); moves[event.key](); }
  });
  choose(0);
}
