/**
 * A server of documents as a few lines, with a clock that only calls and pauses move: a minute of its time takes none. The engine makes its
 * attempts there in place of a real target.
 */

import { refusedCall, successfulCall } from "../../behaviour/calls/answered-calls.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import { compareObservations, showPlace } from "../../behaviour/observe/observation.ts";
import { noBehaviour } from "../../behaviour/rules/rules.ts";
import type { Act, Spec } from "../../engine/law.ts";
import type { UsedThings, World } from "../../engine/world.ts";

/** The time of a call. */
const callMs = 20;

/** What a faulty server may look at when it answers. */
export interface Moment {
  /** The time since the server was started. */
  readonly ms: number;
  /** How many calls of this tool came before. */
  readonly earlier: number;
  /** How many other calls are under way. */
  readonly company: number;
  readonly account: string;
}

export interface Document {
  readonly id: string;
  text: string;
  /** When another account was last seen to have access. */
  seenAt: number;
  isShared: boolean;
  /** When the text was changed. */
  changedAt: number;
}

export interface Faults {
  /** Whether an account that has no access may read. */
  mayRead?(document: Document, moment: Moment): boolean;
  /** Whether a call about a document changes the one that was made before it. */
  changesNeighbour?(moment: Moment): boolean;
  /** Shows the text of a document. */
  show?(document: Document, ms: number): string;
}

export class SimulatedServer {
  readonly #faults: Faults;
  readonly #documents: Document[] = [];
  readonly #calls = new Map<string, number>();
  #ms = 0;
  #underWay = 0;

  constructor(faults: Faults = {}) {
    this.#faults = faults;
  }

  get ms(): number {
    return this.#ms;
  }

  make(): Document {
    const id = `d${this.#documents.length}`;
    const made = { id, text: "Hello", seenAt: -1, isShared: false, changedAt: -1 };
    this.#documents.push(made);
    return made;
  }

  show(id: string): string {
    const document = this.#find(id);
    return this.#faults.show?.(document, this.#ms) ?? document.text;
  }

  /** Makes a call that takes a moment, so that calls at once overlap. */
  async call(tool: string, id: string, account: string): Promise<boolean> {
    this.#underWay += 1;
    await this.pass(callMs);
    const earlier = this.#calls.get(tool) ?? 0;
    this.#calls.set(tool, earlier + 1);
    const moment = { ms: this.#ms, earlier, company: this.#underWay - 1, account };
    const isAccepted = this.#answer(tool, this.#find(id), moment);
    this.#underWay -= 1;
    return isAccepted;
  }

  async pass(ms: number): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.#ms += ms;
  }

  #find(id: string): Document {
    return this.#documents.find((each) => each.id === id)!;
  }

  #answer(tool: string, document: Document, moment: Moment): boolean {
    if (tool === "share" || tool === "unshare") document.isShared = tool === "share";
    if (tool === "rename") change(document, moment);
    if (tool === "touch" && this.#faults.changesNeighbour?.(moment))
      change(this.#documents[this.#documents.indexOf(document) - 1]!, moment);
    if (tool !== "read" || moment.account === "owner") return true;
    if (document.isShared) document.seenAt = moment.ms;
    return document.isShared || (this.#faults.mayRead?.(document, moment) ?? false);
  }
}

function change(document: Document, { ms }: Moment): void {
  document.text = "Changed";
  document.changedAt = ms;
}

export interface SimulatedWorld extends World {
  /** The locations that the engine has learned to change by themselves. */
  readonly volatile: ReadonlySet<string>;
}

export function simulateWorld(server: SimulatedServer): SimulatedWorld {
  const volatile = new Set<string>();
  const used: UsedThings[] = [];
  const send = async ({ tool, by = "owner" as const }: Act | { tool: string; by?: "owner" }, id: string) =>
    (await server.call(tool, id, by))
      ? successfulCall(tool, { id }, {})
      : refusedCall(tool, { id }, "not_found");
  return {
    volatile,
    spec: { rules: noBehaviour } as Spec,
    instances: {
      async make(given) {
        const names = given.flatMap((each) => ("named" in each ? each.named : [each.thing]));
        return Object.fromEntries(names.map((name) => [name, describe(server.make())]));
      },
      describeMade: () => undefined,
      prepare: async ({ about = {} }, things) => ({
        input: { id: things[about.document!]!.id },
        isMoved: false,
      }),
      edit: (_, prepared) => prepared,
      takeUsed: () => used.pop(),
      keepUsed: (_, one) => void used.push(one),
    },
    observations: {
      async observe(watch, things) {
        await server.pass(callMs);
        return watch.map((name) => {
          const of = things[name]!;
          const value = { text: server.show(String(of.id)) };
          return { tool: "get", of, value, called: successfulCall("get", {}, value) };
        });
      },
      read: async (_, { id }) => server.show(String(id)),
      isAtWork: () => false,
      isVolatile: (location) => volatile.has(showPlace(location)),
      listChanges: (before, after) =>
        compareObservations(before, after).filter((change) => !volatile.has(showPlace(change))),
      learnVolatile(changes) {
        for (const change of changes) volatile.add(showPlace(change));
      },
    },
    callers: {
      require: async () => {},
      send: (act, input) => send(act, (input as { readonly id: string }).id),
      sendAtOnce: (calls) =>
        Promise.all(calls.map(({ act, input }) => send(act, (input as { readonly id: string }).id))),
      now: () => server.ms,
      pass: (ms) => server.pass(ms),
    },
  };
}

function describe({ id }: Document): EntityInstance {
  return {
    entity: "document",
    id,
    account: undefined,
    input: {},
    result: {},
    states: new Map(),
    parents: {},
  };
}
