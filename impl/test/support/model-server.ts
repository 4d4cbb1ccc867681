/** A server on loopback with OpenAI chat completions and images, and Anthropic messages, which misbehaves on request. */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** The answer of the server to one request. */
export type Reply =
  | ((body: string) => string | object)
  | string
  | object
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  | { readonly cutAfter: string }
  /** A filter ends the answer after these words; or the model itself refuses, as its protocol says that. */
  | { readonly refusal: string; readonly by: "filter" | "model" }
  | { readonly stopped: "length"; readonly text: string }
  | { readonly endless: string }
  | { readonly until: Promise<unknown>; readonly reply: string | object };

/** The answer of the server to one request for a picture: the file, something in its place, a status, or the start of an answer. */
export type ImageReply = Buffer | string | object | { readonly status: number } | typeof BROKEN_OFF;
export const BROKEN_OFF = { brokenOff: true } as const;

export type Protocol = "openai-compatible" | "anthropic";

/** @param replies one for each request in turn; the last one is repeated. @param images likewise; empty: no image model */
export async function modelServer(
  protocol: Protocol,
  replies: readonly Reply[],
  images: readonly ImageReply[] = [],
) {
  const bodies: string[] = [];
  const imageBodies: string[] = [];
  const headers: Record<string, unknown>[] = [];
  let closedEarly = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    headers.push(request.headers);
    if (request.url?.endsWith("/images/generations")) {
      imageBodies.push(Buffer.concat(chunks).toString());
      return answerImage(response, images[Math.min(imageBodies.length, images.length) - 1]!);
    }
    bodies.push(Buffer.concat(chunks).toString());
    response.on("close", () => {
      if (!response.writableFinished) closedEarly += 1;
    });
    const reply = replies[Math.min(bodies.length, replies.length) - 1]!;
    const made = typeof reply === "function" ? reply(bodies.at(-1)!) : reply;
    await answer(response, protocols[protocol], made);
  });
  // On a busy machine a connection could be closed while the service reuses it, which costs one of its attempts.
  server.keepAliveTimeout = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    bodies,
    imageBodies,
    headers,
    closedEarly: () => closedEarly,
    /** The operator's settings. */
    environment: {
      AI_PROVIDER: protocol,
      AI_BASE_URL: `http://127.0.0.1:${port}/v1`,
      AI_MODEL: "test-model",
      AI_API_KEY: "sk-very-secret-key",
      AI_PRICES: "test-model=3/15,test-painter=0.04/image",
      ...(images.length > 0 && {
        AI_IMAGE_MODEL: "test-painter",
        AI_IMAGE_BASE_URL: `http://127.0.0.1:${port}/v1`,
        AI_IMAGE_API_KEY: "sk-very-secret-image-key",
      }),
    },
  };
}

function answerImage(response: ServerResponse, reply: ImageReply): void {
  const status = typeof reply === "object" && "status" in reply ? reply.status : 200;
  response.writeHead(status, { "Content-Type": "application/json" });
  if (reply === BROKEN_OFF) return void response.write('{"data":', () => response.destroy());
  if (typeof reply === "string") return void response.end(reply);
  const isFile = Buffer.isBuffer(reply);
  response.end(JSON.stringify(isFile ? { data: [{ b64_json: reply.toString("base64") }] } : reply));
}

/** A reply that translates the texts which the request numbers, by a dictionary for each language. */
export function translator(dictionaries: Readonly<Record<string, Readonly<Record<string, unknown>>>>) {
  return (body: string) => {
    const [, texts = "{}"] =
      /<<<TEXTS DATA\n(.*)\nDATA TEXTS>>>/.exec(JSON.parse(body).messages.at(-1).content) ?? [];
    const numbered = Object.entries(JSON.parse(texts) as Record<string, string>);
    return Object.fromEntries(
      Object.entries(dictionaries).map(([language, words]) => [
        language,
        Object.fromEntries(numbered.map(([number, text]) => [number, words[text]])),
      ]),
    );
  };
}

