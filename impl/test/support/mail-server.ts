/** A mail server of the real kind, on a free port of loopback. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { onTestFinished } from "vitest";

/** Starts a mail server, and collects its mails. It ends with the test. */
export async function mailServer() {
  const received: (Email & { readonly envelope: string[] })[] = [];
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    onData(stream, session, done) {
      const envelope = session.envelope.rcptTo.map(({ address }) => address);
      buffer(stream)
        .then((bytes) => PostalMime.parse(bytes))
        .then((mail) => received.push({ ...mail, envelope }))
        .then(() => done(), done);
    },
  });
  // A sender that was killed.
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  onTestFinished(close);
  const { port } = server.server.address() as AddressInfo;
  return {
    received,
    close,
    environment: { MAIL_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: "Forms <forms@example.org>" },
  };
}
