/** Tells, in the report, what goes wrong beside the cases: a sentence. */
export type Tell = (note: string) => void;
