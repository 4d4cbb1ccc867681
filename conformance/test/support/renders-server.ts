/** A render farm, whose renders change their state by themselves. Each fault makes it break one promise about states. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { type Call, createMcpServer, type Tool } from "@toolwright/runtime";
import { casesOf, serviceOf } from "./notes-server.ts";

export const rendersCases = casesOf(join(import.meta.dirname, "../renders"));

export const renderFaults = [
  "done-goes-back",
  "shows-an-undeclared-state",
  "goes-where-no-transition-leads",
  "stays-queued",
  "cancelled-renders-finish",
  "refused-cancel-is-applied",
  "start-cannot-be-repeated",
  "start-again-starts-again",
  "never-lapses",
  "lapses-early",
  "start-moves-others",
  "the-first-end-ends-all",
  "done-before-it-is-stored",
  "start-begins-others",
  "a-step-ends-all",
  "a-step-breaks-the-done",
  "the-last-step-shows-no-end",
  "failed-renders-cost",
  "failed-renders-count",
] as const;
export type RenderFault = (typeof renderFaults)[number];

type RenderCall = Call<"not_found" | "wrong_state">;

interface Render {
  state: string;
  readonly offeredAt: number;
  /** The number of readings since the render was started. */
  readings: number;
  isEndedByOther?: boolean;
}

/** The credits that a render costs, and those that there are. */
const price = 3;
const allCredits = 10_000;

/** The question of the hooks `clock` and `work`. */
interface Question {
  readonly seconds?: number;
  readonly hold?: boolean;
  readonly step?: "done" | "failed";
}

/** Faults of the work: it breaks, or it is done before a client can see that it runs. */
export interface RenderWork {
  readonly breaks?: boolean;
  readonly isQuick?: boolean;
}

function isFailed({ state }: Render): boolean {
  return state === "failed";
}

/** The work goes on with every reading, so that no test depends on time. */
class RenderHandlers {
  readonly #renders = new Map<string, Render>();
  readonly #fault: RenderFault | undefined;
  readonly #kind: RenderWork;
  /** Seconds, moved by the hook clock alone. */
  now = 0;
  /** The renders whose next step waits, in the order in which they began to; undefined while nothing is held. */
  #held: Set<Render> | undefined;

  constructor(fault: RenderFault | undefined, kind: RenderWork) {
    this.#fault = fault;
    this.#kind = kind;
  }

  offer(): object {
    const render_id = `ren_${String(this.#renders.size + 1).padStart(8, "0")}`;
    this.#renders.set(render_id, { state: "offered", offeredAt: this.now, readings: 0 });
    return { render_id };
  }

