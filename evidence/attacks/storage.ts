/** Attacks that fill the disk as one account or one visitor, each on its own service. */
import { setTimeout as delay } from "node:timers/promises";
import type { FormStructure } from "../../generated/types.ts";
import { type Page, sendForm, visit } from "../../impl/test/support/visitor.ts";
import { callTool, failureCode } from "../../impl/test/support/wire.ts";
import { type Attack, judgeResults } from "./attack.ts";
import { inWorld } from "./circumstances.ts";
import { bytesIn } from "./load.ts";

const largest: FormStructure = {
  title: { en: "Largest" },
  default_language: "en",
  languages: ["en"],
  pages: Array.from({ length: 50 }, (_, page) => ({
    id: `p${page}`,
    fields: Array.from({ length: 10 }, (_, at) => ({
      id: `f${page}_${at}`,
      type: "short_text" as const,
      label: { en: "L" },
      description: { en: "x".repeat(1_750) },
    })),
  })) as FormStructure["pages"],
};
const LARGEST_BYTES = JSON.stringify(largest).length;
const COPIES = 110;
/** The limit for structures of a trial account, in megabytes. */
const TRIAL_MB = 50;

export const copies: Attack = {
  name: "an account on trial that copies its form",
  run: () =>
    inWorld({}, async (world) => {
      const token = await world.mint("trial@example.org", undefined, "trial");
      const form_id = await world.publish(token, largest);
      let kept = 1;
      const refusals: unknown[] = [];
      for (let n = 0; n < COPIES; n += 1) {
        const outcome = await callTool(world.endpoint, token, "service_clone_form", { form_id });
        if (outcome.isError) refusals.push(failureCode(outcome));
        else kept += 1;
      }
      const other = await world.mint("other@example.org");
      const made = await callTool(world.endpoint, other, "service_create_form", { structure: largest });
      const megabytes = (kept * LARGEST_BYTES) / 1e6;
      return judgeResults(
        [
          ["the budget holds", megabytes <= TRIAL_MB, megabytes],
          [
            "the rest is refused for its budget",
            refusals.length === COPIES + 1 - kept && refusals.every((code) => code === "quota_exceeded"),
            refusals,
          ],
          ["others are not", made.isError !== true, made.content],
        ],
        `${kept} of ${(LARGEST_BYTES / 1e6).toFixed(2)} MB, ${refusals.length} refused`,
      );
    }),
};

const UPLOADS = 40;
const UPLOAD_BYTES = 9_900_000;
/** The limit of one form, in megabytes. */
const UNSENT_MB = 200;

/** Uploads a file to a form and does not send it. */
export async function upload(page: Page): Promise<number> {
  const [, ticket = ""] = /name="ticket" value="([^"]*)"/.exec(page.html) ?? [];
  const body = new FormData();
  body.set("ticket", ticket);
  body.set("a.file", new File([`%PDF-1.7 ${"x".repeat(UPLOAD_BYTES)}`], "a.pdf"));
  const response = await fetch(`${page.url}/files`, { method: "POST", body });
  await response.arrayBuffer();
  return response.status;
}

export const unsentUploads: Attack = {
  name: "uploads that are never sent",
  run: () =>
    inWorld({}, async (world) => {
      const field = { id: "file", type: "file_upload" as const, label: { en: "File" } };
      const structure = { ...largest, pages: [{ id: "p", fields: [field] }] };
      const form = await world.publish(await world.mint("uploads@example.org"), structure);
      const statuses: number[] = [];
      for (let n = 0; n < UPLOADS; n += 1)
        statuses.push(await upload(await visit(`${world.origin}/f/${form}`)));
      const taken = statuses.filter((status) => status === 201).length;
      const megabytes = (await bytesIn(world.folder)) / 1e6;
      return judgeResults(
        [
          ["the bound of the form holds", megabytes < UNSENT_MB + 10, megabytes],
          ["the rest is refused", statuses.slice(taken).every((status) => status === 422), statuses],
        ],
        `${taken} of ${UPLOADS} taken, ${Math.round((taken * UPLOAD_BYTES) / 1e6)} MB`,
      );
    }),
};

const RESPONSES = 12;
const FILES = 5;
/** The limit of one network, in megabytes. */
const UNCONFIRMED_MB = 500;
/** Faster than this only programs fill in a form. */
const FILL_TIME_MS = 2_000;

export const unconfirmedResponses: Attack = {
  name: "responses with files that nobody confirms",
  run: () =>
    inWorld({}, async (world) => {
      const fields = [
        { id: "email", type: "email" as const, label: { en: "Email" }, required: true },
        {
          id: "file",
          type: "file_upload" as const,
          label: { en: "File" },
          validation: { max_files: FILES },
        },
      ];
      const structure = { ...largest, pages: [{ id: "p", fields }] };
      const form = await world.publish(await world.mint("unconfirmed@example.org"), structure);
      const sent: Page[] = [];
      for (let n = 0; n < RESPONSES; n += 1) {
        const page = await visit(`${world.origin}/f/${form}`);
        for (let file = 0; file < FILES; file += 1) await upload(page);
        await delay(FILL_TIME_MS);
        sent.push(await sendForm(page, { "a.email": `visitor${n}@example.net`, go: "send" }));
      }
      const taken = sent.filter(({ url }) => url.includes("/sent/")).length;
      const megabytes = (await bytesIn(world.folder)) / 1e6;
      const last = sent.at(-1)!;
      return judgeResults(
        [
          // Unsent uploads count separately, and are removed after an hour.
          ["the bound of the network holds", megabytes < UNCONFIRMED_MB + 120, megabytes],
          ["the rest is refused, and told what helps", last.status === 429, last.status],
          ["in words", /wait \d+ (minutes|hours|days)/i.test(last.html), last.html.slice(0, 3_000)],
        ],
        `${taken} of ${RESPONSES} taken, ${Math.round(megabytes)} MB`,
      );
    }),
};
