/** Reads the calls of a run as questions and answers that can be found again in another run. */
import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { pointerStep } from "@toolwright/runtime/json";
import type { CompletedCall } from "../calls/completed-call.ts";
import { type Json, type JsonObject, valueAt } from "../cases/edits.ts";
import type { CaseFile, Credential } from "../cases/format.ts";
import { listLeafValues, toPattern } from "../cases/places.ts";
import type { HookName } from "../target/target.ts";
import type { OwnToken } from "../target/tokens.ts";
import type { Exchange } from "../wire/client.ts";
import type { Leaf, SeenAnswer } from "./answers.ts";
import { Changes } from "./changes.ts";
import { digest, Histories } from "./histories.ts";
import { isScalar, type Scalar } from "./spec-texts.ts";

/** Stands before the pointers to what a result has beside its output. */
const besideOutput = "result";

/** The answer of an address that a result showed. */
export interface ShownFile {
  readonly tool: string;
  /** The place of the address in the result: a JSON Pointer. */
  readonly place: string;
  readonly url: URL;
  /** The status of the answer. */
  readonly status: number;
  readonly content: Uint8Array;
  /** The call whose result showed the address. */
  readonly exchange: Exchange;
}

/** The answer of a call, while it is read. */
interface Reading {
  readonly tool: string;
  readonly caller: string;
  readonly exchange: Exchange;
  readonly isReading: boolean;
  /** An answer for each thing in its lists. */
  readonly items: { readonly item: SeenAnswer; readonly thing: string }[];
}

export class AnswerReader {
  readonly #file: CaseFile;
  readonly #histories: Histories;
  readonly #changes = new Changes();
  readonly #keys = new WeakMap<Exchange, string>();

  constructor(file: CaseFile) {
    this.#file = file;
    this.#histories = new Histories(file);
  }

