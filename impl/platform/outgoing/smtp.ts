/** Connections to the operator's mail server, which may be slow, wrong or hostile. */
import { createTransport } from "nodemailer";

/** Short, because a respondent waits for the page. */
const SILENCE_MS = 10_000;

/** The limits for answers of a mail server. */
export interface SmtpLimits {
  /** The size limit of one reply, which has a few lines. */
  readonly maxReplyBytes: number;
  /** The time limit for a mail, from the connection to its acceptance. */
  readonly timeLimitMs: number;
}

const LIMITS: SmtpLimits = { maxReplyBytes: 64_000, timeLimitMs: 60_000 };

export interface Envelope {
  readonly from: string;
  /** Normalised address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The id in angle brackets; undefined: nodemailer makes one. */
  readonly messageId?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Sends through an SMTP server.
 * @param url such as `smtps://user:password@mail.example.org`
 * @returns resolves when the server has accepted the letter; rejects otherwise
 */
export function smtpSender(url: string, { maxReplyBytes, timeLimitMs } = LIMITS) {
  const transport = createTransport({
    url,
    connectionTimeout: SILENCE_MS,
    greetingTimeout: SILENCE_MS,
    socketTimeout: SILENCE_MS,
    maxResponseSize: maxReplyBytes,
    // Letters have no attachments, so nodemailer must not read files or fetch addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async (letter: Envelope): Promise<void> => {
    await transport.sendMail({ ...letter, signal: AbortSignal.timeout(timeLimitMs) });
  };
}

/** The letter as a file, which no server gets. */
export function letterWriter() {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return async (letter: Envelope): Promise<Buffer> => {
    const { message } = await transport.sendMail({
      ...letter,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    return message as Buffer;
  };
}
