/** Live addresses in tests: making them by their page, and reading them. */
import type { FormStructure } from "../../../generated/types.ts";
import { answeredForm } from "./answered-form.ts";
import { ownerPages } from "./owner.ts";
import type { ServiceOptions } from "./service.ts";

export const club: FormStructure = {
  title: { en: "Club" },
  languages: ["en"],
  default_language: "en",
  hidden_fields: [{ id: "source", label: { en: "Source" } }],
  pages: [
    {
      id: "page",
      fields: [
        { id: "name", type: "short_text", label: { en: "Your name" } },
        { id: "mail", type: "email", label: { en: "Your address" } },
        { id: "come", type: "yes_no", label: { en: "Will you come?" } },
        { id: "at", type: "datetime", label: { en: "When" } },
      ],
    },
  ],
};

/** The service with an answered form of Ada's, whose connections she opens. */
export async function liveService(options: ServiceOptions = {}) {
  const service = await ownerPages(options);
  const ada = await service.signIn();
  const answered = await answeredForm(service, club);
  const page = `/forms/${answered.form.id}/connections`;
  const action = `${page}/live`;
  const post = async (entries: Record<string, string>, who = ada) =>
    who.send(await who.open(page), action, entries);
  /** Makes an address, as its page shows it. */
  const make = async (entries: Record<string, string> = {}) => {
    const { html } = await post({ action: "make", ...entries });
    return /<code translate="no">(http[^<]+)<\/code>/.exec(html)?.[1] ?? "";
  };
  return { ...service, ada, ...answered, page, action, post, make };
}

/** Reads a live address as a spreadsheet does, with the byte order mark. */
export async function readLive(address: string, headers: Record<string, string> = {}) {
  const response = await fetch(address, { headers, redirect: "manual" });
  // A decoder would leave the byte order mark out.
  const text = Buffer.from(await response.arrayBuffer()).toString();
  return { status: response.status, headers: response.headers, text, lines: text.split("\r\n") };
}