  /** Reads a call: its own answer, and one for each thing that it lists. Returns the answers that are settled by now. */
  read({ tool, credential, input = null, outcome, exchange, ms }: CompletedCall): readonly SeenAnswer[] {
    const endedAt = performance.now();
    const period = { startedAt: endedAt - ms, endedAt };
    const { told, things } = this.#histories.tell(tool, input);
    const caller = describeCaller(credential);
    const key = digest(tool, caller, told);
    const { output, rest } = readResult("result" in outcome ? outcome.result : {});
    const isReading = !this.#isChange(tool);
    this.#histories.learn({ tool, key, input, output, rest, isReading });
    this.#keys.set(exchange, key);
    const reading: Reading = { tool, caller, exchange, isReading, items: [] };
    const places = this.#readPlaces(output, "", reading);
    for (const [place, leaf] of this.#readPlaces(rest, besideOutput, reading)) places.set(place, leaf);
    const code = "code" in outcome && outcome.code !== undefined ? ` ${outcome.code}` : "";
    places.set("", same(`${outcome.is}${code}`));
    const isOfAccount = things.size === 0;
    if (isReading && isOfAccount) removeLists(places);
    const own: SeenAnswer = { key, tool, isOfAccount, places, exchange };
    const answers = [
      { seen: own, things },
      ...reading.items.map(({ item, thing }) => ({ seen: item, things: new Set([...things, thing]) })),
    ];
    const changed = isReading || outcome.is !== "success" ? new Set<string>() : things;
    this.#histories.change(changed, key);
    return this.#changes.add(answers, period, changed);
  }

  /** Returns the answers that are settled at the end of the run. */
  end(): readonly SeenAnswer[] {
    return this.#changes.end();
  }

  /** Notes the call of a hook, which may make things or change them. */
  noteHook(hook: HookName, input: Json, answer: Json, startedAt: number): void {
    const { told, things } = this.#histories.tell(hook, input);
    const key = digest("hook", hook, told);
    this.#histories.learn({ tool: hook, key, input, output: answer, rest: null, isReading: false });
    this.#histories.change(things, key);
    this.#changes.note(things, { startedAt, endedAt: performance.now() });
  }

  /** Reads what an address answers that a result showed. Undefined if that result was not read. */
  readFile({ tool, place, url, status, content, exchange }: ShownFile): SeenAnswer | undefined {
    const shownBy = this.#keys.get(exchange);
    if (shownBy === undefined) return undefined;
    const { told } = this.#histories.tell(tool, `${url.pathname}${url.search}`);
    const places = new Map([["", same(`HTTP ${status}`)]]);
    for (const [index, piece] of splitContent(content).entries())
      places.set(`${place}#${index}`, this.#histories.readValue(piece, tool, besideOutput));
    return {
      key: digest("file", shownBy, place, told),
      tool,
      isOfAccount: false,
      isFile: true,
      places,
      exchange,
    };
  }

  #isChange(tool: string): boolean {
    return this.#file.tools[tool]?.readOnly === false;
  }

  /**
   * Lists the values of a part of a result. What a list says of a thing is an answer of its own, wherever it stands in the list.
   *
   * @param base the pattern of the part in the result, with which the places begin
   */
  #readPlaces(part: Json, base: string, reading: Reading): Map<string, Leaf> {
    const places = new Map<string, Leaf>();
    const { tool } = reading;
    const next = base === "" ? this.#file.behaviour?.pages[tool]?.next : undefined;
    const visitParts = (whole: object, pointer: string): void => {
      for (const [name, child] of Object.entries(whole)) {
        const at = `${pointer}/${pointerStep(name)}`;
        const isItem = Array.isArray(whole) && this.#readItem(child, base + toPattern(at), reading);
        if (!isItem) visit(child, at);
      }
    };
    const visit = (value: Json, pointer: string): void => {
      // Whether there is a next page depends on all that the account has.
      if (pointer === next) return;
      if (isScalar(value))
        places.set(base + pointer, this.#histories.readValue(value, tool, base + toPattern(pointer)));
      else if (listLeafValues(value).size === 0) places.set(base + pointer, same(JSON.stringify(value)));
      else visitParts(value, pointer);
    };
    visit(part, "");
    return places;
  }

  /** Reads what a list says of a thing as an answer of its own. Returns whether the item is about a thing. */
  #readItem(item: Json, place: string, reading: Reading): boolean {
    const { tool, caller, exchange, isReading, items } = reading;
    const thing = isReading ? this.#histories.findThing(tool, place, item) : undefined;
    if (thing === undefined) return false;
    const key = digest("item", tool, caller, place, this.#histories.historyOf(thing));
    const places = this.#readPlaces(item, place, reading);
    items.push({ item: { key, tool, isOfAccount: false, places, exchange }, thing });
    return true;
  }
}

/** Texts with more pieces are one piece. */
const mostPieces = 4_000;

/** Splits a text at the ends of tags and lines, so that a finding names the piece that differs. Other content is one piece. */
function splitContent(content: Uint8Array): readonly string[] {
  const text = isUtf8(content) && !content.includes(0) ? Buffer.from(content).toString() : undefined;
  const pieces = text?.split(/(?<=[>\n])/) ?? [];
  if (text !== undefined && pieces.length <= mostPieces) return pieces;
  return [`sha256 ${createHash("sha256").update(content).digest("hex")}`];
}

/** Removes what is in lists without ids: what an account has depends on all calls before. So does a text that shows it as JSON. */
function removeLists(places: Map<string, Leaf>): void {
  for (const [place, { loose }] of places) {
    const isShown = typeof loose === "string" && /^\s*[[{]/.test(loose);
    const isInList = !place.startsWith(besideOutput) && toPattern(place).includes("/*");
    if (isShown || isInList) places.delete(place);
  }
}

function same(value: Scalar): Leaf {
  return { exact: value, loose: value };
}

/** Returns the output of a result, and all else that it has. A text that shows the output once more is left out. */
function readResult({ _meta, structuredContent, content, ...rest }: JsonObject): {
  output: Json;
  rest: Json;
} {
  const blocks = Array.isArray(content) ? (content as readonly Json[]) : [];
  if (structuredContent === undefined) return { output: null, rest: { ...rest, content: blocks } };
  const others = blocks.filter(
    (block) => !/^\s*[[{]/.test(String(valueAt(block, "/text") ?? valueAt(block, "/resource/text"))),
  );
  return { output: structuredContent, rest: { ...rest, content: others } };
}

/** Returns the kind of the caller: the scopes and the name of the account, never a token. */
function describeCaller(credential: Credential | OwnToken): string {
  if (typeof credential === "string") return credential;
  const { scopes = [], account } = credential;
  return JSON.stringify([scopes.toSorted(), account ?? ""]);
}