  start({ render_id }: { render_id: string }, call: RenderCall): object {
    const render = this.#find(render_id, call);
    if (this.#fault === "start-moves-others")
      for (const other of this.#renders.values()) if (other.state === "done") other.state = "failed";
    if (this.#fault === "start-begins-others")
      for (const other of this.#renders.values()) if (other.state === "queued") other.state = "running";
    if (render.state === "lapsed") call.fail("wrong_state", "The offer has lapsed.");
    if (render.state === "offered" || this.#fault === "start-again-starts-again") {
      Object.assign(render, { state: "queued", readings: 0 });
      this.#held?.add(render);
    } else if (this.#fault === "start-cannot-be-repeated") call.fail("wrong_state", "It has been started.");
    return { render_id };
  }

  cancel({ render_id }: { render_id: string }, call: RenderCall): object {
    const render = this.#find(render_id, call);
    const isAtWork = render.state === "queued" || render.state === "running";
    if (isAtWork || this.#fault === "refused-cancel-is-applied")
      Object.assign(render, { state: "cancelled", readings: 0 });
    if (!isAtWork) call.fail("wrong_state", "Only what is at work can be cancelled.");
    return { render_id };
  }

  get({ render_id }: { render_id: string }, call: RenderCall): object {
    const render = this.#find(render_id, call);
    if (this.#held === undefined) this.#work(render);
    const poll_seconds = render.state === "queued" || render.state === "running" ? 0.01 : 0;
    const state = render.isEndedByOther ? "done" : render.state;
    // The render continues its own work after this answer.
    if (render.isEndedByOther) Object.assign(render, { state: "queued", readings: 0, isEndedByOther: false });
    const isStored = this.#fault !== "done-before-it-is-stored" || render.readings > 6;
    return {
      state,
      frames: state === "done" && isStored ? 24 : 0,
      credits: this.#costOf(render),
      poll_seconds,
    };
  }

  usage(): object {
    const all = [...this.#renders.values()];
    const started = all.filter((render) => !["offered", "lapsed"].includes(render.state));
    const returned = this.#fault === "failed-renders-count" ? 0 : started.filter(isFailed).length;
    const isCharged = this.#fault === "failed-renders-cost";
    const spent = started.map((render) => (isCharged ? price : this.#costOf(render)));
    return {
      starts: started.length - returned,
      credits: allCredits - spent.reduce((sum, one) => sum + one, 0),
    };
  }

  /** Answers the hooks. */
  control({ seconds = 0, hold, step }: Question): object {
    this.now += seconds;
    if (hold !== undefined) this.#held = hold ? new Set() : undefined;
    const [first] = this.#held ?? [];
    const moved = this.#fault === "a-step-ends-all" ? [...(this.#held ?? [])] : [first];
    if (step !== undefined) for (const render of moved) if (render) this.#stepOn(render, step);
    return { held: this.#held?.size ?? 0 };
  }

  #stepOn(render: Render, step: "done" | "failed"): void {
    this.#held!.delete(render);
    if (this.#fault === "a-step-breaks-the-done")
      for (const other of this.#renders.values()) if (other.state === "done") other.state = "failed";
    if (this.#fault === "the-last-step-shows-no-end" && render.state === "running") return;
    if (step === "failed" && render.state === "running") Object.assign(render, { state: "failed" });
    else render.state = render.state === "queued" ? "running" : "done";
    if (render.state === "running") this.#held!.add(render);
  }

  #costOf(render: Render): number {
    return ["offered", "lapsed", "failed"].includes(render.state) ? 0 : price;
  }

  #work(render: Render): void {
    const reading = ++render.readings;
    const { state } = render;
    if (state === "queued" && reading > 1 && this.#fault !== "stays-queued")
      render.state = this.#fault === "goes-where-no-transition-leads" ? "lapsed" : "running";
    if (state === "running") {
      render.state = this.#end();
      if (this.#fault === "the-first-end-ends-all")
        for (const other of this.#renders.values())
          other.isEndedByOther ||= /queued|running/.test(other.state);
    }
    if (state === "queued" && this.#kind.isQuick) render.state = "done";
    if (state === "done" && this.#fault === "done-goes-back") render.state = "running";
    if (state === "cancelled" && reading > 1 && this.#fault === "cancelled-renders-finish")
      render.state = "done";
  }

  #end(): string {
    if (this.#fault === "shows-an-undeclared-state") return "paused";
    return this.#kind.breaks ? "failed" : "done";
  }

  #find(id: string, call: RenderCall): Render {
    const render = this.#renders.get(id) ?? call.fail("not_found", `There is no render ${id}.`);
    const lifetime =
      { "never-lapses": Number.POSITIVE_INFINITY, "lapses-early": 60 }[this.#fault as string] ?? 600;
    if (render.state === "offered" && this.now - render.offeredAt >= lifetime) render.state = "lapsed";
    return render;
  }
}

/** The runtime refuses results that do not fit; a faulty server of another make does not. */
function withoutOutputCheck(tool: Tool): Tool {
  const valid = Object.assign(() => true, { errors: null });
  return { ...tool, method: tool.name.slice("render_".length), output: valid as NonNullable<Tool["output"]> };
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Serves renders on a free port of loopback. `hook` is the address of the hooks that move their clock and hold their work. */
export async function serveRenders(
  fault?: RenderFault,
  work: RenderWork = {},
): Promise<{ url: string; hook: string; close(): Promise<void> }> {
  const handlers = new RenderHandlers(fault, work);
  const service = serviceOf(rendersCases, withoutOutputCheck);
  const server = createMcpServer({ service, handlers, authenticate: () => undefined, log: silent });
  const control = createServer(async (request, response) => {
    response.end(JSON.stringify(handlers.control(JSON.parse(await text(request)))));
  });
  const url = await server.listen(0);
  await new Promise<void>((resolve) => control.listen(0, "127.0.0.1", resolve));
  const { port } = control.address() as AddressInfo;
  return {
    url,
    hook: `http://127.0.0.1:${port}`,
    async close() {
      await server.close(0);
      control.close();
    },
  };
}
