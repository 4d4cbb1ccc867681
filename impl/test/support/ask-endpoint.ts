/** Asks an endpoint in each way in which the service does, and says what that ended with. */
import { buffer } from "node:stream/consumers";
import { GetObjectCommand, ListObjectsV2Command } from "@aws-sdk/client-s3";
import { imageProvider } from "../../ai/providers/image-provider.ts";
import { providerModel } from "../../ai/providers/provider.ts";
import { s3Client } from "../../platform/outgoing/s3-client.ts";
import { smtpSender } from "../../platform/outgoing/smtp.ts";
import { fetchFromLoopback } from "./app-site.ts";

/** A short limit for slow endpoints; without it, the limits of the service apply. */
export type Patience = { readonly slowMs?: number };

const conversation = {
  purpose: "create_form",
  system: "",
  messages: [{ role: "user", text: "Hello" }],
  maxCharacters: 60_000,
} as const;

function model(provider: "openai-compatible" | "anthropic") {
  return (baseUrl: string) =>
    ending(
      providerModel({ provider, baseUrl, model: "test-model", apiKey: "sk-very-secret-key" }).answer(
        conversation,
        new AbortController().signal,
      ),
    );
}

function bucket(endpoint: string, { slowMs = 30_000 }: Patience) {
  const limits = { maxDocumentBytes: 4_000_000, documentMs: slowMs, silenceMs: slowMs, requestMs: slowMs };
  return s3Client(
    { bucket: "files", endpoint, region: "us-east-1", accessKeyId: "id", secretAccessKey: "secret" },
    limits,
  );
}

/** Maps the kind of endpoint to a word for the result of the request. */
export const endings = {
  "openai-compatible": model("openai-compatible"),
  anthropic: model("anthropic"),
  image: (baseUrl: string) =>
    ending(
      imageProvider({ baseUrl, model: "test-model", apiKey: "sk-very-secret-key", size: undefined }).draw(
        "Dough",
        new AbortController().signal,
      ),
    ),
  list: (url: string, patience: Patience = {}) =>
    ending(bucket(url, patience).send(new ListObjectsV2Command({ Bucket: "files" }))),
  file: (url: string, patience: Patience = {}) =>
    ending(
      bucket(url, patience)
        .send(new GetObjectCommand({ Bucket: "files", Key: "aa/file" }))
        .then(({ Body }) => buffer(Body as AsyncIterable<Uint8Array>)),
    ),
  document: (url: string, { slowMs }: Patience = {}) =>
    ending(fetchFromLoopback(slowMs)(url).then((response) => response.json())),
  mail: (url: string, { slowMs = 60_000 }: Patience = {}) =>
    ending(
      smtpSender(url, { maxReplyBytes: 64_000, timeLimitMs: slowMs })({
        from: "forms@example.org",
        to: "ada@example.org",
        subject: "Hello",
        text: "Hello",
        html: "<p>Hello</p>",
      }),
    ),
} satisfies Record<string, (url: string, patience?: Patience) => Promise<string>>;

async function ending(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Error)) return "done";
  return "reason" in error ? String(error.reason) : `${error.name}: ${error.message}`;
}
