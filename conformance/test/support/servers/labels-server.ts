/** Notes with labels and readers on node:http alone: calls add to these lists, and remove from them. */
import { setImmediate } from "node:timers/promises";
import { casesOf } from "../notes-server.ts";
import { Refused, servePlain } from "./plain-server.ts";

export const labelsCases = casesOf(`${import.meta.dirname}/labels`);

export const labelsTokens = [
  { token: "lab.Wq2mLx8RzT4w", scopes: ["notes"] },
  { token: "lab.Pv1lSo9DnQ6g", scopes: ["notes"], account: "other" },
];

export interface LabelsOptions {
  /** How a label is shown; absent: as it was sent. */
  show?(label: string): string;
  /** The labels that a note can have; absent: any. */
  readonly labels?: readonly string[];
  /** The labels of a new note; absent: none. */
  readonly atFirst?: readonly string[];
  /** A label that is there already is refused. */
  readonly refusesTwice?: true;
  /** The list of notes, and each first look at a note after a change, have the labels of before. */
  readonly isLate?: true;
  /** No result has labels. */
  readonly hidesLabels?: true;
  readonly mistake?: LabelsMistake;
}

export type LabelsMistake =
  /** The labels of a call take the place of those that were there. */
  | "replaces"
  /** The result of a call has just the labels that were sent. */
  | "shows-sent"
  /** Of several labels, the first one is added. */
  | "adds-first"
  /** Labels are shown only by the result of the call. */
  | "forgets"
  /** A label that is added twice is there twice. */
  | "twice"
  /** Of calls at once, the last one counts. */
  | "last-counts"
  /** Removing a label removes all. */
  | "removes-all"
  /** Removing a label removes the last one. */
  | "removes-last"
  /** Removing a label removes nothing. */
  | "removes-nothing"
  /** Of several labels, the first one is removed. */
  | "removes-first"
  /** A note has just the last reader. */
  | "one-reader";

interface Note {
  readonly no: number;
  readonly account: string;
  labels: string[];
  /** The labels that late looks show. */
  shown: string[];
  readers: number[];
}

/** @returns the tools, whose handlers share their notes */
function makeTools(options: LabelsOptions) {
  const { mistake, labels: known, atFirst = [], refusesTwice, isLate, hidesLabels } = options;
  const notes: Note[] = [];
  const readers: { readonly name: string; readonly account: string }[] = [];
  const findNote = (no: number, account: string) => {
    const found = notes[no - 1];
    if (found?.account !== account) throw new Refused("missing", `There is no note ${no}.`);
    return found;
  };
  const findReader = (no: number, account: string) => {
    const found = readers[no - 1];
    if (found?.account !== account) throw new Refused("missing", `There is no reader ${no}.`);
    return { reader: no, name: found.name };
  };
  const showWith = (note: Note, labels: readonly string[]) => ({
    no: note.no,
    ...(!hidesLabels && { labels: labels.map(options.show ?? String) }),
    readers: note.readers.map((reader, invited) => ({ reader, invited })),
  });
  const look = (note: Note) => {
    const labels = isLate ? note.shown : note.labels;
    note.shown = note.labels;
    return showWith(note, labels);
  };
  const add = (labels: readonly string[], sent: readonly string[]) => {
    if (mistake === "replaces") return [...sent];
    const added = mistake === "adds-first" ? sent.slice(0, 1) : sent;
    return mistake === "twice" ? [...labels, ...added] : [...new Set([...labels, ...added])];
  };
  const without = (labels: readonly string[], sent: readonly string[]) => {
    if (mistake === "removes-all") return [];
    if (mistake === "removes-last") return labels.slice(0, -1);
    if (mistake === "removes-nothing") return [...labels];
    const removed = mistake === "removes-first" ? sent.slice(0, 1) : sent;
    return labels.filter((label) => !removed.includes(label));
  };
  const remove = (no: number, sent: readonly string[], account: string) => {
    const note = findNote(no, account);
    const strange = sent.find((label) => !note.labels.includes(label));
    if (strange !== undefined) throw new Refused("not_there", `Note ${no} has no label ${strange}.`);
    note.labels = without(note.labels, sent);
    return showWith(note, note.labels);
  };
  return {
    add_note: (_: object, account: string) => {
      const note = { no: notes.length + 1, account, labels: [...atFirst], shown: [...atFirst], readers: [] };
      notes.push(note);
      return { note: look(note) };
    },
    get_note: ({ note }: { note: number }, account: string) => look(findNote(note, account)),
    list_notes: (_: object, account: string) => ({
      notes: notes.filter((note) => note.account === account).map(look),
    }),
    add_labels: async (input: { note: number; labels: string[] }, account: string) => {
      const note = findNote(input.note, account);
      const strange = input.labels.find((label) => known && !known.includes(label));
      if (strange !== undefined) throw new Refused("missing", `There is no label ${strange}.`);
      const twice = input.labels.find((label) => note.labels.includes(label));
      if (twice !== undefined && refusesTwice) throw new Refused("taken", `The label ${twice} is there.`);
      const before = note.labels;
      if (mistake === "last-counts") for (let turn = 0; turn < 50; turn += 1) await setImmediate();
      const labels = add(mistake === "last-counts" ? before : note.labels, input.labels);
      if (mistake !== "forgets") note.labels = labels;
      return showWith(note, mistake === "shows-sent" ? input.labels : labels);
    },
    remove_labels: ({ note, labels }: { note: number; labels: string[] }, account: string) =>
      remove(note, labels, account),
    remove_label: ({ note, label }: { note: number; label: string }, account: string) =>
      remove(note, [label], account),
    add_reader: ({ name }: { name: string }, account: string) => {
      readers.push({ name, account });
      return { reader: readers.length };
    },
    get_reader: ({ reader }: { reader: number }, account: string) => findReader(reader, account),
    invite: ({ note, reader }: { note: number; reader: number }, account: string) => {
      const found = findNote(note, account);
      findReader(reader, account);
      if (found.readers.includes(reader)) throw new Refused("taken", `Reader ${reader} is invited.`);
      found.readers = mistake === "one-reader" ? [reader] : [...found.readers, reader];
      return { done: true };
    },
    uninvite: ({ note, reader }: { note: number; reader: number }, account: string) => {
      const found = findNote(note, account);
      if (!found.readers.includes(reader)) throw new Refused("not_there", `Reader ${reader} is not invited.`);
      found.readers = found.readers.filter((each) => each !== reader);
      return { done: true };
    },
  };
}

/** Serves notes on a free port of loopback. */
export function serveLabels(options: LabelsOptions = {}): Promise<{ url: string; close(): Promise<void> }> {
  return servePlain({ name: "labels", cases: labelsCases, tokens: labelsTokens, tools: makeTools(options) });
}
