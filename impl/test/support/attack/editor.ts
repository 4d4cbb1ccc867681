/** An owner whose editor saves and shows large forms as fast as it can. */
import { setTimeout as delay } from "node:timers/promises";
import type { FormStructure } from "../../../../generated/types.ts";
import { outbox } from "../../../platform/mail/outbox.ts";
import { learner } from "../learner.ts";
import { callTool } from "../wire.ts";
import { type Attack, judged } from "./attack.ts";
import { cpuSeconds, healthWork, type World } from "./world.ts";

/** A form that costs 0.1 to 0.2 s of CPU in each post. */
function largeForm(): FormStructure {
  const choices = Array.from({ length: 110 }, (_, at) => ({ id: `c${at}`, label: { en: `L${at}` } }));
  const pages = Array.from({ length: 50 }, (_, page) => ({
    id: `p${page}`,
    fields: Array.from({ length: 4 }, (_, at) => ({
      id: `f${page}_${at}`,
      type: "dropdown" as const,
      label: { en: "Choose" },
      choices,
    })),
  }));
  return { title: { en: "Large" }, default_language: "en", languages: ["en"], pages };
}

/** The session of a new browser, by a link that is mailed. */
async function signIn({ origin, folder }: World, email: string): Promise<string> {
  const browser = learner();
  const entry = await browser.open(`${origin}/sign-in`);
  await browser.submit(entry, 0, { email, go: "link" });
  const mails = outbox(
    folder,
    () => "",
    () => new Date(),
  );
  let path: string | undefined;
  for (let waited = 0; waited < 100 && path === undefined; waited += 1) {
    const mail = (await mails.list()).find(({ to }) => to === email);
    path = /http\S+?(\/link\/[\w-]+)/.exec(mail?.text ?? "")?.[1];
    await delay(100);
  }
  await browser.submit(await browser.open(origin + path), 0, {});
  return browser.jar.get("session /")!.value;
}

const SECONDS = 8;
const AT_ONCE = 6;
/** All costly posts may take half of a processor; reading their bodies comes on top. Without bounds they took all of one. */
const MAX_SHARE = 0.85;

export const editorPosts: Attack = {
  name: "an editor with large forms, without a break",
  async run(world) {
    const email = "editor@example.org";
    const token = await world.mint(email);
    const structure = largeForm();
    const made = await callTool(world.endpoint, token, "service_create_form", { structure });
    const session = await signIn(world, email);
    const address = `${world.origin}/forms/${made.structuredContent.form_id}`;
    const headers = { Cookie: `session=${session}`, Origin: world.origin };
    const html = await (await fetch(`${address}/edit`, { headers })).text();
    const csrf = /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? "";
    const body = new URLSearchParams({ csrf, structure: JSON.stringify(structure) });
    const [began, before] = [performance.now(), await cpuSeconds(world)];
    const isOver = () => performance.now() - began > SECONDS * 1_000;
    const statuses: number[] = [];
    const send = async () => {
      while (!isOver()) {
        const { status } = await fetch(`${address}/preview`, { method: "POST", headers, body });
        statuses.push(status);
      }
    };
    const work: number[] = [];
    const watch = async () => {
      while (!isOver()) {
        work.push(await healthWork(world));
        await delay(50);
      }
    };
    await Promise.all([watch(), ...Array.from({ length: AT_ONCE }, send)]);
    const used = (await cpuSeconds(world)) - before;
    const share = used / ((performance.now() - began) / 1_000);
    const most = Math.max(...work);
    return judged(
      [
        ...statuses.map((status) => ["a preview", status === 200 || status === 503, status] as const),
        [`the share of a processor`, share < MAX_SHARE, share],
        ["the health check answers meanwhile", most < 10, most],
      ],
      `${Math.round(share * 100)} % of a processor, ${Math.round((used / statuses.length) * 1_000)} ms each; health check up to ${most.toFixed(2)} s of CPU`,
    );
  },
};
