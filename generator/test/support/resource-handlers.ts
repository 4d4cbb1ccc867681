/** Handlers of the fixture `resources`. */
import { Refusal } from "@toolwright/runtime";
import type { Handlers } from "../fixtures/resources/want/handlers.ts";

export const handlers: Handlers = {
  ping: () => [],
  show: () => [],
  refresh: () => [],
  resources: {
    note({ note_id }, call) {
      if (note_id === "n2") call.fail("locked", "Try again in a minute.");
      if (note_id === "n3") throw new Error("secret of the database");
      if (note_id !== "n1") call.fail("not_found", `No note ${note_id}.`);
      return { text: "Milk", author: "Ana" };
    },
    completeNote: ({ value, others }) => [`${value}1`, ...Object.values(others)],
    attachment({ path }) {
      if (path === "picture.svg")
        return { text: "<svg/>", mimeType: "image/svg+xml", _meta: { "example.org/page": 1 } };
      return path === "list.txt" ? "Eggs" : new Uint8Array([0, 255]);
    },
    feed: () => "news",
  },
  prompts: {
    review: ({ note_id }, call) => {
      if (note_id !== "n1") throw new Refusal("not_found", "No such note.");
      return [{ role: "user", content: { type: "text", text: `Review ${note_id}, ${call.account}.` } }];
    },
    completeReview: () => Array.from({ length: 150 }, (_, index) => `n${index}`),
  },
};
