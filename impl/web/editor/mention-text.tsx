/** A text of the form in the editor's lists and headings: each mention is a chip with the name of what it mentions. */
import { useParts } from "./context.ts";
import { namedParts } from "./model/mentions.ts";

export function MentionText({ text }: { readonly text: string }) {
  const { structure } = useParts().editor;
  return (
    <>
      {namedParts(structure, text).map((part, at) =>
        typeof part === "string" ? (
          part
        ) : (
          <span key={at} class="ed-chip">
            {part.name}
          </span>
        ),
      )}
    </>
  );
}
