/** The service of a story, with the people in it and their agent. */
import { type Client, createClient } from "../../generated/client.ts";
import type { FormStructure } from "../../generated/types.ts";
import { requireFormText } from "../../impl/ai/read-form-text.ts";
import type { Answers } from "../../impl/forms/answers/answer.ts";
import { askToWait, confirmWaiting } from "../../impl/responses/waiting/join.ts";
import { setWaitingList } from "../../impl/responses/waiting/waiting-list.ts";
import { answeredForm } from "../../impl/test/support/answered-form.ts";
import { DESKTOP, openPage, PHONE } from "../../impl/test/support/browser.ts";
import { editors } from "../../impl/test/support/editors.ts";
import { connect } from "../../impl/test/support/service.ts";
import { type Entries, sendForm, visit } from "../../impl/test/support/visitor.ts";
import { type Look, Person } from "./person.ts";

type Service = Awaited<ReturnType<typeof editors>>;

/** A form that is sent sooner after it was opened is taken for one that a program has filled in. */
const THINKING_MS = 5_000;
const DAY_MS = 86_400_000;

/** A published form. */
export interface Published {
  readonly id: string;
  /** The address that respondents open. */
  readonly url: string;
}

export class World {
  readonly #service: Service;
  readonly #look: Look;

  constructor(service: Service, look: Look) {
    this.#service = service;
    this.#look = look;
  }

  /** @param look runs on every page that a person opens */
  static async start(look: Look): Promise<World> {
    return new World(await editors(), look);
  }

  /** The list of forms. */
  get list(): string {
    return `${this.#service.publicUrl}/forms`;
  }

  /** The owner of all forms, who is signed in, at a large screen without a mouse. */
  async owner(): Promise<Person> {
    return new Person(await this.#service.openWindow(), { usesKeyboard: true, look: this.#look });
  }

  /** The owner with a phone. */
  async ownerOnPhone(): Promise<Person> {
    const page = await this.#service.openWindow({ viewport: PHONE, hasTouch: true });
    return new Person(page, { usesKeyboard: false, look: this.#look });
  }

  /** Another person with an account. */
  async colleague(email: string): Promise<Person> {
    const page = await this.#service.openWindow({}, await this.#service.signIn(email));
    return new Person(page, { usesKeyboard: true, look: this.#look });
  }

  /** A respondent at a large screen without a mouse. @param locale the language of the browser */
  async respondentAtDesk(hasScripts: boolean, locale: string): Promise<Person> {
    const page = await openPage({ viewport: DESKTOP, locale, javaScriptEnabled: hasScripts });
    return new Person(page, { usesKeyboard: true, look: this.#look });
  }

  /** A respondent with a phone, who uses its keyboard alone if the browser runs no scripts. */
  async respondent(hasScripts: boolean): Promise<Person> {
    const options = { viewport: PHONE, hasTouch: true, locale: "en", javaScriptEnabled: hasScripts };
    return new Person(await openPage(options), { usesKeyboard: !hasScripts, look: this.#look });
  }

  /** The agent of the owner. */
  async agent(): Promise<Client> {
    const { endpoint, mint } = this.#service;
    return createClient(await connect(endpoint, (await mint()).token));
  }

  /** Makes a form of a structure or of a form text. */
  async create(form: FormStructure | string, isPublished = true): Promise<Published> {
    const structure = typeof form === "string" ? requireFormText(form, "en").structure : form;
    return this.#published(await this.#service.create(structure, isPublished));
  }

  /** Makes a published form that several people have answered. */
  async createAnswered(structure: FormStructure, answers: readonly Answers[]): Promise<Published> {
    const { form, respond } = await answeredForm(this.#service, structure);
    for (const [at, one] of answers.entries()) await respond(one, { email: `person${at + 1}@example.org` });
    return this.#published(form.id);
  }

  async offerWaitingList({ id }: Published): Promise<void> {
    const { storage, now, accountId } = this.#service;
    await setWaitingList({ storage, clock: now }, accountId, id, true);
  }

  /** Puts a person on the waiting list, who has confirmed the address. */
  async wait({ id }: Published, email: string): Promise<void> {
    const { storage, now } = this.#service;
    const wish = { formId: id, email, language: "en", network: "203.0.113.9" } as const;
    const asked = await askToWait({ storage, clock: now }, wish);
    if (typeof asked === "string") throw new Error(`${email} cannot wait: ${asked}`);
    await confirmWaiting({ storage, clock: now }, asked.secret);
  }

  /** Whether the page of a form takes answers. */
  async isOpen({ url }: Pick<Published, "url">): Promise<boolean> {
    return (await visit(url)).html.includes('name="a.');
  }

  /** Fills in a form of one page without an email question, and confirms the address. */
  async answer({ url }: Pick<Published, "url">, entries: Entries, email: string): Promise<void> {
    const page = await visit(url);
    this.think();
    const sent = await sendForm(page, { ...entries, address: email, go: "send" });
    await sendForm(sent, { code: await this.code(email) });
  }

  /** Lets the time pass that a person needs for a page. */
  think(): void {
    const { time } = this.#service;
    time.now = new Date(time.now.getTime() + THINKING_MS);
  }

  /** Returns a date after today, as a date input takes it. @param fromNow the number of days */
  day(fromNow: number): string {
    return new Date(this.#service.now().getTime() + fromNow * DAY_MS).toISOString().slice(0, 10);
  }

  /** The code in the next mail to an address. */
  async code(email: string): Promise<string> {
    const { subject } = await this.#service.nextMail(email);
    const [code = ""] = /\d{6}/.exec(subject) ?? [];
    return code;
  }

  /** The address of the first link in the next mail to an address. */
  async link(email: string): Promise<string> {
    const { text } = await this.#service.nextMail(email);
    const [link = ""] = /http\S+/.exec(text) ?? [];
    return link;
  }

  #published(id: string): Published {
    return { id, url: `${this.#service.publicUrl}/f/${id}` };
  }
}
