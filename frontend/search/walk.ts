// The walk through a record: the current step, the open items, and the questions.

import { _, fill, joinSentences, plural } from "../shared/texts.ts";
import type { Search } from "./record.ts";
import { numberOf } from "./record.ts";

/** Maximum number of values that a question offers. */
const MOST_CHOICES = 5;

/** Unit in which a person goes back and forth. */
export type Unit = "any" | "call" | "return";

/** Question with which a person predicts the next step. */
export interface Question {
  id: string;
  node: number;
  /** The question's text. */
  text: string;
  about: string;
  choices: string[];
  /** The right answer's index. */
  answer: number;
  /** Sentence with the right answer, if the next step doesn't show it. */
  truth: string;
}

export type Walk = ReturnType<typeof startWalk>;
/** Function that changes the walk and then draws it. */
export type Act = (change: () => void) => void;

/** Make a walk that shows the finished search. The calls for the chosen moves are open. */
export function startWalk(search: Search) {
  const line = new Set<number>();
  let node = search.isVisits ? undefined : 0;
  for (; node !== undefined; node = bestChild(search, node)) line.add(node);
  return {
    search,
    /** Number of events so far. */
    step: search.last,
    unit: "any" as Unit,
    /** Key of the selected item in the tree. */
    selected: "0",
    /** Calls that a person has opened (true) or closed (false) by hand. */
    toggled: new Map<number, boolean>(),
    /** Calls that are open at the end: those for the chosen moves. */
    line,
    /** Calls whose children are all shown, because a person has asked for that. */
    unfolded: new Set<number>(),
    predicts: false,
    /**
     * Furthest step so far. There are no questions about earlier steps, because the answers are
     * known.
     */
    seen: 0,
    question: null as Question | null,
    /** Ids of questions that have been asked. */
    put: new Set<string>(),
    right: 0,
    asked: 0,
    /** Text about the last answer. */
    verdict: "",
  };
}

/** Return the call that tried the chosen move, or undefined if there is none. */
function bestChild(search: Search, node: number) {
  const chosen = search.chosen(node);
  return search.children(node).find((child) => chosen.includes(search.tries(child)));
}

/** Return the call to which the newest event belongs. */
export function currentNode({ search: { events }, step }: Walk) {
  if (step === 0) return 0;
  const event = events[step - 1];
  return event < 0 ? ~event : event;
}

export const hasBegun = ({ search, step }: Walk, node: number) => search.begins[node] <= step;
export const hasEnded = ({ search, step }: Walk, node: number) => search.ends[node] <= step;

/** Return a call and all calls around it. */
export function pathTo({ parents }: Search, node: number) {
  const path = new Set<number>();
  for (let at = node; at >= 0; at = parents[at]) path.add(at);
  return path;
}

/** Go to a step, and select and show its call. */
export function goTo(walk: Walk, step: number) {
  walk.step = Math.max(0, Math.min(step, walk.search.last));
  walk.seen = Math.max(walk.seen, walk.step);
  walk.question = null;
  walk.verdict = "";
  walk.selected = String(currentNode(walk));
  for (const node of pathTo(walk.search, currentNode(walk))) {
    if (walk.toggled.get(node) === false) walk.toggled.delete(node);
  }
}

/** Return whether a step's event is one at which a person wants to stop. */
function fits({ search: { events, last }, unit }: Walk, step: number) {
  return (
    unit === "any" || step === 0 || step === last || (unit === "call") === events[step - 1] >= 0
  );
}

/** Go forward by one step, or ask the question that comes before it. */
export function goForward(walk: Walk) {
  if (walk.question) return;
  let step = walk.step;
  while (step < walk.search.last) {
    const question = walk.predicts && step >= walk.seen ? nextQuestion(walk, step) : null;
    if (question) {
      goTo(walk, step);
      ask(walk, question);
      return;
    }
    step += 1;
    if (fits(walk, step)) break;
  }
  goTo(walk, step);
}

/** Go backward by one step. */
export function goBack(walk: Walk) {
  let step = walk.step - 1;
  while (step > 0 && !fits(walk, step)) step -= 1;
  goTo(walk, step);
}

