/** Finds titles that resemble a name, by the trigrams of their words. */
import { foldTitle } from "./fold-title.ts";
import { Postings } from "./postings.ts";
import { bestSimilarity, compareWith, joinNeighbours } from "./similarity.ts";
import { collectTrigrams, innerTrigrams, splitWords } from "./words.ts";

export interface TitleMatch {
  readonly id: string;
  /** From 0 (nothing in common) to 1 (the same but for case, accents and punctuation). */
  readonly score: number;
}

/**
 * How many titles with the most shared trigrams are compared word by word. More of them did not improve the result.
 */
const CANDIDATES = 150;
/** Titles less alike than this do not resemble the name. */
const MIN_SCORE = 0.3;
/** Titles with the rarest trigram of a text that are looked at. */
const MAX_COMPARED = 10_000;
/** Further trigrams of the text by which these are narrowed, before the titles are read. */
const NARROWING_LISTS = 3;
/** Number of buckets by trigram similarity when candidates are selected. */
const BUCKETS = 1_000;

/**
 * Titles by id, found in spite of typos, missing and swapped words. A changed title leaves a dead entry in the index.
 * When most entries are dead, the index is rebuilt.
 */
export class TitleIndex {
  #postings = new Postings();
  /** Entry number -> id; undefined: dead. */
  #ids: (string | undefined)[] = [];
  #titles: string[] = [];
  #sizes: number[] = [];
  readonly #entries = new Map<string, number>();

  get size(): number {
    return this.#entries.size;
  }

  set(id: string, title: string): void {
    const cache = this.#entries.get(id);
    if (cache !== undefined && this.#titles[cache] === title) return;
    this.delete(id);
    if (this.#ids.length > 2 * this.#entries.size + CANDIDATES) this.#compact();
    this.#add(id, title);
  }

  delete(id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.#ids[entry] = undefined;
    this.#titles[entry] = "";
    this.#entries.delete(id);
  }

  /** Returns similar titles, best first. */
  search(name: string, limit: number): TitleMatch[] {
    const words = splitWords(name);
    const names = [words, ...joinNeighbours(words)].map((name) => [name, compareWith(name)] as const);
    return this.#candidates(collectTrigrams(words))
      .map((entry) => ({
        id: this.#ids[entry]!,
        score: bestSimilarity(names, splitWords(this.#titles[entry]!)),
      }))
      .filter(({ score }) => score >= MIN_SCORE)
      .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
      .slice(0, limit);
  }

  /**
   * The ids of the titles that contain a text, whatever case and accents. Undefined where the index does not help: the text has
   * no three letters in a row, or too many titles have those.
   */
  containing(text: string): string[] | undefined {
    const trigrams = new Set(splitWords(text).flatMap(innerTrigrams));
    const lists = [...trigrams].map((trigram) => this.#postings.of(trigram));
    const [rarest, ...others] = lists.sort((a, b) => a.length - b.length);
    if (rarest === undefined || rarest.length > MAX_COMPARED) return undefined;
    let entries = [...rarest.entries.subarray(0, rarest.length)];
    for (const { entries: all, length } of others.slice(0, NARROWING_LISTS)) {
      const other = new Set(all.subarray(0, length));
      entries = entries.filter((entry) => other.has(entry));
    }
    const folded = foldTitle(text).replaceAll("\0", "");
    return entries
      .filter((entry) => foldTitle(this.#titles[entry]!).includes(folded))
      .flatMap((entry) => this.#ids[entry] ?? []);
  }

  #add(id: string, title: string): void {
    const entry = this.#ids.length;
    const trigrams = collectTrigrams(splitWords(title));
    this.#ids.push(id);
    this.#titles.push(title);
    this.#sizes.push(trigrams.size);
    this.#entries.set(id, entry);
    for (const trigram of trigrams) this.#postings.add(trigram, entry);
  }

  #compact(): void {
    const alive = [...this.#entries].map(([id, entry]) => [id, this.#titles[entry]!] as const);
    this.#postings = new Postings();
    this.#ids = [];
    this.#titles = [];
    this.#sizes = [];
    this.#entries.clear();
    for (const [id, title] of alive) this.#add(id, title);
  }

  /** The entries that share most trigrams with the name, by Dice's coefficient. */
  #candidates(trigrams: ReadonlySet<string>): number[] {
    const { shared, found } = this.#countShared(trigrams);
    const steps = found.map((entry) =>
      Math.floor((BUCKETS * 2 * shared[entry]!) / (trigrams.size + this.#sizes[entry]!)),
    );
    const bucketSizes = new Uint32Array(BUCKETS + 1);
    for (const step of steps) bucketSizes[step]! += 1;
    let lowest = BUCKETS;
    for (let enough = bucketSizes[lowest]!; enough < CANDIDATES && lowest > 0; enough += bucketSizes[lowest]!)
      lowest -= 1;
    const best = found.filter((_, index) => steps[index]! > lowest);
    const last = found.filter((_, index) => steps[index] === lowest);
    return [...best, ...last.slice(0, CANDIDATES)];
  }

  #countShared(trigrams: ReadonlySet<string>): { readonly shared: Uint16Array; readonly found: number[] } {
    const shared = new Uint16Array(this.#ids.length);
    const found: number[] = [];
    for (const trigram of trigrams) {
      const { entries, length } = this.#postings.of(trigram);
      // A loop by index: an iterator takes three times as long, and this is the hot path.
      for (let at = 0; at < length; at += 1) {
        const entry = entries[at]!;
        if (shared[entry] === 0 && this.#ids[entry] !== undefined) found.push(entry);
        shared[entry]! += 1;
      }
    }
    return { shared, found };
  }
}
