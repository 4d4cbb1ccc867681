/** The handlers of the notes. They compile no schema, so they run on platforms that make no code from text, too. */
import { type Call, type Caller, type FailureCode, Refusal } from "@toolwright/runtime";

interface Note {
  readonly id: string;
  readonly text: string;
  readonly author?: { readonly name: string; readonly email: string };
}

/** Ids choose what happens, so that a table of cases can reach everything. */
export class NotesHandlers {
  readonly ana: Note = { id: "ana", text: "Grüße – 👋", author: { name: "Ana", email: "ana@example.org" } };

  ping(): object {
    return { ok: true };
  }

  get({ id }: { id: string }, call: Call<"not_found">): Note | Promise<Note> {
    switch (id) {
      case "ana":
        return this.ana;
      case "slow":
        return new Promise((resolve) => setTimeout(resolve, 60, this.ana));
      case "undeclared":
        throw new Refusal("busy" as FailureCode, "Nobody may read this: secret-1.");
      case "broken":
        throw new Error("The disk with secret-2 is gone.");
      case "rejected":
        return Promise.reject(new Error("The disk with secret-2 is gone."));
      case "unwritable":
        return call.fail("not_found", "These details cannot be written.", { size: 1n });
      case "nothing":
        return JSON.parse("null");
      case "misfit":
        return JSON.parse('{ "id": 7, "text": "secret-3" }');
      default:
        return call.fail("not_found", `No note ${id}.`, { id });
    }
  }

  async edit({ id, text = "by prompt" }: { id: string; text?: string }, call: Call<"busy">): Promise<Note> {
    if (id === "busy") call.fail("busy", "Ana is editing. Try again in a minute.");
    return { id, text };
  }

  picture({ as }: { as?: "object" }): object {
    if (as === "object") return { type: "image" };
    return [{ type: "image", data: "AAAA", mimeType: "image/png" }];
  }

  /** Ends when it is told to, and says why. */
  wait(_input: unknown, call: Call): Promise<object> {
    return new Promise((_resolve, reject) => {
      call.signal.addEventListener("abort", () => reject(call.signal.reason));
    });
  }
}

/** Tokens are the names of their scopes, joined with `+`; `none` has none. */
export function callerOf(token: string): Caller | undefined {
  if (token === "revoked") return undefined;
  return { account: "ana", token: `id-of-${token}`, scopes: new Set(token.split("+")) };
}

export class ModernNotesHandlers extends NotesHandlers {
  /** The number of calls that have begun to wait. */
  running = 0;
  /** The reasons why waiting calls were stopped. */
  readonly stopped: string[] = [];
  /** Reports progress after `print` has ended. */
  tellMore = (): void => undefined;

  /** Returns a note, or for a reserved id the state of the waiting calls. */
  override get(input: { id: string }, call: Call<"not_found">): Note | Promise<Note> {
    const { running, stopped } = this;
    if (input.id !== "waiting") return super.get(input, call);
    return { id: "waiting", text: JSON.stringify({ running, stopped }) };
  }

  copy(input: object): object {
    return input;
  }

  /** Reports progress: 1, then values that are not progress, then 2 of 3 with a message. */
  async print(
    { ends = "well" }: { ends?: "well" | "refused" },
    { progress, fail }: Call<"jammed">,
  ): Promise<object> {
    progress(1);
    progress(1);
    progress(0.5);
    progress(Number.NaN);
    progress(Number.POSITIVE_INFINITY);
    progress(2, 3, "Zwei\nvon drei");
    this.tellMore = () => progress(9);
    if (ends === "refused") fail("jammed", "Clear the jam, then print again.");
    return { printed: true };
  }

  override wait(_input: unknown, call: Call): Promise<object> {
    this.running++;
    call.progress(1);
    return new Promise((_resolve, reject) => {
      call.signal.addEventListener("abort", () => {
        this.stopped.push(String(call.signal.reason));
        call.progress(2, 3, "I am told to stop");
        reject(call.signal.reason);
      });
    });
  }
}
