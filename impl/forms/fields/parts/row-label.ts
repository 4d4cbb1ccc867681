/** Joins the label of a question and of one of its rows, after a sign at the end of the question without a second one. */
export function rowLabel(question: string | undefined, row: string | undefined): string {
  if (question === undefined || row === undefined) return question ?? row ?? "";
  return /\p{Sentence_Terminal}$|[:;…]$/u.test(question) ? `${question} ${row}` : `${question}: ${row}`;
}