/** Return the innermost call that has begun but not ended, or -1 if there is none. */
export function innermostCall(walk: Walk) {
  if (!walk.step) return -1;
  const node = currentNode(walk);
  return hasEnded(walk, node) ? walk.search.parents[node] : node;
}

/** Go to the end of the innermost call, after asking for its value. */
export function finishCall(walk: Walk) {
  const node = innermostCall(walk);
  if (node < 0) return;
  const end = walk.search.ends[node];
  const question = walk.predicts && end > walk.seen ? askWorth(walk, node) : null;
  goTo(walk, question ? end - 1 : end);
  if (question) ask(walk, question);
}

/**
 * Turn predictions on or off. If the walk is at its end, go to the start. No questions are
 * asked about past steps.
 */
export function togglePredicting(walk: Walk) {
  walk.predicts = !walk.predicts;
  if (walk.predicts && walk.step === walk.search.last) goTo(walk, 0);
  walk.seen = walk.step;
  walk.question = null;
  walk.verdict = "";
}

/** Return the question to ask before the event after `step`, or null if there is none. */
function nextQuestion(walk: Walk, step: number) {
  const { events, parents } = walk.search;
  const before = step ? ~events[step - 1] : -1;
  const cut = before > 0 ? askCut(walk, parents[before], step) : null;
  return cut ?? (events[step] < 0 ? askWorth(walk, ~events[step]) : null);
}

/** Return a question about a call's result. */
function askWorth({ search, put }: Walk, node: number): Question | null {
  const value = search.value(node);
  const at = search.worths.indexOf(value ?? "");
  const id = `worth ${node}`;
  if (at < 0 || put.has(id)) return null;
  // Put the right answer at a random place among neighbouring values.
  const start = Math.max(
    0,
    Math.min(at - (node % MOST_CHOICES), search.worths.length - MOST_CHOICES),
  );
  const choices = search.worths.slice(start, start + MOST_CHOICES);
  const text = fill("What will call {number} return?", { number: search.number(node) });
  const about = fill("{call}.", { call: saySubject(search, node) });
  return { id, node, text, about, choices, answer: at - start, truth: "" };
}

/**
 * After a child has returned, return a question that asks whether the other moves will be
 * tried.
 */
function askCut({ search, put }: Walk, node: number, step: number): Question | null {
  const untried = search
    .children(node)
    .filter((child) => search.begins[child] > step)
    .map(search.tries);
  const left = [...untried, ...search.cut(node)].sort((a, b) => a - b);
  const id = `cut ${step}`;
  if (!search.cuts || !left.length || left.includes(-1) || put.has(id)) return null;
  const isCut = untried.length === 0;
  const squares = search.names(left);
  return {
    id,
    node,
    text: _("Which moves will be cut now?"),
    about: fill("{call}. Not tried yet: {squares}.", {
      call: saySubject(search, node),
      squares,
    }),
    choices: [
      _("None"),
      left.length > 1 ? fill("All remaining moves: {squares}", { squares }) : squares,
    ],
    answer: Number(isCut),
    truth: isCut
      ? fill("Cut: {squares}.", { squares })
      : fill("Nothing is cut here. The next move is {square}.", {
          square: search.names(untried.slice(0, 1)),
        }),
  };
}

/** Ask a question. */
function ask(walk: Walk, question: Question) {
  walk.question = question;
  walk.selected = String(question.node);
}

/** Check an answer, and show the right answer. */
export function answer(walk: Walk, choice: number) {
  const { question } = walk;
  if (!question) return;
  const isRight = choice === question.answer;
  walk.asked += 1;
  walk.right += Number(isRight);
  const said = fill("No, you said {choice}.", { choice: question.choices[choice] });
  settle(walk, isRight ? _("Right.") : said);
}

/**
 * Show the right answer, and continue.
 *
 * @param verdict verdict on the person's answer, if there was an answer
 */
