/** Changes that are not saved yet. The browser keeps them while its window is open. */
import type { FormStructure } from "../../../../generated/types.ts";
import type { StoredForm } from "../boot.ts";

export interface UnsavedChanges {
  write(base: StoredForm, structure: FormStructure): void;
  read(): { readonly base: StoredForm; readonly structure: FormStructure } | undefined;
  clear(): void;
}

export function unsavedChanges(formId: string): UnsavedChanges {
  const key = `editor ${formId}`;
  return {
    write(base, structure) {
      try {
        sessionStorage.setItem(key, JSON.stringify({ base, structure }));
      } catch {
        // The storage is full: the changes are only in this page, which asks before it is closed.
      }
    },
    read() {
      try {
        const text = sessionStorage.getItem(key);
        return text === null ? undefined : JSON.parse(text);
      } catch {
        return undefined;
      }
    },
    clear() {
      sessionStorage.removeItem(key);
    },
  };
}
