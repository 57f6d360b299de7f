/** What an effect prints while it is under way: the output of a command, or the text of a model. Only its end is kept. */
import { part } from '../../contracts/text/shorten.ts';
import { visible } from '../../contracts/text/visible.ts';
import { withoutEscapes } from '../../contracts/text/without-escapes.ts';
import type { ModelWait } from '../../models/model.ts';

/** What is known about an effect before its outcome: the last lines that a command has printed so far, one more piece of a model's text, or that it waits. */
export type LiveOutput =
  | { readonly key: string; readonly kind: 'output' | 'text'; readonly text: string }
  | { readonly key: string; readonly kind: 'wait'; readonly wait: ModelWait };

const maxKept = 8_000;

/** The end of a text with one more piece. */
export function withPiece(kept: string, piece: string): string {
  const whole = kept + piece;
  return whole.length <= 2 * maxKept ? whole : part(whole, whole.length - maxKept, whole.length);
}

/** The last lines of an output as a terminal would show them, without colours; of a line that was overwritten, the last form. */
export function lastLines(output: string, max: number): readonly string[] {
  const lines = withoutEscapes(output).split('\n').map(lastForm);
  return lines.filter((line) => line !== '').slice(-max);
}

function lastForm(line: string): string {
  const drawn = line.trimEnd();
  return visible(drawn.slice(drawn.lastIndexOf('\r') + 1).replaceAll('\t', '    '));
}

/** What a model is writing, in words: for JSON, the sentence that it is writing or has just written. */
export function wordsIn(text: string): string {
  if (!/^\s*(?:```\w*\s*)?[{[]/.test(text)) return text;
  let sentence = '';
  for (const { 1: string = '' } of text.matchAll(/"((?:[^"\\]|\\.)*)(?:"|\\?$)/g)) if (string.includes(' ')) sentence = string;
  return sentence.replaceAll(/\\([nrt"\\/])/g, (_, sign: string) => unescaped[sign] ?? sign);
}

const unescaped: Readonly<Record<string, string>> = { n: '\n', r: '', t: ' ' };
