/** Shows conflicting changes of two users side by side, and lets the user choose. */
import { useState } from "preact/hooks";
import type { Conflict, Decision } from "../../forms/edits/merge.ts";
import { conflictName, conflictValue } from "./conflict-words.ts";
import { useParts } from "./context.ts";
import { Button } from "./inputs/controls.tsx";

export function ConflictDialog() {
  const { saving, say } = useParts();
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
  readonly side: Decision;
  readonly onDecide: (side: Decision) => void;
}

function ConflictItem({ conflict, side, onDecide }: ItemProps) {
  const parts = useParts();
  const { say } = parts;
  return (
    <fieldset class="ed-conflict">
      <legend>{conflictName(parts, conflict.key)}</legend>
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
            <span class="ed-version">
              {conflictValue(parts, conflict.key, conflict[one]) ?? say("conflict_removed")}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
