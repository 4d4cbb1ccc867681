import { setTimeout } from "node:timers/promises";
import type { ContentBlock } from "@toolwright/runtime";
import type { Handlers } from "../../official/want/handlers.ts";

const text = (words: string): ContentBlock => ({ type: "text", text: words });

/** One red pixel. */
const image: ContentBlock = {
  type: "image",
  data: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC",
  mimeType: "image/png",
};

/** A WAV file without a sample. */
const sound: ContentBlock = {
  type: "audio",
  data: "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=",
  mimeType: "audio/wav",
};

/** What the scenarios of the official suite want of the tools that they call. */
export const handlers: Handlers = {
  simpleText: () => [text("This is a simple text response for testing.")],
  imageContent: () => [image],
  audioContent: () => [sound],
  embeddedResource: () => [
    {
      type: "resource",
      resource: {
        uri: "test://embedded-resource",
        mimeType: "text/plain",
        text: "This is an embedded resource content.",
      },
    },
  ],
  multipleContentTypes: () => [
    text("Multiple content types test:"),
    image,
    {
      type: "resource",
      resource: {
        uri: "test://mixed-content-resource",
        mimeType: "application/json",
        text: '{"test":"data","value":123}',
      },
    },
  ],
  resourceLink: () => [{ type: "resource_link", uri: "test://linked-resource", name: "linked" }],
  errorHandling: (_, call) => call.fail("always", "This tool intentionally returns an error for testing"),
  async toolWithProgress(_, call) {
    for (const done of [0, 50, 100]) {
      call.progress(done, 100);
      await setTimeout(10);
    }
    return [text("Done, with progress.")];
  },
  loggingTool: () => [text("Done, without a log.")],
  async streamingElicitation(_, call) {
    call.progress(1, 1);
    await setTimeout(10);
    return [text("Done, without a question.")];
  },
  structuredContent: ({ city }) => ({ city, celsius: 21.5 }),
  headerParameter: ({ region }) => [text(region)],
  jsonSchema202012Tool: () => [text("It fits.")],
};
