// The walk through a record: where a person is, what is open, and what was asked.

import type { Search } from "./record.ts";
import { formatCount } from "./record.ts";

/** Most values that a question offers. */
const MOST_CHOICES = 5;

/** What counts as one step. */
export type Unit = "any" | "call" | "return";

/** What a person predicts before a step shows it. */
export interface Question {
  id: string;
  node: number;
  /** What is asked, and of what. */
  text: string;
  about: string;
  choices: string[];
  /** Index of the right choice. */
  answer: number;
  /** Sentence that says what is right, where the next step does not. */
  truth: string;
}

export type Walk = ReturnType<typeof startWalk>;
/** Changes the walk, then draws it. */
export type Act = (change: () => void) => void;

/** Make a walk that stands before the first call, or shows all of a tree with visits. */
export function startWalk(search: Search) {
  return {
    search,
    /** Number of events that have happened. */
    step: search.isVisits ? search.last : 0,
    unit: "any" as Unit,
    /** Key of the selected item of the tree. */
    selected: "0",
    /** Calls that a person has opened (true) or closed (false). */
    toggled: new Map<number, boolean>(),
    /** Calls of which a person wants to see all children. */
    unfolded: new Set<number>(),
    predicts: false,
    /** Furthest step that was shown; what is known by then is not asked. */
    seen: 0,
    question: null as Question | null,
    /** Ids of the questions that were put. */
    put: new Set<string>(),
    right: 0,
    asked: 0,
    /** What became of the last answer. */
    verdict: "",
  };
}

/** Return the call of the newest event. */
export function currentNode({ search: { events }, step }: Walk) {
  if (step === 0) return 0;
  const event = events[step - 1];
  return event < 0 ? ~event : event;
}

export const hasBegun = ({ search, step }: Walk, node: number) => search.begins[node] <= step;
export const hasEnded = ({ search, step }: Walk, node: number) => search.ends[node] <= step;

/** Return a call and those around it. */
export function pathTo({ parents }: Search, node: number) {
  const path = new Set<number>();
  for (let at = node; at >= 0; at = parents[at]) path.add(at);
  return path;
}

/** Go to a step; the call of that step is selected and in sight. */
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

/** Return whether the event that leads to a step is one that the person steps by. */
function fits({ search: { events, last }, unit }: Walk, step: number) {
  return (
    unit === "any" || step === 0 || step === last || (unit === "call") === events[step - 1] >= 0
  );
}

/** Go on by one step, or put the question that comes before it. */
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

/** Go back by one step. */
export function goBack(walk: Walk) {
  let step = walk.step - 1;
  while (step > 0 && !fits(walk, step)) step -= 1;
  goTo(walk, step);
}

/** Return the innermost call that has begun and not ended; -1 where there is none. */
export function innermostCall(walk: Walk) {
  if (!walk.step) return -1;
  const node = currentNode(walk);
  return hasEnded(walk, node) ? walk.search.parents[node] : node;
}

/** Go to the end of the innermost call; what it is worth is asked first. */
export function finishCall(walk: Walk) {
  const node = innermostCall(walk);
  if (node < 0) return;
  const end = walk.search.ends[node];
  const question = walk.predicts && end > walk.seen ? askWorth(walk, node) : null;
  goTo(walk, question ? end - 1 : end);
  if (question) ask(walk, question);
}

/** Turn predicting on or off; what has been seen is not asked. */
export function togglePredicting(walk: Walk) {
  walk.predicts = !walk.predicts;
  walk.seen = walk.step;
  walk.question = null;
  walk.verdict = "";
}

/** Return the question that comes before the event after `step`; null where there is none. */
function nextQuestion(walk: Walk, step: number) {
  const { events, parents } = walk.search;
  const before = step ? ~events[step - 1] : -1;
  const cut = before > 0 ? askCut(walk, parents[before], step) : null;
  return cut ?? (events[step] < 0 ? askWorth(walk, ~events[step]) : null);
}

