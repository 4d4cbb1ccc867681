/** The answers that this browser keeps of a form, and of others until they expire. */
import type { Values } from "./packed-answers.ts";

const PREFIX = "answers ";
const LIFETIME_MS = 7 * 24 * 3_600_000;

interface Kept {
  /** Milliseconds since 1970. */
  readonly until: number;
  readonly values: Values;
}

/** Deletes the kept answers of the form that the page belongs to. */
export function forgetAnswers(): void {
  try {
    localStorage.removeItem(key());
  } catch {
    // If the browser forbids storage, nothing was kept.
  }
}

/** Returns the storage key, which is the same on all pages of a form. */
function key(): string {
  return PREFIX + location.pathname.split("/").slice(0, 3).join("/");
}

/** Returns the answers that this browser has kept of the form that the page belongs to. */
export function readKept(): Values {
  try {
    const kept = JSON.parse(localStorage.getItem(key()) ?? "null") as Kept | null;
    return kept?.values ?? {};
  } catch {
    return {};
  }
}

/** Keeps answers in place of those before. Without storage it does nothing. */
export function storeKept(values: Values): void {
  const answered = Object.entries(values).filter(([, list]) => list.length > 0);
  if (answered.length === 0) {
    forgetAnswers();
    return;
  }
  try {
    const kept: Kept = { until: Date.now() + LIFETIME_MS, values: Object.fromEntries(answered) };
    localStorage.setItem(key(), JSON.stringify(kept));
  } catch {
    // The browser may forbid storage, or have no space left.
  }
}

/** Deletes what was kept too long ago, of all forms. */
export function removeExpired(): void {
  try {
    for (const name of Object.keys(localStorage).filter((each) => each.startsWith(PREFIX))) {
      const { until } = JSON.parse(localStorage.getItem(name) ?? "{}") as Partial<Kept>;
      if (!(until && until > Date.now())) localStorage.removeItem(name);
    }
  } catch {
    // As above.
  }
}
