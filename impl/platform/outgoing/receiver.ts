/** Posts to addresses given by owners of forms: public ones by HTTPS, and addresses in the operator's networks. */
import { request as requestPlain } from "node:http";
import { request } from "node:https";
import { BlockList, isIP } from "node:net";
import { OutgoingFailure } from "./failure.ts";
import { exchange, findTarget, isPublicAddress, type PublicFetchOptions } from "./public-fetch.ts";

export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The answer of a receiver, with the first characters of the body. */
type PostAnswer = { readonly status: number; readonly text: string };

/**
 * Resolves as soon as there is a status, and the body has ended or is cut.
 * @throws OutgoingFailure without an answer; the reason of `signal` when it aborts
 */
export type PostToReceiver = (post: Post, signal: AbortSignal) => Promise<PostAnswer>;

interface ReceiverOptions extends Pick<PublicFetchOptions, "ca" | "resolve" | "timeLimitMs"> {
  /** Addresses and networks that are reached although they are not public, also without TLS. */
  readonly networks: readonly string[];
}

const TIME_LIMIT_MS = 10_000;
const MAX_ANSWER_BYTES = 2_000;

export function receiverPost({
  networks,
  timeLimitMs = TIME_LIMIT_MS,
  ...options
}: ReceiverOptions): PostToReceiver {
  const named = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    const type = isIP(address) === 4 ? "ipv4" : "ipv6";
    named.addSubnet(address, Number(bits ?? (type === "ipv4" ? 32 : 128)), type);
  }
  const isNamed = (address: string) => named.check(address, isIP(address) === 4 ? "ipv4" : "ipv6");
  const isAllowed = (address: string) => isPublicAddress(address) || isNamed(address);

  async function connect({ url: address, headers, body }: Post, signal: AbortSignal): Promise<PostAnswer> {
    const url = new URL(address);
    const { addresses, options: target } = await findTarget(url, { ...options, isAllowed, timeLimitMs });
    const isPlain = url.protocol === "http:";
    if (isPlain && !addresses.every(isNamed))
      throw new OutgoingFailure("not_public", "Without TLS, only networks of the operator are reached");
    const whole = { ...target, method: "POST", headers: { ...headers, ...target.headers }, signal };
    const sent = isPlain ? requestPlain(whole) : request(whole);
    // A truncated or slow answer still has a status.
    const answer = await exchange(sent, MAX_ANSWER_BYTES, body);
    const text = answer.body.subarray(0, MAX_ANSWER_BYTES).toString();
    return { status: answer.incoming.statusCode ?? 0, text };
  }

  return async (post, signal) => {
    const late = AbortSignal.timeout(timeLimitMs);
    try {
      return await connect(post, AbortSignal.any([signal, late]));
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof OutgoingFailure) throw error;
      if (late.aborted) throw new OutgoingFailure("slow", "No answer came in time");
      // Such as ECONNREFUSED or CERT_HAS_EXPIRED: it says more than the message, and has no addresses in it.
      const code = error instanceof Error && "code" in error ? String(error.code) : "";
      throw new OutgoingFailure("unreachable", code);
    }
  };
}
