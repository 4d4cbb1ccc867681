/** Hashes passwords for tests, which do so often. */
import { randomBytes, scryptSync } from "node:crypto";

/** Hashes like the service, at a thousandth of the cost. */
export function cheaplyHashed(password: string): string {
  const salt = randomBytes(16);
  const key = scryptSync(password.normalize("NFKC"), salt, 32, { N: 2 ** 4, r: 8, p: 1 });
  return `$scrypt$ln=4,r=8,p=1$${salt.toString("base64url")}$${key.toString("base64url")}`;
}
