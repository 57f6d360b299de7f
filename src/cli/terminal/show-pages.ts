/** Shows pages one after another; Enter shows the next. */
import type { Prompter } from './prompter.ts';

/** Returns the last page, for the question that follows it; no lines when the person skips the rest. */
export async function showPages(pages: readonly (readonly string[])[], prompter: Prompter): Promise<readonly string[]> {
  for (const [at, page] of pages.slice(0, -1).entries()) {
    const answer = await prompter.ask(page, `(${at + 1} of ${pages.length}; Enter: more, q: back to the question) `, 'step');
    if (answer === undefined || answer.trim() !== '') return [];
  }
  return pages.at(-1) ?? [];
}