/** How a protocol writes a stream. */
interface Stream {
  start(response: ServerResponse): void;
  text(response: ServerResponse, text: string): void;
  /** The model's own refusal. */
  refuse(response: ServerResponse, words: string): void;
  stop(response: ServerResponse, reason: "stop" | "length" | "refused"): void;
}

const event = (response: ServerResponse, data: object, name?: string) =>
  response.write(`${name === undefined ? "" : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`);

const chunk = (choices: object[], usage?: object) => ({
  id: "chat-1",
  object: "chat.completion.chunk",
  created: 1,
  model: "test-model",
  choices,
  ...(usage && { usage }),
});

const openai: Stream = {
  start: (response) => event(response, chunk([{ index: 0, delta: { role: "assistant", content: "" } }])),
  text: (response, content) => event(response, chunk([{ index: 0, delta: { content } }])),
  refuse(response, words) {
    for (const refusal of words.split(/(?= )/)) event(response, chunk([{ index: 0, delta: { refusal } }]));
    openai.stop(response, "stop");
  },
  stop(response, reason) {
    const finish_reason = { stop: "stop", length: "length", refused: "content_filter" }[reason];
    event(response, chunk([{ index: 0, delta: {}, finish_reason }]));
    event(response, chunk([], { prompt_tokens: 1000, completion_tokens: 200, total_tokens: 1200 }));
    response.end("data: [DONE]\n\n");
  },
};

const anthropic: Stream = {
  start(response) {
    const usage = { input_tokens: 1000, output_tokens: 1 };
    const message = {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "test-model",
      content: [],
      usage,
    };
    event(response, { type: "message_start", message }, "message_start");
    const content_block = { type: "text", text: "" };
    event(response, { type: "content_block_start", index: 0, content_block }, "content_block_start");
  },
  text: (response, text) =>
    event(
      response,
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text } },
      "content_block_delta",
    ),
  refuse(response, words) {
    anthropic.text(response, words);
    anthropic.stop(response, "refused");
  },
  stop(response, reason) {
    const stop_reason = { stop: "end_turn", length: "max_tokens", refused: "refusal" }[reason];
    event(response, { type: "content_block_stop", index: 0 }, "content_block_stop");
    const delta = { stop_reason, stop_sequence: null };
    event(response, { type: "message_delta", delta, usage: { output_tokens: 200 } }, "message_delta");
    event(response, { type: "message_stop" }, "message_stop");
    response.end();
  },
};

const protocols: Readonly<Record<Protocol, Stream>> = { "openai-compatible": openai, anthropic };

async function answer(response: ServerResponse, stream: Stream, reply: Reply): Promise<void> {
  if (typeof reply === "object" && "until" in reply) {
    await reply.until;
    return answer(response, stream, reply.reply);
  }
  if (typeof reply === "object" && "status" in reply) {
    response.writeHead(reply.status as number, { "Content-Type": "application/json", ...reply.headers });
    response.end(reply.body ?? JSON.stringify({ error: { message: "busy", type: "error" }, type: "error" }));
    return;
  }
  response.writeHead(200, { "Content-Type": "text/event-stream" });
  stream.start(response);
  if (typeof reply === "object" && "cutAfter" in reply) {
    stream.text(response, reply.cutAfter as string);
    response.write("", () => response.destroy());
  } else if (typeof reply === "object" && "refusal" in reply) {
    const { refusal, by } = reply as { refusal: string; by: string };
    if (by === "model") return stream.refuse(response, refusal);
    stream.text(response, refusal);
    stream.stop(response, "refused");
  } else if (typeof reply === "object" && "stopped" in reply) {
    stream.text(response, reply.text as string);
    stream.stop(response, "length");
  } else if (typeof reply === "object" && "endless" in reply) {
    while (!response.destroyed) {
      stream.text(response, reply.endless as string);
      await new Promise((resolve) => setImmediate(resolve));
    }
  } else {
    const text = typeof reply === "string" ? reply : JSON.stringify(reply);
    for (let at = 0; at < text.length; at += 50) stream.text(response, text.slice(at, at + 50));
    stream.stop(response, "stop");
  }
}
