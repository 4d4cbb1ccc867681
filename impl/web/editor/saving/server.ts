/** Calls the service: saves structures, requests previews, translations and edits by a prompt. */
import type { FormStructure, Language } from "../../../../generated/types.ts";
import type {
  ApplyReply,
  ChangedPlace,
  EditorBoot,
  Failure,
  ImageReply,
  ProposalReply,
  QuestionsReply,
  SaveReply,
  StoredForm,
  TranslationReply,
} from "../boot.ts";
import { listUntranslated } from "./filled-texts.ts";

export interface Server {
  /**
   * @param known the stored form that the editor has merged into the structure
   */
  save(structure: FormStructure, known: StoredForm, how: HowToSave): Promise<SaveReply>;
  propose(prompt: string, expectedRevision: number): Promise<ProposalReply>;
  /** @param acknowledge whether the user has agreed that the form asks respondents for a secret */
  apply(proposal: string, expectedRevision: number, acknowledge: boolean): Promise<ApplyReply>;
  /** Requests the missing translations: those that the service knows, or those of its model. */
  translate(structure: FormStructure, to: Language, isByModel: boolean): Promise<TranslationReply>;
  /** Has the service read questions in form text, in the default language of the form. */
  readQuestions(text: string, language: Language): Promise<QuestionsReply>;
  /** Uploads a picture for the look of the form. */
  upload(file: File): Promise<ImageReply>;
  /** Requests the page as respondents see it. @throws if there is no answer */
  preview(request: PreviewRequest, signal: AbortSignal): Promise<string>;
}

export interface HowToSave {
  /** Whether the structure waits to be published. */
  readonly keep: boolean;
  /** Whether its owner agrees that respondents are asked for a secret. */
  readonly acknowledge: boolean;
}

/** The data that a page of the preview is drawn from. */
export interface Drawn {
  readonly structure: FormStructure;
  readonly language: string;
  /** A signed proposal, shown instead of the structure. */
  readonly proposal: string | undefined;
  /** The questions that the proposal changes. */
  readonly places?: readonly ChangedPlace[] | undefined;
}

export interface PreviewRequest extends Drawn {
  /** Id of the page to show. */
  readonly page?: string | undefined;
  /** Id of a question, whose page is shown. */
  readonly field?: string | undefined;
  /** Id of the ending to show instead of a page. */
  readonly ending?: string | undefined;
  /** The values entered in the preview; undefined: the page is shown empty. */
  readonly entered?: FormData | undefined;
}

/** Codes by HTTP status, for answers that are not JSON. After `offline` the editor sends the request again. */
const codes: Readonly<Record<number, string>> = {
  503: "offline",
  429: "offline",
  500: "failed",
  413: "failed",
};

export function connect({ addresses, csrf }: EditorBoot): Server {
  return {
    save: (structure, { revision, pending }, { keep, acknowledge }) =>
      send(addresses.structure, {
        structure: JSON.stringify(structure),
        revision: String(revision),
        pending: pending?.id,
        keep: keep ? "yes" : undefined,
        acknowledge: acknowledge ? "yes" : undefined,
      }),
    propose: (prompt, revision) => send(addresses.proposal, { prompt, revision: String(revision) }),
    apply(proposal, revision, acknowledge) {
      const agreed = acknowledge ? "yes" : undefined;
      return send(addresses.proposal, { proposal, revision: String(revision), acknowledge: agreed });
    },
    translate(structure, to, isByModel) {
      const sent = isByModel ? JSON.stringify(structure) : undefined;
      const body = toFormData({ csrf, from: structure.default_language, to, structure: sent });
      for (const { kind, original } of listUntranslated(structure, to)) body.append(kind, original);
      return send(addresses.translation, body);
    },
    readQuestions: (text, language) => send(addresses.questions, { text, language }),
    async upload(image) {
      const reply = await post<ImageReply>(addresses.images, toFormData({ image }), { "x-csrf-token": csrf });
      return typeof reply === "string" ? { ok: false, message: "" } : reply;
    },
    async preview({ structure, entered = new FormData(), proposal, ending, page, field, language }, signal) {
      const body = toFormData({
        csrf,
        structure: proposal === undefined ? JSON.stringify(structure) : undefined,
        proposal,
      });
      for (const [name, value] of entered) if (typeof value === "string") body.append(name, value);
      toFormData({ ending, show: page, field, lang: entered.has("go") ? undefined : language }, body);
      const response = await fetch(addresses.preview, { method: "POST", body, signal });
      if (!response.headers.get("content-type")?.startsWith("text/html")) throw new Error("No preview");
      return response.text();
    },
  };

  async function send<Reply>(address: string, values: Values | FormData): Promise<Reply | Failure> {
    const body = values instanceof FormData ? values : toFormData({ csrf, ...values });
    const reply = await post<Reply>(address, body);
    return typeof reply === "string" ? { ok: false, code: reply, message: "" } : reply;
  }
}

type Values = Readonly<Record<string, string | Blob | undefined>>;

function toFormData(values: Values, body = new FormData()): FormData {
  for (const [name, value] of Object.entries(values)) if (value !== undefined) body.set(name, value);
  return body;
}

/** Sends a request and returns the JSON of the answer, or the code of a failure. */
async function post<Reply>(
  address: string,
  body: FormData,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply | string> {
  try {
    const response = await fetch(address, { method: "POST", body, headers });
    const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
    return isJson ? await response.json() : (codes[response.status] ?? "signed_out");
  } catch {
    return "offline";
  }
}
