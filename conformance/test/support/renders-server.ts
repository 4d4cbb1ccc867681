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

/** Faults of the work: it breaks, or it is done before a client can see that it runs. */
export interface RenderWork {
  readonly breaks?: boolean;
  readonly isQuick?: boolean;
}

/** The work goes on with every reading, so that no test depends on time. */
class RenderHandlers {
  readonly #renders = new Map<string, Render>();
  readonly #fault: RenderFault | undefined;
  readonly #kind: RenderWork;
  /** Seconds, moved by the hook clock alone. */
  now = 0;

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
    if (render.state === "lapsed") call.fail("wrong_state", "The offer has lapsed.");
    if (render.state === "offered" || this.#fault === "start-again-starts-again")
      Object.assign(render, { state: "queued", readings: 0 });
    else if (this.#fault === "start-cannot-be-repeated") call.fail("wrong_state", "It has been started.");
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
    this.#work(render);
    const poll_seconds = render.state === "queued" || render.state === "running" ? 0.01 : 0;
    const state = render.isEndedByOther ? "done" : render.state;
    // The render continues its own work after this answer.
    if (render.isEndedByOther) Object.assign(render, { state: "queued", readings: 0, isEndedByOther: false });
    const isStored = this.#fault !== "done-before-it-is-stored" || render.readings > 6;
    return { state, frames: state === "done" && isStored ? 24 : 0, poll_seconds };
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

/** Serves renders on a free port of loopback. `clock` is the command of the hook that moves their clock. */
export async function serveRenders(
  fault?: RenderFault,
  work: RenderWork = {},
): Promise<{ url: string; clock: string[]; close(): Promise<void> }> {
  const handlers = new RenderHandlers(fault, work);
  const service = serviceOf(rendersCases, withoutOutputCheck);
  const server = createMcpServer({ service, handlers, authenticate: () => undefined, log: silent });
  const control = createServer(async (request, response) => {
    handlers.now += (JSON.parse(await text(request)) as { seconds: number }).seconds;
    response.end("{}");
  });
  const url = await server.listen(0);
  await new Promise<void>((resolve) => control.listen(0, "127.0.0.1", resolve));
  const { port } = control.address() as AddressInfo;
  return {
    url,
    clock: [process.execPath, join(import.meta.dirname, "renders-clock-program.ts"), String(port)],
    async close() {
      await server.close(0);
      control.close();
    },
  };
}
