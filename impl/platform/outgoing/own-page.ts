/** Sends a form to a page of this service, as a browser does. Tests that control the service need it. */
import { isLoopback } from "../config/loopback.ts";

/** @returns the text of the answer @throws Error if the address is not one of this machine */
export async function postToOwnPage(url: URL, fields: Readonly<Record<string, string>>): Promise<string> {
  if (!isLoopback(url.hostname)) throw new Error(`${url.host} is not this machine.`);
  const response = await fetch(url, { method: "POST", body: new URLSearchParams(fields) });
  return response.text();
}
