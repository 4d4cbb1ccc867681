/** Reads the files that a page of the documentation shows. */

/** Returns code blocks whose first line names a file: `// impl/main.ts`, `# spec/service.yaml`. */
export function filesIn(text: string, language: string, start: string): { path: string; text: string }[] {
  const block = new RegExp(`^\`\`\`${language}\\n${start}(\\S+)\\n([\\s\\S]*?)^\`\`\`$`, "gm");
  return [...text.matchAll(block)].map(([, path, content]) => ({ path: path!, text: content! }));
}
