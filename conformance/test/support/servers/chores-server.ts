/** Chores of a household on node:http alone: results are lines of text, and refusals are sentences. */
import { casesOf } from "../notes-server.ts";
import { Refused, servePlain } from "./plain-server.ts";

export const choresCases = casesOf(`${import.meta.dirname}/chores`);

export const choresTokens = [{ token: "cho.Zr4vBq8LmT1x", scopes: ["chores"] }];

/** Mistakes of the server. */
export type ChoresMistake =
  | "finishing-clears-notes"
  | "list-shows-done-as-open"
  | "filter-ignores-room"
  | "finishes-twice"
  | "refuses-with-the-other-code"
  | "editing-clears-room"
  | "urgent-has-no-effect"
  | "status-in-other-words"
  | "title-cut-in-list";

interface Chore {
  readonly id: string;
  title: string;
  status: "open" | "done";
  room?: string;
  minutes?: number;
  urgent: boolean;
  people: readonly string[];
  steps: { text: string; done: boolean }[];
  notes?: string;
  last?: string;
}

interface ChoreInput extends Partial<Pick<Chore, "room" | "minutes" | "urgent" | "people" | "notes">> {
  readonly title?: string;
}

class Chores {
  readonly #mistake: ChoresMistake | undefined;
  readonly #chores = new Map<string, Chore>();
  #last = 0;

  constructor(mistake: ChoresMistake | undefined) {
    this.#mistake = mistake;
  }

  readonly tools = {
    add_chore: ({
      title,
      steps = [],
      ...rest
    }: ChoreInput & { title: string; steps?: readonly string[] }) => {
      const chore: Chore = {
        urgent: false,
        people: [],
        ...rest,
        id: `C-${++this.#last}`,
        title,
        status: "open",
        steps: steps.map((text) => ({ text, done: false })),
      };
      if (this.#mistake === "urgent-has-no-effect") chore.urgent = false;
      this.#chores.set(chore.id, chore);
      return `Added to the list.\n\n${this.#show(chore)}`;
    },
    edit_chore: ({ id, ...input }: ChoreInput & { readonly id: string }) => {
      const chore = Object.assign(this.#find(id), input);
      if (this.#mistake === "editing-clears-room" && input.room === undefined) delete chore.room;
      return this.#show(chore);
    },
    show_chore: ({ id }: Pick<Chore, "id">) => this.#show(this.#find(id)),
    list_chores: ({ room, status }: Partial<Pick<Chore, "room" | "status">>) => {
      const found = [...this.#chores.values()].filter(
        (chore) =>
          (room === undefined || chore.room === room || this.#mistake === "filter-ignores-room") &&
          (status === undefined || chore.status === status),
      );
      if (found.length === 0) return "Nothing to do.";
      // Chores without a room come first, since no line begins their group.
      const sorted = found.toSorted(
        (one, other) => Number(one.room !== undefined) - Number(other.room !== undefined),
      );
      const rooms = Map.groupBy(sorted, (chore) => chore.room);
      return [...rooms]
        .flatMap(([name, chores]) => [...(name ? [name] : []), ...chores.map((chore) => this.#line(chore))])
        .join("\n");
    },
    finish_chore: ({
      id,
      by,
      minutes,
    }: {
      readonly id: string;
      readonly by: string;
      readonly minutes?: number;
    }) => {
      const chore = this.#find(id);
      if (chore.status === "done" && this.#mistake !== "finishes-twice")
        throw new Refused(
          "done_already",
          `${id} is ${this.#mistake === "refuses-with-the-other-code" ? "open" : "done"} already.`,
        );
      chore.status = "done";
      chore.last = minutes === undefined ? by : `${by} after ${minutes} minutes`;
      for (const step of chore.steps) step.done = true;
      if (this.#mistake === "finishing-clears-notes") delete chore.notes;
      return this.#show(chore);
    },
    reopen_chore: ({ id }: Pick<Chore, "id">) => {
      const chore = this.#find(id);
      if (chore.status === "open") throw new Refused("open_already", `${id} is open already.`);
      chore.status = "open";
      return this.#show(chore);
    },
    drop_chore: ({ id }: Pick<Chore, "id">) => {
      this.#chores.delete(this.#find(id).id);
      return `Dropped ${id}.`;
    },
  };

  #find(id: string): Chore {
    const chore = this.#chores.get(id);
    if (chore === undefined) throw new Refused("unknown", `There is no chore ${id}.`);
    return chore;
  }

  #line({ id, title, status, minutes }: Chore): string {
    const shownTitle = this.#mistake === "title-cut-in-list" ? title.slice(0, 3) : title;
    const shownStatus = this.#mistake === "list-shows-done-as-open" ? "open" : status;
    return `    ${id}: ${shownTitle} (${shownStatus}${minutes === undefined ? "" : `, ${minutes} min`})`;
  }

  #show({ id, title, status, room, minutes, urgent, people, steps, notes, last }: Chore): string {
    const shownStatus = this.#mistake === "status-in-other-words" && status === "done" ? "finished" : status;
    return [
      `Chore ${id}: ${title}`,
      `Status: ${shownStatus}`,
      room ? `Room: ${room}` : "In no room",
      ...(minutes === undefined ? [] : [`Minutes: ${minutes}`]),
      `Urgent: ${urgent ? "yes" : "no"}`,
      ...(people.length > 0 ? [`For: ${people.join(", ")}`] : []),
      ...(last === undefined ? [] : [`Last done by ${last}`]),
      "",
      ...(steps.length === 0
        ? ["No steps."]
        : ["Steps:", ...steps.map(({ done, text }) => `- [${done ? "x" : " "}] ${text}`)]),
      ...(notes === undefined ? [] : ["", "Notes:", notes]),
      "",
      "Say `finish_chore` when it is done.",
    ].join("\n");
  }
}

/** Serves chores on a free port of loopback. */
export function serveChores(mistake?: ChoresMistake): Promise<{ url: string; close(): Promise<void> }> {
  const { tools } = new Chores(mistake);
  return servePlain({
    name: "chores",
    cases: choresCases,
    tokens: choresTokens,
    tools,
    refusesInWords: true,
  });
}
