/** What the browser keeps of the check list of a form: which notes its owner is done with. */

export interface CheckedNotes {
  read(): ReadonlySet<string>;
  write(done: ReadonlySet<string>): void;
}

export function checkedNotes(formId: string): CheckedNotes {
  const key = `editor notes ${formId}`;
  return {
    read() {
      try {
        const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
        return new Set(Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : []);
      } catch {
        return new Set();
      }
    },
    write(done) {
      try {
        localStorage.setItem(key, JSON.stringify([...done]));
      } catch {
        // Without room they are done until the page is left.
      }
    },
  };
}
