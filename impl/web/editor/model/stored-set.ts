/** Creates a set of texts that the browser stores. */
export function keptSet(key: string) {
  const texts = new Set(read(key));
  return {
    has: (text: string) => texts.has(text),
    mark(some: readonly string[], isIn: boolean): void {
      for (const text of some) texts[isIn ? "add" : "delete"](text);
      try {
        localStorage.setItem(key, JSON.stringify([...texts]));
      } catch {
        // The storage is full: the texts are kept until the page is closed.
      }
    },
  };
}

function read(key: string): string[] {
  try {
    const texts: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(texts) ? texts.filter((text) => typeof text === "string") : [];
  } catch {
    return [];
  }
}
