/** An authenticator in software, which signs whatever a test wants (WebAuthn, level 3, sections 6.1 and 6.5.1). */
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

const sha256 = (content: string | Buffer) => createHash("sha256").update(content).digest();

/** The request of a page to the authenticator. */
export interface Challenge {
  readonly challenge: string;
  readonly allowCredentials?: readonly { readonly id: string }[];
}

export interface Circumstances {
  /** The origin of the requesting page. */
  readonly origin: string;
  readonly rpId?: string;
  /** Whether it saw a finger or a PIN, and not a touch alone. */
  readonly isVerified?: boolean;
}

export function softwarePasskey() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const coordinate = (text: string) => Buffer.from(text, "base64url");
  // A map of five entries: EC2, ES256, P-256, x, y (RFC 9053, section 7.1.1).
  const key = Buffer.concat([hex("a5010203262001215820"), coordinate(x), hex("225820"), coordinate(y)]);
  const rawId = randomBytes(16);
  const id = rawId.toString("base64url");

  function authenticatorData({ origin, rpId = new URL(origin).hostname, isVerified = true }: Circumstances) {
    return { hash: sha256(rpId), flags: isVerified ? 0x05 : 0x01, counter: Buffer.alloc(4) };
  }

  function answer(response: Record<string, Buffer>): string {
    const texts = Object.entries(response).map(([name, bytes]) => [name, bytes.toString("base64url")]);
    return JSON.stringify({
      id,
      rawId: id,
      type: "public-key",
      clientExtensionResults: {},
      response: Object.fromEntries(texts),
    });
  }

  return {
    id,
    /** Registers the key, without saying what made it. */
    create({ challenge }: Challenge, circumstances: Circumstances): string {
      const { hash, flags, counter } = authenticatorData(circumstances);
      const made = [Buffer.alloc(16), hex("0010"), rawId, key];
      const data = Buffer.concat([hash, Buffer.from([flags | 0x40]), counter, ...made]);
      // {"fmt": "none", "attStmt": {}, "authData": data}
      const head = [hex("a363666d74646e6f6e65"), hex("6761747453746d74a0"), hex("68617574684461746158")];
      const attestationObject = Buffer.concat([...head, Buffer.from([data.length]), data]);
      return answer({
        attestationObject,
        clientDataJSON: clientData("webauthn.create", challenge, circumstances),
      });
    },
    /** Signs in. */
    get({ challenge }: Challenge, circumstances: Circumstances): string {
      const { hash, flags, counter } = authenticatorData(circumstances);
      const data = Buffer.concat([hash, Buffer.from([flags]), counter]);
      const clientDataJSON = clientData("webauthn.get", challenge, circumstances);
      const signature = sign("sha256", Buffer.concat([data, sha256(clientDataJSON)]), privateKey);
      return answer({ authenticatorData: data, clientDataJSON, signature });
    },
  };
}

function clientData(type: string, challenge: string, { origin }: Circumstances): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function hex(digits: string): Buffer {
  return Buffer.from(digits, "hex");
}
