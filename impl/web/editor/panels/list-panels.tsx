/** The properties of endings, calculations and hidden fields. */
import type {
  Calculation,
  Condition,
  Ending,
  FormStructure,
  LocalizedText,
} from "../../../../generated/types.ts";
import { ConditionEditor } from "../conditions/condition.tsx";
import { readCondition } from "../conditions/readable.ts";
import { useParts } from "../context.ts";
import { Button, CheckBox, MoveButtons, Section } from "../inputs/controls.tsx";
import { FormulaInput } from "../inputs/formula.tsx";
import { LocalText, TextInput } from "../inputs/inputs.tsx";
import { leave } from "../leave.ts";
import { getList, type ListName, moveItem, setList, setProperty, updateItem } from "../model/edits.ts";
import type { Part } from "../model/field-types.ts";
import { removeField, renameId } from "../model/references.ts";
import { listSources } from "../model/sources.ts";
import { EventInputs } from "./event-inputs.tsx";
import { IdInput } from "./field-panel.tsx";
import { PictureSection } from "./pictures.tsx";
import { PriceListSection, priceListOf } from "./price-list.tsx";

export function ListPanel({ list, id }: { list: ListName; id: string }) {
  const { editor, say } = useParts();
  const items = getList(editor.structure, list);
  const at = items.findIndex((item) => item.id === id);
  const item = items[at]!;
  const path = `/${list}/${at}`;
  const put = (key: string, value: unknown, join?: string) =>
    editor.edit(
      (form) => updateItem(form, list, id, (one) => setProperty(one, key, value)),
      join && `${id} ${join}`,
    );
  const move = (to: number) =>
    editor.edit((form) => setList(form, list, moveItem(getList(form, list), at, to)));

  function remove(): void {
    const row = document.querySelector('.ed-outline [aria-current="true"]')?.closest("li");
    void leave(row, () => {
      editor.edit((form) => (list === "endings" ? without(form) : removeField(form, id)));
      editor.announce(say("removed", { name: id }), true);
    });
  }

  const without = (form: FormStructure) =>
    setList(
      form,
      list,
      getList(form, list).filter((one) => one.id !== id),
    );

  return (
    <div class="ed-fields">
      {list === "endings" && <EndingInputs ending={item as unknown as Ending} path={path} put={put} />}
      {list === "calculations" && (
        <CalculationInputs calculation={item as unknown as Calculation} path={path} put={put} />
      )}
      {list === "hidden_fields" && <HiddenInputs item={item} path={path} put={put} />}
      {!editor.isReadOnly && (
        <div class="ed-row">
          <MoveButtons at={at} count={items.length} onMove={move} />
          <Button kind="danger" label={say("remove")} onPress={remove} name="remove" />
        </div>
      )}
    </div>
  );
}

type Put = (key: string, value: unknown, join?: string) => void;

function EndingInputs({ ending, path, put }: { ending: Ending; path: string; put: Put }) {
  const { editor, say } = useParts();
  const sources = listSources(editor.structure);
  const conditionTitle = () =>
    ending.when === undefined
      ? say("condition_ending")
      : say("shown_if", { text: readCondition(ending.when, { say, sources }) });
  return (
    <>
      <LocalText
        label={say("ending_title")}
        text={ending.title}
        path={`${path}/title`}
        onChange={(text) => put("title", text ?? {}, "title")}
      />
      <LocalText
        label={say("ending_message")}
        hint={say("description_hint")}
        isMultiline
        text={ending.message}
        path={`${path}/message`}
        onChange={(text) => put("message", text, "message")}
      />
      <PictureSection
        key={ending.id}
        picture={ending.image}
        path={`${path}/image`}
        onChange={(image, join) => put("image", image, join && `image ${join}`)}
      />
      <TextInput
        label={say("redirect_url")}
        type="url"
        maxLength={2_000}
        value={ending.redirect_url ?? ""}
        path={`${path}/redirect_url`}
        onText={(url) => put("redirect_url", url === "" ? undefined : url, "redirect")}
      />
      {(ending.redirect_url || ending.redirect_at_once) && <RedirectAtOnce ending={ending} put={put} />}
      <EventInputs
        ending={ending}
        path={`${path}/calendar`}
        onChange={(event, join) => put("calendar", event, join && `calendar ${join}`)}
      />
      <Section title={conditionTitle()} isOpen={ending.when !== undefined}>
        <ConditionEditor
          condition={ending.when}
          sources={sources}
          path={`${path}/when`}
          onChange={(when: Condition | undefined, join) => put("when", when, join)}
        />
      </Section>
    </>
  );
}

function RedirectAtOnce({ ending, put }: { ending: Ending; put: Put }) {
  const { say } = useParts();
  return (
    <div>
      <CheckBox
        label={say("redirect_at_once")}
        isOn={ending.redirect_at_once === true}
        onChange={(isOn) => put("redirect_at_once", isOn ? true : undefined)}
      />
      <p class="ed-hint">{say("redirect_at_once_hint")}</p>
    </div>
  );
}

function CalculationInputs({ calculation, path, put }: { calculation: Calculation; path: string; put: Put }) {
  const { editor, saving, say } = useParts();
  const sources = listSources(editor.structure, calculation.id);
  const list = priceListOf(editor.structure, calculation);
  const formulaPath = `${path}/formula`;
  const hasProblem = saving.problems.some((problem) => problem.path === formulaPath);
  return (
    <>
      <LocalText
        label={say("form_name")}
        text={calculation.label}
        path={`${path}/label`}
        onChange={(text) => put("label", text, "label")}
      />
      {list && (
        <PriceListSection
          key={`${calculation.id} prices`}
          list={list}
          calculation={calculation}
          onChange={(formula, join) => put("formula", formula, join && `prices ${join}`)}
        />
      )}
      <Section title={say("formula")} isOpen={hasProblem || list === undefined || list.prices.length === 0}>
        <FormulaInput
          key={calculation.id}
          formula={calculation.formula}
          sources={sources}
          path={formulaPath}
          onChange={(formula) => put("formula", formula, "formula")}
        />
      </Section>
      <Section title={say("more")}>
        <NameInput list="calculations" id={calculation.id} />
      </Section>
    </>
  );
}

function HiddenInputs({ item, path, put }: { item: Part; path: string; put: Put }) {
  const { editor, say } = useParts();
  const address = `${editor.boot.form.publicUrl}?${item.id}=…`;
  return (
    <>
      <LocalText
        label={say("form_name")}
        text={item.label as LocalizedText | undefined}
        path={`${path}/label`}
        onChange={(text) => put("label", text, "label")}
      />
      <NameInput list="hidden_fields" id={item.id} />
      <p class="ed-hint">{say("hidden_hint", { address })}</p>
    </>
  );
}

function NameInput({ list, id }: { list: ListName; id: string }) {
  const { editor } = useParts();
  return (
    <IdInput
      id={id}
      onRename={(next) => {
        editor.edit((form) => renameId(form, id, next));
        editor.select({ kind: list, id: next } as never, editor.view);
      }}
    />
  );
}
