/** Marks text of users in requests to a model. */

/** Wraps text of users, so that a model cannot mistake it for instructions of the service. */
export function asData(name: string, content: unknown): string {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  const marker = markerFor(text);
  return `<<<${name} ${marker}\n${text}\n${marker} ${name}>>>`;
}

/** A marker that the text does not contain. */
function markerFor(text: string): string {
  let marker = "DATA";
  for (let number = 2; text.includes(marker); number++) marker = `DATA${number}`;
  return marker;
}
