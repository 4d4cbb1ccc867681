/** Shows conflicting changes of two users side by side, and lets the user choose. */
import { useState } from "preact/hooks";
import type { FormStructure } from "../../../generated/types.ts";
import type { Conflict, Decision } from "../../forms/edits/merge.ts";
import { shorten } from "../../texts/shorten.ts";
import { pickText, useParts } from "./context.ts";
import { Button } from "./inputs/controls.tsx";
import { findField } from "./model/edits.ts";

export function ConflictDialog() {
  const { editor, saving, say } = useParts();
  const [decisions, setDecisions] = useState<ReadonlyMap<string, Decision>>(new Map());
  if (saving.state !== "conflict") return null;
  const decide = (key: string, side: Decision) => setDecisions(new Map(decisions).set(key, side));
  const decideAll = (side: Decision) => setDecisions(new Map(saving.conflicts.map(({ key }) => [key, side])));
  return (
    <section class="ed-note ed-note-wrong ed-conflicts" aria-labelledby="conflict-title">
      <h2 id="conflict-title">{say("conflict_title")}</h2>
      <p>{say("conflict_text")}</p>
      <div class="ed-row">
        <Button label={say("conflict_all_mine")} onPress={() => decideAll("mine")} />
        <Button label={say("conflict_all_theirs")} onPress={() => decideAll("theirs")} />
      </div>
      {saving.conflicts.map((conflict) => (
        <ConflictItem
          key={conflict.key}
          conflict={conflict}
          name={entryName(conflict.key, editor.structure)}
          side={decisions.get(conflict.key) ?? "mine"}
          onDecide={(side) => decide(conflict.key, side)}
        />
      ))}
      <Button
        kind="main"
        label={say("conflict_apply")}
        name="resolve"
        onPress={() => {
          saving.resolve(decisions);
          setDecisions(new Map());
        }}
      />
    </section>
  );
}

interface ItemProps {
  readonly conflict: Conflict;
  readonly name: string;
  readonly side: Decision;
  readonly onDecide: (side: Decision) => void;
}

function ConflictItem({ conflict, name, side, onDecide }: ItemProps) {
  const { say } = useParts();
  return (
    <fieldset class="ed-conflict">
      <legend>{name}</legend>
      {(["mine", "theirs"] as const).map((one) => (
        <label key={one}>
          <input
            type="radio"
            name={conflict.key}
            value={one}
            checked={side === one}
            onChange={() => onDecide(one)}
          />
          <span>
            <strong>{say(`conflict_${one}`)}</strong>
            <span class="ed-version">{readValue(conflict[one]) ?? say("conflict_removed")}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Prints a part of a structure in a few words; undefined: it was removed. */
function readValue(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== "object" || value === null) return String(value);
  const { label, title } = value as Record<string, unknown>;
  const text = (label ?? title ?? value) as Record<string, unknown>;
  const words = Object.values(text).filter((one) => typeof one === "string");
  const isText = words.length > 0 && words.length === Object.keys(text).length;
  const json = isText ? words.join(" / ") : JSON.stringify(value);
  return shorten(json, 400);
}

/** Names a question and its property, such as `What is your name? · label · en`. */
function entryName(key: string, structure: FormStructure): string {
  const [list = "", id = "", ...rest] = key.split(".");
  const field = list === "fields" ? findField(structure, id) : undefined;
  const name = field ? pickText(field.label, structure.default_language, structure.default_language) : id;
  return [list === "form" || field ? undefined : list, name, ...rest].filter(Boolean).join(" · ");
}
