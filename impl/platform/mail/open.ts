import { isIP } from "node:net";
import type { Config } from "../config/config.ts";
import { isLoopbackOnly } from "../config/loopback.ts";
import { smtpSender } from "../outgoing/smtp.ts";
import type { Clock } from "../time/clock.ts";
import { AUTOMATIC, type Mailer } from "./letter.ts";
import { type Outbox, outbox } from "./outbox.ts";

/**
 * Opens the mail server, or the outbox if none is configured. The outbox is shown in the browser only if the service
 * is reachable from this machine alone.
 */
export function openMail(
  config: Config,
  publicUrl: () => string,
  clock: Clock,
): { readonly mailer: Mailer; readonly shownOutbox: Outbox | undefined } {
  const from = () => config.mailFrom ?? `no-reply@${senderHost(publicUrl())}`;
  if (config.mailUrl !== undefined)
    return { mailer: smtpMailer(config.mailUrl, from), shownOutbox: undefined };
  const mails = outbox(config.dataDir, from, clock);
  return { mailer: mails, shownOutbox: isLoopbackOnly(config) ? mails : undefined };
}

function smtpMailer(url: string, from: () => string): Mailer {
  const send = smtpSender(url);
  return {
    send: (letter) => send({ from: from(), ...letter, headers: { ...AUTOMATIC, ...letter.headers } }),
  };
}

/** A bare IP address cannot stand behind the @. */
function senderHost(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  return isIP(hostname.replace(/^\[|\]$/g, "")) === 0 ? hostname : "localhost";
}
