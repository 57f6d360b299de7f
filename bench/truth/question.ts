/** What a judge is asked, read from its prompt: only the parts whose form is fixed. */

export type AskedCriterion = { readonly number: number; readonly mode: string; readonly text: string };
/** A call as the judge sees it: its id, its tool, and the whole text of its block. */
export type ShownCall = { readonly id: string; readonly tool: string; readonly text: string };
export type Question = {
  readonly criteria: readonly AskedCriterion[];
  readonly calls: readonly ShownCall[];
  /** What executors say. */
  readonly outputs: readonly string[];
};

const criterionLine = /^(\d+)\. \((verifiable|plausible)\) (.*)$/gm;
const outputBlock = /<output>\n([\s\S]*?)\n<\/output>/g;
const callBlock = /<call>\n([^\n ]+) ([^\n ]+)([\s\S]*?)\n<\/call>/g;

/** If a judge is asked again, the last list of criteria counts. */
export function readQuestion(prompts: readonly string[]): Question {
  const lists = prompts.map(criteriaIn).filter(({ length }) => length > 0);
  const calls = prompts.flatMap((prompt) =>
    [...prompt.matchAll(callBlock)].map(([, id = '', tool = '', text = '']) => ({ id, tool, text })),
  );
  const outputs = prompts.flatMap((prompt) => [...prompt.matchAll(outputBlock)].map(([, text = '']) => text));
  return { criteria: lists.at(-1) ?? [], calls, outputs };
}

const criteriaIn = (prompt: string): readonly AskedCriterion[] =>
  [...prompt.matchAll(criterionLine)].map(([, number, mode = '', text = '']) => ({ number: Number(number), mode, text }));
