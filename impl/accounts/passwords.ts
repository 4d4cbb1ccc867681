/** Hashes and compares access passwords, which open a form or a lesson. */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";

/** Cost as OWASP's Password Storage Cheat Sheet recommends for scrypt: 16 MB and about 100 ms a try. */
const COST = { ln: 14, r: 8, p: 5 };
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const STORED = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w-]+)\$([\w-]+)$/;

/**
 * The stored hash of an access password, in the PHC string format (with base64url). Passwords are normalised to
 * Unicode NFKC, because keyboards encode an é in different ways.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, COST);
  const { ln, r, p } = COST;
  return `$scrypt$ln=${ln},r=${r},p=${p}$${salt.toString("base64url")}$${key.toString("base64url")}`;
}

/** @throws Error when `stored` was not made by `hashPassword` */
export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [, ln, r, p, salt, key] = STORED.exec(stored) ?? [];
  if (key === undefined) throw new Error("The stored password has an unknown form");
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) };
  const expected = Buffer.from(key, "base64url");
  return timingSafeEqual(expected, await derive(password, Buffer.from(salt!, "base64url"), cost));
}

function derive(password: string, salt: Buffer, { ln, r, p }: typeof COST): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** ln, r, p, maxmem: 256 * 2 ** ln * r };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
