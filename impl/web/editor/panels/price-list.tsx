/** Edits a calculation as a price list: an amount for each choice, and for each one of a number. */
import type { Calculation, FormStructure, Language, LocalizedText } from "../../../../generated/types.ts";
import { type Parts, pickText, useParts } from "../context.ts";
import { Button, Section } from "../inputs/controls.tsx";
import { Menu, NumberInput } from "../inputs/inputs.tsx";
import { allFields, insertField, MAX_FIELDS } from "../model/edits.ts";
import { type Price, type PriceList, readPriceList, writePriceList } from "../model/price-list.ts";
import { listSources, type Source } from "../model/sources.ts";

interface PriceListProps {
  readonly list: PriceList;
  readonly calculation: Calculation;
  readonly onChange: (formula: string, join?: string) => void;
}

/** Reads the price list of a calculation. @returns undefined: its formula has another shape, or no question can have a price */
export function priceListOf(structure: FormStructure, { id, formula }: Calculation): PriceList | undefined {
  const list = readPriceList(formula);
  const priced = new Set(
    listSources(structure, id)
      .filter(isPriced)
      .map((source) => source.id),
  );
  const areKnown = list?.prices.every(
    (price) => priced.has(price.field) && priced.has(price.times ?? price.field),
  );
  return areKnown && priced.size > 0 ? list : undefined;
}

export function PriceListSection({ list, calculation, onChange }: PriceListProps) {
  const { editor, say } = useParts();
  const sources = listSources(editor.structure, calculation.id).filter(isPriced);
  const change = (next: Partial<PriceList>, join?: string) =>
    onChange(writePriceList({ ...list, ...next }), join);
  const setPrice = (at: number, price: Price | undefined, join?: string) =>
    change({ prices: list.prices.toSpliced(at, 1, ...(price ? [price] : [])) }, join && `${join} ${at}`);
  const unused = sources.filter(({ id }) => !list.prices.some(({ field }) => field === id));
  return (
    <Section title={say("prices")} isOpen>
      {list.prices.map((price, at) => (
        <PriceItem
          key={`${at} ${price.field}`}
          price={price}
          sources={sources}
          onChange={(next, join) => setPrice(at, next, join)}
        />
      ))}
      {!editor.isReadOnly && unused.length > 0 && (
        <Menu
          label={say("prices_add")}
          value=""
          options={[["", "–"], ...unused.map(({ id, label }) => [id, label] as const)]}
          onSelect={(id) => {
            const source = unused.find((one) => one.id === id);
            if (source) change({ prices: [...list.prices, newPrice(source)] });
          }}
        />
      )}
      <NumberInput
        label={say("prices_fixed")}
        step="any"
        value={list.fixed === 0 ? undefined : list.fixed}
        onNumber={(fixed) => change({ fixed: fixed ?? 0 }, "fixed")}
      />
      {list.prices.length > 0 && <ShowSum calculation={calculation} />}
    </Section>
  );
}

function isPriced({ answer }: Source): boolean {
  return "choices" in answer || answer.kind === "number";
}

function newPrice({ id, answer }: Source): Price {
  const amount = "choices" in answer ? { [answer.choices[0]!.id]: 0 } : 0;
  return { field: id, amount, isOptional: true };
}

interface ItemProps {
  readonly price: Price;
  readonly sources: readonly Source[];
  readonly onChange: (price: Price | undefined, join?: string) => void;
}

function PriceItem({ price, sources, onChange }: ItemProps) {
  const { editor, say } = useParts();
  const source = sources.find(({ id }) => id === price.field)!;
  return (
    <fieldset class="ed-group ed-test">
      <legend class="ed-label">{source.label}</legend>
      {typeof price.amount === "number" ? (
        <NumberInput
          label={say("prices_each")}
          step="any"
          value={price.amount}
          onNumber={(amount) => onChange({ ...price, amount: amount ?? 0 }, "price")}
        />
      ) : (
        <ChoicePrices price={price} amounts={price.amount} source={source} onChange={onChange} />
      )}
      {typeof price.amount !== "number" && <Times price={price} sources={sources} onChange={onChange} />}
      {!editor.isReadOnly && (
        <div class="ed-row">
          <Button kind="icon" icon="close" label={say("remove")} onPress={() => onChange(undefined)} />
        </div>
      )}
    </fieldset>
  );
}

interface ChoicePricesProps extends Omit<ItemProps, "sources"> {
  readonly amounts: Readonly<Record<string, number>>;
  readonly source: Source;
}

function ChoicePrices({ price, amounts, source, onChange }: ChoicePricesProps) {
  const { editor } = useParts();
  const choices = "choices" in source.answer ? source.answer.choices : [];
  const label = new Map(
    choices.map((one) => [one.id, pickText(one.label, editor.language, editor.structure.default_language)]),
  );
  // Amounts of choices that are gone are shown by their ids, so that they can be cleared.
  const ids = [...new Set([...label.keys(), ...Object.keys(amounts)])];

  function put(id: string, amount: number | undefined): void {
    const { [id]: _, ...others } = amounts;
    const next = amount === undefined ? others : { ...amounts, [id]: amount };
    // A formula names at least one choice.
    onChange({ ...price, amount: Object.keys(next).length === 0 ? { [ids[0]!]: 0 } : next }, `price ${id}`);
  }

  return (
    <>
      {ids.map((id) => (
        <NumberInput
          key={id}
          label={label.get(id) || id}
          step="any"
          value={amounts[id]}
          onNumber={(amount) => put(id, amount)}
        />
      ))}
    </>
  );
}

/** A menu of the question that says how many of the chosen are taken. */
function Times({ price, sources, onChange }: ItemProps) {
  const { say } = useParts();
  const numbers = sources.filter(({ answer }) => answer.kind === "number");
  if (numbers.length === 0) return null;
  return (
    <Menu
      label={say("prices_times")}
      value={price.times ?? ""}
      options={[["", say("prices_once")], ...numbers.map(({ id, label }) => [id, label] as const)]}
      onSelect={(id) => onChange({ ...price, times: id || undefined, isOptional: true })}
    />
  );
}

/** Says how texts show the sum; while none does, it offers to add one. */
function ShowSum({ calculation }: { readonly calculation: Calculation }) {
  const parts = useParts();
  const { editor, say } = parts;
  const { id } = calculation;
  if (JSON.stringify(editor.structure).includes(`{{${id}}}`)) return null;
  return (
    <>
      <p class="ed-hint">{say("prices_hint", { mention: `{{${id}}}` })}</p>
      {!editor.isReadOnly && allFields(editor.structure).length < MAX_FIELDS && (
        <Button label={say("prices_show")} onPress={() => showSum(parts, calculation)} name="show-sum" />
      )}
    </>
  );
}

/** Adds a line with the sum to the last page, in each language of the form. */
function showSum({ editor }: Parts, { id, label }: Calculation): void {
  const note = editor.freeAnswerId(`${id}_shown`);
  editor.edit((form) => {
    const words = form.languages.map((language: Language): [Language, string] => [
      language,
      `${pickText(label, language, form.default_language) || id}: {{${id}}}`,
    ]);
    const field = { id: note, type: "statement", label: Object.fromEntries(words) as LocalizedText } as const;
    return insertField(form, form.pages.at(-1)!.id, field, undefined);
  });
  editor.select({ kind: "field", id: note });
}
