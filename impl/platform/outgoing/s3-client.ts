/** Connections to the operator's bucket, whose answers are bounded like all others. */
import { pipeline, Readable, Transform } from "node:stream";
import { S3Client } from "@aws-sdk/client-s3";
import type { S3Config } from "../config/s3.ts";
import { OutgoingFailure } from "./failure.ts";

/** The limits for requests to a bucket. */
export interface S3Limits {
  /** The size limit of every answer except a file: a list of 1,000 keys has some 300 kB. */
  readonly maxDocumentBytes: number;
  /** The time limit for such an answer, after its first byte. */
  readonly documentMs: number;
  /** The time limit without a byte in either direction. */
  readonly silenceMs: number;
  /** The time limit for a request and the head of its answer: an export may have gigabytes. */
  readonly requestMs: number;
}

const LIMITS: S3Limits = {
  maxDocumentBytes: 4_000_000,
  documentMs: 30_000,
  silenceMs: 60_000,
  requestMs: 600_000,
};

interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  body: Readable;
}

function isAnswer(response: unknown): response is Answer {
  return (
    typeof response === "object" &&
    response !== null &&
    "body" in response &&
    response.body instanceof Readable
  );
}

/** The client follows no redirects, and asks only the endpoint for credentials and regions. */
export function s3Client(config: S3Config, limits = LIMITS): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey } = config;
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Services other than Amazon's have the bucket in the path, and do not all know checksums of newer kinds.
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    followRegionRedirects: false,
    requestHandler: {
      connectionTimeout: 5_000,
      socketTimeout: limits.silenceMs,
      requestTimeout: limits.requestMs,
      throwOnRequestTimeout: true,
    },
  });
  // The innermost step: it sees an answer before the client reads it.
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (request) => {
        const result = await next(request);
        const { response } = result;
        if (isAnswer(response)) response.body = boundAnswer(response, commandName, limits);
        return result;
      },
    { step: "deserialize", priority: "low", name: "boundAnswers" },
  );
  return client;
}

function boundAnswer({ statusCode, headers, body }: Answer, command: unknown, limits: S3Limits): Readable {
  const isFile = command === "GetObjectCommand" && statusCode < 300;
  if (!isFile) return cut(body, limits);
  // Node holds the answer to its length; without one it might never end.
  if (headers["content-length"] !== undefined) return body;
  body.destroy();
  throw new OutgoingFailure("too_large", "The bucket sent a file of unknown length.");
}

function cut(content: Readable, { maxDocumentBytes, documentMs }: S3Limits): Readable {
  let bytes = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxDocumentBytes)
        done(new OutgoingFailure("too_large", "The bucket's answer is far too large."));
      else done(null, chunk);
    },
  });
  const late = () => meter.destroy(new OutgoingFailure("slow", "The bucket did not end its answer in time."));
  const timer = setTimeout(late, documentMs);
  // Readers get the error from the stream.
  return pipeline(content, meter, () => clearTimeout(timer));
}
