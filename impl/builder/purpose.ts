/** Finds the purpose and the title of a form. */
import { limits } from "../../generated/limits.ts";
import type { LocalizedText } from "../../generated/types.ts";
import { INTENTS, type Intent } from "./intents.ts";
import type { TextKey } from "./lexicon/concepts.ts";
import { findIntent } from "./lexicon/dictionary.ts";
import { fold, phraseKey } from "./lexicon/fold.ts";
import { type Grammar, stripFillers } from "./lexicon/grammar.ts";
import { labelsIn } from "./lexicon/lexicon.ts";
import { sentenceCase } from "./lexicon/spelling.ts";
import { intentOf } from "./prompt/intent.ts";
import { withoutDangling } from "./prompt/modifiers.ts";
import type { Outline } from "./prompt/outline.ts";
import { mentionsForm } from "./prompt/request.ts";
import { withoutTrailing } from "./prompt/split.ts";
import { clip, type Texts } from "./texts.ts";

/** A title of more words may be a request that was not understood. */
const MAX_TITLE_WORDS = 9;

/** What a form is for. */
export interface Purpose {
  readonly title: LocalizedText;
  /** The kind of form, if it is a common one. */
  readonly intent?: Intent;
  /** A title that may be a request: it has the words of a whole sentence. */
  readonly doubtful?: string;
}

/** A longer text is a sentence, not a title. */
const MAX_TITLE = 80;

/** Finds the purpose and the title of the form. `wanted` is a title that came with the prompt. */
export function readPurpose(
  outline: Outline,
  wanted: string | undefined,
  texts: Texts,
  grammar: Grammar,
): Purpose {
  const heads = outline.purposeTexts.map((head) => readHead(head, grammar));
  const intent = heads.map(({ text }) => intentOf(text, grammar)).find((found) => found !== undefined);
  const given = wanted?.trim() || titleRemark(outline) || heads.find(({ called }) => called)?.called;
  const title = given
    ? texts.fromPrompt(clip(given, limits.title_length.max))
    : titleOf(best(heads, grammar), intent, texts, grammar);
  const words = Object.values(title)[0] ?? "";
  const isDoubtful =
    !given &&
    (words.split(" ").length > MAX_TITLE_WORDS ||
      /, \p{L}+ \p{L}/u.test(words) ||
      asksSomething(words, grammar));
  return { title, ...(intent && { intent }), ...(isDoubtful && { doubtful: words }) };
}

/** "Know which room they had": a title with the words of a question may hide what it asks for. */
function asksSomething(title: string, grammar: Grammar): boolean {
  return title.split(" ").length > 3 && grammar.questions.open.first(fold(title)) !== undefined;
}

/** The text that names a form, else the first that is not a statement such as "we are a small company". */
function best(heads: readonly { text: string }[], grammar: Grammar): string {
  const named = heads.find(
    ({ text }) => mentionsForm(text, grammar) && withoutGenericForm(text, grammar) !== "",
  );
  return (named ?? heads.find(({ text }) => !grammar.statementStarts.start(fold(text))))?.text ?? "";
}

function titleRemark(outline: Outline): string | undefined {
  return outline.remarks.find((remark) => remark.kind === "title")?.text;
}

