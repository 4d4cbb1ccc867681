/** Visitors of one network who write long answers and never send them. */
import { request } from "node:http";
import { text } from "node:stream/consumers";
import type { FormStructure } from "../../generated/types.ts";
import { filledIn } from "../../impl/test/support/visitor.ts";
import { type Attack, judgeResults } from "./attack.ts";
import { inWorld } from "./circumstances.ts";
import { bytesIn } from "./load.ts";

const TEXTS = 200;
const TEXT_BYTES = 9_000;
const DRAFTS = 60;
/** The limit of one network, and the log of the database, in megabytes. */
const MOST_MB = 50 + 10;

export const story: FormStructure = {
  title: { en: "Story" },
  default_language: "en",
  languages: ["en"],
  pages: [
    {
      id: "p",
      fields: [
        { id: "name", type: "short_text", label: { en: "Name" }, required: true },
        ...Array.from({ length: TEXTS }, (_, at) => ({
          id: `t${at}`,
          type: "long_text" as const,
          label: { en: "Text" },
        })),
      ],
    },
  ],
};

export interface Answer {
  readonly status: number;
  readonly html: string;
}

/** A request from an address of this machine, which is a network of its own for the service. */
export function ask(url: string, localAddress: string, body?: string): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const headers = body !== undefined && {
    Origin: new URL(url).origin,
    "Content-Type": "application/x-www-form-urlencoded",
  };
  const sent = request(url, {
    localAddress,
    method: body === undefined ? "GET" : "POST",
    ...(headers && { headers }),
  });
  sent.on("error", reject).on("response", (response) => {
    text(response).then((html) => resolve({ status: response.statusCode ?? 0, html }), reject);
  });
  sent.end(body);
  return promise;
}

/** Opens the form, fills in all texts and goes back, so that they are kept and not sent. */
export async function write(url: string, from: string): Promise<Answer> {
  const { html } = await ask(url, from);
  const texts = Object.fromEntries(
    Array.from({ length: TEXTS }, (_, at) => [`a.t${at}`, "x".repeat(TEXT_BYTES)]),
  );
  const { address, body } = filledIn({ html, url }, { ...texts, go: "back" });
  const entries = [...body].map(([name, value]): [string, string] => [name, String(value)]);
  return ask(address.href, from, String(new URLSearchParams(entries)));
}

export const drafts: Attack = {
  name: "drafts that are never sent",
  run: () =>
    inWorld({}, async (world) => {
      const form = await world.publish(await world.mint("drafts@example.org"), story);
      const url = `${world.origin}/f/${form}`;
      const before = await bytesIn(world.folder);
      let last: Answer = { status: 200, html: "" };
      let kept = 0;
      for (; kept < DRAFTS && last.status === 200; kept += 1) last = await write(url, "127.0.0.2");
      const megabytes = ((await bytesIn(world.folder)) - before) / 1e6;
      const other = await write(url, "127.0.0.1");
      return judgeResults(
        [
          ["the network is refused", last.status === 429, [last.status, kept]],
          [
            "it is told how long to wait, and what was written stays on the page",
            isHelpful(last),
            last.html.slice(0, 2_000),
          ],
          ["the disk", megabytes < MOST_MB, megabytes],
          ["another network writes on", other.status === 200, other.status],
        ],
        `refused at draft ${kept} of ${((TEXTS * TEXT_BYTES) / 1e6).toFixed(1)} MB; ${Math.round(megabytes)} MB`,
      );
    }),
};

function isHelpful({ html }: Answer): boolean {
  return /Please wait \d+ minutes/.test(html) && html.includes("x".repeat(TEXT_BYTES));
}
