/** A learner without scripts: a browser's cookies, and the forms of a lesson's page. */
import { type Entries, filledIn, type Page, toPage } from "./visitor.ts";

interface Cookie {
  readonly value: string;
  readonly path: string;
}

/** A separate browser: other learners do not see its cookies. */
export function learner() {
  const jar = new Map<string, Cookie>();
  /** Every byte that came, with the headers. */
  const received: string[] = [];

  async function send(address: URL | string, init: RequestInit = {}): Promise<Page> {
    const url = new URL(address);
    const cookies = [...jar].filter(([, { path }]) => isBelow(url.pathname, path));
    const headers = {
      ...(cookies.length > 0 && {
        Cookie: cookies.map(([key, { value }]) => `${key.split(" ")[0]}=${value}`).join("; "),
      }),
      ...(init.method === "POST" && { Origin: url.origin }),
      ...(init.headers as Record<string, string> | undefined),
    };
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) keep(line);
    const page = await toPage(response);
    received.push(JSON.stringify([...response.headers]), page.html);
    const target = response.headers.get("location");
    return response.status === 303 && target !== null ? send(new URL(target, url)) : page;
  }

  function keep(line: string): void {
    const [pair = "", ...attributes] = line.split("; ");
    const [name = "", value = ""] = pair.split("=");
    const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? "/";
    if (attributes.some((one) => /^(Max-Age=0$|expires=Thu, 01 Jan 1970)/.test(one)))
      jar.delete(`${name} ${path}`);
    else jar.set(`${name} ${path}`, { value, path });
  }

  /** Number of the form that has this in it. */
  const formWith = (page: Page, text: string) =>
    [...page.html.matchAll(/<form.*?<\/form>/gs)].findIndex(([form]) => form.includes(text));

  async function submit(page: Page, which: number, entries: Entries): Promise<Page> {
    if (which < 0) throw new Error(`No such form on ${page.url}: ${page.html}`);
    const { address, body } = filledIn(page, entries, which);
    return send(address, { method: "POST", body });
  }

  return {
    jar,
    received,
    open: (url: string, headers: Record<string, string> = {}) => send(url, { headers }),
    submit,
    /** Sends an answer to a task. */
    answer: (page: Page, task: string, entries: Entries) =>
      submit(page, formWith(page, `name="task" value="${task}"`), { go: "check", ...entries }),
    startOver: (page: Page) => submit(page, formWith(page, `value="restart"`), { go: "restart" }),
    unlock: (page: Page, password: string) => submit(page, formWith(page, `name="password"`), { password }),
  };
}

function isBelow(path: string, parent: string): boolean {
  return path === parent || path.startsWith(parent.endsWith("/") ? parent : `${parent}/`);
}

/** Returns the text of a page about a task, without tags. */
export function taskOn(
  { html }: Pick<Page, "html">,
  task: string,
): { readonly state: string; readonly text: string } {
  const [, state = "", content = ""] =
    new RegExp(`<li class="task" data-state="(\\w+)" id="task-${task}">(.*?)</form></li>`, "s").exec(html) ??
    [];
  const text = content
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&#39;", "'")
    .replace(/\s+/g, " ")
    .trim();
  return { state, text };
}
