/** The pages of MCP Apps, which hosts show beside results. `npm run bundles` makes them. */
import { readFile } from "node:fs/promises";
import type { Handlers } from "../../../generated/handlers.ts";

const BUNDLES = new URL("../../web/bundles/", import.meta.url);

/** Each is read at its first use. */
export function chatPages(): Handlers["resources"] {
  return { formPage: pageOf("form"), responsesPage: pageOf("responses"), lessonPage: pageOf("lesson") };
}

function pageOf(name: "form" | "responses" | "lesson"): () => Promise<string> {
  let page: Promise<string> | undefined;
  return () => {
    page ??= readFile(new URL(`chat-${name}.html`, BUNDLES), "utf8");
    return page;
  };
}
