/** An input for a list of short texts, one a line. */
import { useState } from "preact/hooks";
import { TextInput } from "./inputs.tsx";

interface LineListProps {
  readonly label: string;
  readonly hint: string;
  readonly path: string;
  readonly lines: readonly string[];
  readonly onChange: (lines: readonly string[]) => void;
}

/** Edits a list of lines. Empty lines stay in the input, but are not entries. */
export function LineList({ lines, onChange, ...rest }: LineListProps) {
  const [typed, setTyped] = useState<string>();
  const isSame = typed !== undefined && splitLines(typed).join("\n") === lines.join("\n");
  return (
    <TextInput
      {...rest}
      isMultiline
      value={isSame ? typed : lines.join("\n")}
      onText={(text) => {
        setTyped(text);
        onChange(splitLines(text));
      }}
    />
  );
}

function splitLines(text: string): string[] {
  return [...new Set(text.split("\n").map((line) => line.trim()))].filter((line) => line !== "");
}
