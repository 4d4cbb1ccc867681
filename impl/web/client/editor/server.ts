/** Talks to the service: saves structures, asks for previews and for edits by a prompt. */
import type { FormStructure } from "../../../../generated/types.ts";
import type { ApplyReply, EditorBoot, ImageReply, ProposalReply, SaveReply } from "./boot.ts";

export interface Server {
  save(structure: FormStructure, expectedRevision: number, dryRun: boolean): Promise<SaveReply>;
  propose(prompt: string, expectedRevision: number): Promise<ProposalReply>;
  apply(proposal: string, expectedRevision: number): Promise<ApplyReply>;
  /** Sends a picture for the look of the form. */
  upload(file: File): Promise<ImageReply>;
  /** The page as respondents see it. @throws if there is no answer */
  preview(request: PreviewRequest, signal: AbortSignal): Promise<string>;
}

export interface PreviewRequest {
  readonly structure?: FormStructure;
  readonly proposal?: string;
  readonly language: string;
  /** Id of the page to show. */
  readonly page?: string | undefined;
  /** Id of the ending to show in place of a page. */
  readonly ending?: string | undefined;
  /** What was entered in the preview and where it is sent; undefined: the page is shown empty. */
  readonly entered?: FormData;
}

export function connect({ addresses, csrf }: EditorBoot): Server {
  async function send<Reply extends { readonly ok: boolean }>(
    address: string,
    values: Readonly<Record<string, string>>,
  ): Promise<Reply> {
    const failed = (code: string) => ({ ok: false, code, message: "" }) as unknown as Reply;
    const body = new FormData();
    for (const [name, value] of Object.entries({ csrf, ...values })) body.set(name, value);
    try {
      const response = await fetch(address, { method: "POST", body });
      const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
      if (isJson) return (await response.json()) as Reply;
      // It is sent again a little later.
      if (response.status === 503 || response.status === 429) return failed("offline");
      return failed(response.status === 500 || response.status === 413 ? "failed" : "signed_out");
    } catch {
      return failed("offline");
    }
  }
  return {
    save: (structure, revision, isDryRun) =>
      send(addresses.structure, {
        structure: JSON.stringify(structure),
        revision: String(revision),
        ...(isDryRun && { dry_run: "yes" }),
      }),
    propose: (prompt, revision) => send(addresses.proposal, { prompt, revision: String(revision) }),
    apply: (proposal, revision) => send(addresses.proposal, { proposal, revision: String(revision) }),
    async upload(file) {
      const body = new FormData();
      body.set("image", file);
      try {
        const response = await fetch(addresses.images, {
          method: "POST",
          body,
          headers: { "x-csrf-token": csrf },
        });
        const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
        return isJson ? ((await response.json()) as ImageReply) : { ok: false, message: "" };
      } catch {
        return { ok: false, message: "" };
      }
    },
    async preview({ structure, proposal, language, page, ending, entered = new FormData() }, signal) {
      const body = new FormData();
      body.set("csrf", csrf);
      if (structure) body.set("structure", JSON.stringify(structure));
      if (proposal !== undefined) body.set("proposal", proposal);
      for (const [name, value] of entered) if (typeof value === "string") body.append(name, value);
      if (ending !== undefined) body.set("ending", ending);
      if (page !== undefined && !entered.has("page")) body.set("show", page);
      if (!entered.has("lang")) body.set("lang", language);
      const response = await fetch(addresses.preview, { method: "POST", body, signal });
      if (!response.headers.get("content-type")?.startsWith("text/html")) throw new Error("No preview");
      return response.text();
    },
  };
}