export function settle(walk: Walk, verdict: string = "") {
  const { question, step } = walk;
  if (!question) return;
  walk.put.add(question.id);
  const next = nextQuestion(walk, step);
  goTo(walk, next ? step : step + 1);
  if (next) ask(walk, next);
  walk.verdict = joinSentences([verdict, question.truth]);
}

/** Return text that names a call and its move. */
export function saySubject(search: Search, node: number) {
  const [mark, square] = search.move(node) ?? [];
  if (search.isVisits)
    return mark && square ? fill("{mark} plays {square}", { mark, square }) : _("start");
  const number = search.number(node);
  const name = search.severalFunctions && search.function(node);
  if (!mark || !square)
    return name
      ? fill("Call {number} of {name}", { number, name })
      : fill("Call {number}", { number });
  return name
    ? fill("Call {number} of {name}: {mark} plays {square}", { number, name, mark, square })
    : fill("Call {number}: {mark} plays {square}", { number, mark, square });
}

/** Return the text about the last event, in parts: a short text, a separator, and the rest. */
export function sayStep({ search, step }: Walk) {
  if (step === 0) return [_("Before the first call.")];
  const event = search.events[step - 1];
  if (event < 0) {
    const said = sayReturn(search, ~event);
    const cut = sayCut(search, ~event);
    return cut ? [said, " ", cut] : [said];
  }
  const [call, given] = [saySubject(search, event), search.arguments(event)];
  return given ? [call, ", ", fill("{given}.", { given })] : [fill("{call}.", { call })];
}

/** Return a sentence about a call's end, with the reason for its value, if it is known. */
function sayReturn(search: Search, node: number) {
  const number = search.number(node);
  const error = search.raised(node);
  if (error !== undefined) return fill("Call {number} raises {error}.", { number, error });
  const slots = { number, value: String(search.value(node)) };
  const tried = isBest(search, node) ? new Set(search.children(node).map(search.tries)) : null;
  if (!tried) return fill("Call {number} returns {value}.", slots);
  const isAll = tried.size === [...(search.board(node) ?? "")].filter((m) => m === ".").length;
  if (!isAll)
    return fill("Call {number} returns {value}: none of the moves it tried is better.", slots);
  return tried.size > 1
    ? fill("Call {number} returns {value}: no move is better.", slots)
    : fill("Call {number} returns {value}: there is only one move.", slots);
}

/**
 * Return whether a call has cut off no moves, and has the value of the best move that it tried.
 */
function isBest(search: Search, node: number) {
  const children = search.children(node);
  const best = bestChild(search, node);
  if (best === undefined || search.cut(node).length) return false;
  if (!children.every((child) => search.tries(child) >= 0)) return false;
  const values = children.map((child) => numberOf(search.value(child)));
  const value = numberOf(search.value(best));
  // Either X takes the largest value and O the smallest, or each player takes the largest.
  return values.every((one) => one <= value) || values.every((one) => one >= value);
}

/** Return the label of a call, which is its move if the move is known. */
export function labelOf(search: Search, node: number) {
  const [mark, square] = search.move(node) ?? [];
  if (mark && square) return fill("{mark}\u00a0{square}", { mark, square });
  return node ? fill("call {number}", { number: search.number(node) }) : _("start");
}

/** Return text with the number of visits to a node. */
export function sayVisits(search: Search, node: number) {
  return plural("{count} visit", "{count} visits", search.visits(node));
}

/** Return text about a call's end, or about the value of a node with visits. */
export function sayEnd(search: Search, node: number) {
  const value = String(search.value(node));
  if (search.isVisits)
    return plural(
      "{count} visit, mean {value}",
      "{count} visits, mean {value}",
      search.visits(node),
      {
        value,
      },
    );
  const error = search.raised(node);
  return error === undefined
    ? fill("returns {value}", { value })
    : fill("raises {error}", { error });
}

/** Return text about the moves that a call has cut off, with the reason. */
export function sayCut(search: Search, node: number) {
  const cut = search.cut(node);
  if (!cut.length) return "";
  return joinSentences([
    fill("Never tried: {squares}.", { squares: search.names(cut) }),
    search.bound(node) ?? "",
  ]);
}