/** `contact form called "Say hello"` -> its text and its title. */
function readHead(head: string, grammar: Grammar): { text: string; called?: string } {
  const found = grammar.titleMarkers.first(fold(head));
  const rest = found ? head.slice(found.end).trim() : "";
  const quoted = /^[:\s]*["“„«'‘](.{1,200}?)["”“»'’]/.exec(rest)?.[1];
  const named = quoted ?? (/^\p{Lu}/u.test(rest) ? rest : undefined);
  if (!found || !named) return { text: headText(head, grammar) };
  return { text: headText(head.slice(0, found.start), grammar), called: named };
}

/** "with 5 questions", "with two pages" */
const COUNTED = / \p{L}{1,5} (?:\d{1,3}|two|three|four|five|six|zwei|drei|vier|fünf) \p{L}+$/u;

/** "inquiry form where couples can", and "feedback form, keep it short" */
const WHERE =
  / (?:where|in which|so that|that lets|with which) (?:[\p{L}'’-]+ ){1,3}(?:can|could|should|may|must|will|to)$/iu;
const MANNER =
  /, (?:please )?(?:keep it|make it|it should be|nothing) (?:as )?(?:short|simple|brief|quick|fancy|very short|nice and short|friendly)(?: please| as possible)?$/iu;

function headText(head: string, grammar: Grammar): string {
  const plain = (grammar.languages[0] === "en" ? whatFor(head) : head)
    .replace(/["“”„«»]/g, "")
    .replace(COUNTED, "")
    .replace(WHERE, "")
    .replace(MANNER, "");
  return withoutDangling(stripFillers(withoutTrailing(plain, " ?!.:"), grammar), grammar);
}

/** "Landlord here - need something for viewing requests" -> "viewing requests"; "Clients should be able to book a slot" -> "book a slot". */
function whatFor(head: string): string {
  const said = head.replace(/^[^-–—:,]{2,40} (?:here|speaking|writing)(?:,| ?[-–—]) */iu, "");
  const wanted = SOMETHING.exec(said)?.[1] ?? said;
  return ABLE.exec(wanted)?.[1] ?? wanted;
}

/** What is asked for without a name. */
const SOMETHING =
  /^(?:(?:i|we) )?(?:need|want|would like|(?:'m |am |are )?looking for|could use) (?:something|sth|smth|anything|a thing|one) (?:for|about|on|so that|where|to) (.{3,80})$/iu;

const ABLE =
  /^(?:(?:an? )?(?:form|page|survey|thing) )?(?:(?:(?:so that|where|in which|so) )?(?:our |the |my )?[\p{L}'’-]{3,20} (?:(?:should|must|can|could|need to|shall|will|have to) be able to|can|could)|for (?:our |the |my )?[\p{L}'’-]{3,20} to|(?:that lets|which lets|letting) (?:our |the |my )?[\p{L}'’-]{3,20}) (\p{Ll}{3,} .{3,70})$/u;

function titleOf(head: string, intent: Intent | undefined, texts: Texts, grammar: Grammar): LocalizedText {
  const subject = withoutGenericForm(head, grammar);
  const isUseless = subject === "" || subject.length > MAX_TITLE || /^to /i.test(subject);
  const usual = intent && INTENTS[intent].title;
  if (usual && (isUseless || saysNoMore(subject, usual, grammar)))
    return texts.fromLexicon((labels) => labels.texts[usual]);
  if (isUseless) return texts.fromLexicon((labels) => labels.texts.untitled);
  return texts.fromPrompt(sentenceCase(grammar.languages[0] === "en" ? compact(head) : head));
}

/** "form for job applications" -> "job applications", "form" -> "". */
function withoutGenericForm(head: string, grammar: Grammar): string {
  const form = grammar.form.start(fold(head));
  if (!form) return head;
  const rest = head.slice(form.end).trim();
  return /^to /i.test(rest) ? rest : stripFillers(rest, grammar);
}

/** Whether a title says nothing more than the usual title of its purpose. */
function saysNoMore(title: string, usual: TextKey, grammar: Grammar): boolean {
  const language = grammar.languages[0]!;
  const known = new Set(phraseKey(labelsIn(language).texts[usual]).split(" ").map(singular));
  const others = phraseKey(title)
    .split(" ")
    .filter((word) => !known.has(singular(word)) && !grammar.form.is(word) && !grammar.fillers.is(word));
  return others.length === 0 || (others.length === 1 && findIntent(title, grammar.languages) !== undefined);
}

function singular(word: string): string {
  return word.replace(/s$/, "");
}

const FORM_NOUN =
  /(?:form|survey|poll|quiz|questionnaire|registration|booking|reservation|order|application|feedback|report|rsvp|evaluation|sign-?up|request|review)$/i;

/** English: "Feedback form for our summer party" -> "Summer party feedback form". */
function compact(head: string): string {
  const [, form, people] = /^(survey|poll|quiz|questionnaire) (?:my|our|the|your) (.+)$/i.exec(head) ?? [];
  if (form && people) return `${asModifier(people)} ${form.toLowerCase()}`;
  const match = /^(.+?) (?:for|about|on) (?:an? |the |my |our |your )?([^,.]+)$/i.exec(head);
  if (!match) return head;
  const [, kind = "", named = ""] = match;
  const subject = named.replace(/^(?:collecting|gathering) /i, "");
  if (!FORM_NOUN.test(kind)) return head;
  const words = subject.split(" ");
  const isShort =
    words.length <= 3 && !words.some((word) => /^(?:at|in|on|of|with|who|that|and|to|for)$/i.test(word));
  return isShort && kind.split(" ").length <= 3 ? `${asModifier(subject)} ${lowerFirst(kind)}` : head;
}

/** "t-shirts" -> "t-shirt", before another noun; "sales" and "logistics" stay. */
function asModifier(subject: string): string {
  return /(?:[sui]|ic|sale|new|sport|art)s$/i.test(subject)
    ? subject
    : subject.replace(/(\p{Ll}{3})s$/u, "$1");
}

/** `RSVP` and names stay as they are. */
function lowerFirst(text: string): string {
  return /^\p{Lu}\p{Ll}+(?: \p{Ll}+)*$/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