/** Ask what a call will return. */
function askWorth({ search, put }: Walk, node: number): Question | null {
  const value = search.value(node);
  const at = search.worths.indexOf(value ?? "");
  const id = `worth ${node}`;
  if (at < 0 || put.has(id)) return null;
  // The right one stands at any place among its neighbours.
  const start = Math.max(
    0,
    Math.min(at - (node % MOST_CHOICES), search.worths.length - MOST_CHOICES),
  );
  const choices = search.worths.slice(start, start + MOST_CHOICES);
  const what = node ? "this node" : "the first position";
  const text = `What will ${what} be worth?`;
  const about = `${saySubject(search, node)}.`;
  return { id, node, text, about, choices, answer: at - start, truth: "" };
}

/** Ask, once a child has returned, whether the moves that are left will be tried. */
function askCut({ search, put }: Walk, node: number, step: number): Question | null {
  const untried = search
    .children(node)
    .filter((child) => search.begins[child] > step)
    .map(search.tries);
  const left = [...untried, ...search.cut(node)].sort((a, b) => a - b);
  const id = `cut ${step}`;
  if (!search.cuts || !left.length || left.includes(-1) || put.has(id)) return null;
  const isCut = untried.length === 0;
  const names = search.names(left);
  return {
    id,
    node,
    text: "Which moves will be cut now?",
    about: `${saySubject(search, node)}; not tried yet: ${names}.`,
    choices: ["None", left.length > 1 ? `All that are left: ${names}` : names],
    answer: Number(isCut),
    truth: isCut
      ? `Cut: ${names}.`
      : `Nothing is cut here: ${search.names(untried.slice(0, 1))} is tried next.`,
  };
}

/** Put a question. */
function ask(walk: Walk, question: Question) {
  walk.question = question;
  walk.selected = String(question.node);
}

/** Check an answer, and show what is right. */
export function answer(walk: Walk, choice: number) {
  const { question } = walk;
  if (!question) return;
  const isRight = choice === question.answer;
  walk.asked += 1;
  walk.right += Number(isRight);
  settle(walk, isRight ? "Right." : `No: you said ${question.choices[choice]}.`);
}

/**
 * Show what is right, and go on.
 *
 * @param verdict on what was answered, if anything
 */
export function settle(walk: Walk, verdict: string = "") {
  const { question, step } = walk;
  if (!question) return;
  walk.put.add(question.id);
  const next = nextQuestion(walk, step);
  goTo(walk, next ? step : step + 1);
  if (next) ask(walk, next);
  walk.verdict = `${verdict} ${question.truth}`.trim();
}

/** Return a call and the position it was given, in words. */
export function saySubject(search: Search, node: number) {
  if (search.isVisits) return labelOf(search, node).replace("\u00a0", " plays ");
  const name = search.severalFunctions ? ` of ${search.function(node)}` : "";
  const move = search.move(node);
  const played = move ? `: ${move.replace("\u00a0", " plays ")}` : "";
  return `Call ${search.number(node)}${name}${played}`;
}

/** Return what happened last: in a few words, what joins them to the rest, and the rest. */
export function sayStep({ search, step }: Walk) {
  if (step === 0) return ["Before the first call."];
  const event = search.events[step - 1];
  if (event < 0) {
    const said = `Call ${search.number(~event)} ${sayEnd(search, ~event)}.`;
    const cut = sayCut(search, ~event);
    return cut ? [said, " ", cut] : [said];
  }
  const [subject, given] = [saySubject(search, event), search.arguments(event)];
  return given ? [subject, ", ", `${given}.`] : [`${subject}.`];
}

/** Return what a call is labelled with: its move, where that is known. */
export function labelOf(search: Search, node: number) {
  return search.move(node) || (node ? `call ${search.number(node)}` : "start");
}

/** Return how often a node was visited, in words. */
export function sayVisits(search: Search, node: number) {
  const visits = search.visits(node);
  return `${formatCount(visits)} ${visits === 1 ? "visit" : "visits"}`;
}

/** Return how a call ended, in words; of a node with visits, what it is worth. */
export function sayEnd(search: Search, node: number) {
  if (search.isVisits) return `${sayVisits(search, node)}, mean ${search.value(node)}`;
  const raised = search.raised(node);
  return raised === undefined ? `returns ${search.value(node)}` : `raises ${raised}`;
}

/** Return which moves a call has cut and why, in words. */
export function sayCut(search: Search, node: number) {
  const cut = search.cut(node);
  if (!cut.length) return "";
  const why = search.bound(node);
  return `Never tried: ${search.names(cut)}.${why ? ` ${why}` : ""}`;
}
