/** Separates a model's answer from its reasoning, which is not part of the answer and never counts as evidence. */

/** How model families mark a block of reasoning, in any case. */
const blocks = [
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['<reasoning>', '</reasoning>'],
  ['<thought>', '</thought>'],
  ['<thoughts>', '</thoughts>'],
  ['<scratchpad>', '</scratchpad>'],
  ['<|thinking|>', '<|/thinking|>'],
  ['<seed:think>', '</seed:think>'],
  ['[think]', '[/think]'],
  ['◁think▷', '◁/think▷'],
  ['<|start_thinking|>', '<|end_thinking|>'],
] as const;

const literally = (text: string): string => text.replaceAll(/[[\]|/]/g, '\\$&');
const anyOf = (marks: readonly string[]): string => marks.map(literally).join('|');

/** gpt-oss reasons in a separate channel, which ends at any other mark of gpt-oss. */
const channel = String.raw`<\|channel\|>analysis[^<]{0,100}<\|message\|>`;
const channelEnd = /(?=<\|(?:end|start|channel|return|call)\|>)/g;

/** Matches where reasoning opens or closes: the source of a pattern, to combine with others using the flag `i`. */
export const reasoningMark = `(?<opens>${anyOf(blocks.map(([opens]) => opens))}|${channel})|(?<closes>${anyOf(blocks.map(([, closes]) => closes))})`;

/** The pattern on its own, compiled once: compiling costs more than reading most texts. Set `lastIndex` before each use. */
export const anyMark = new RegExp(reasoningMark, 'gi');

/** Where the block that this mark opened before `from` ends: at the end of the text if it is never closed. */
export function endOfReasoning(text: string, opening: string, from: number): number {
  const closes = blocks.find(([opens]) => opens === opening.toLowerCase())?.[1];
  const end = closes === undefined ? channelEnd : new RegExp(literally(closes), 'gi');
  end.lastIndex = from;
  const found = end.exec(text);
  return found ? found.index + found[0].length : text.length;
}

/** The position after the last closing mark in the range; unreadable text before it may have been reasoning. */
export function lastReasoningEnd(text: string, from: number, to: number): number | undefined {
  anyMark.lastIndex = 0;
  const found = [...text.slice(from, to).matchAll(anyMark)].findLast(({ groups }) => groups?.closes !== undefined);
  return found && from + found.index;
}

/** Where the answer begins if gpt-oss names its channels but the marks were lost: `analysis…assistantfinal…`. */
export function endOfLostChannel(text: string): number {
  const final = 'assistantfinal';
  const end = /^\s*analysis/.test(text) ? text.indexOf(final) : -1;
  return end === -1 ? 0 : end + final.length;
}

/** Remains of gpt-oss's channel marks around an answer. */
const channelMarks = /<\|start\|>assistant|<\|channel\|>(?:final|commentary)[^<]{0,100}<\|message\|>|<\|(?:end|return)\|>/g;

/** Only the answer. A block that is never closed runs to the end; a block opened in the prompt runs from the beginning. */
export function withoutReasoning(text: string): string {
  let answer = '';
  let at = endOfLostChannel(text);
  anyMark.lastIndex = at;
  for (let mark = anyMark.exec(text); mark; mark = anyMark.exec(text)) {
    const opening = mark.groups?.opens;
    answer = opening === undefined ? '' : answer + text.slice(at, mark.index);
    at = opening === undefined ? anyMark.lastIndex : endOfReasoning(text, opening, anyMark.lastIndex);
    anyMark.lastIndex = at;
  }
  answer += text.slice(at);
  return (text.includes('<|channel|>') ? answer.replaceAll(channelMarks, '') : answer).trim();
}
