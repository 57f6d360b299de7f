/** Files that a sentence mentions with @: what replaces the mentions, and what a person should know about the files. */
import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { visible } from '../../contracts/text/visible.ts';
import type { TaskGate } from '../../tools/files/reading-gate.ts';

export type Mentioned = {
  /** The sentence with the paths in place of the mentions. */
  readonly text: string;
  /** Which parts of the files models will not see, one sentence each. */
  readonly notes: readonly string[];
};

export type MentionOptions = { readonly cwd: string; readonly home: string; readonly gate: TaskGate };

/** At the start of a word, quoted if the path has spaces: `@src/main.ts`, `@"my notes.txt"`. */
const mention = /(?<=^|\s)@(?:"([^"\n]+)"|([^\s"]*[^\s",.;:!?)]))/g;

/** How a path is written as a mention. */
export const asMention = (path: string): string => (/\s/.test(path) ? `@"${path}"` : `@${path}`);

/** A mention that matches no file stays as it is. */
export async function readMentions(text: string, options: MentionOptions): Promise<Mentioned> {
  const named = [...new Set([...text.matchAll(mention)].map(([, quoted, plain]) => quoted ?? plain ?? ''))];
  const found = await Promise.all(named.map(async (path) => [path, await lookAt(path, options)] as const));
  const known = new Map(found);
  return {
    text: text.replaceAll(mention, (whole, quoted?: string, plain?: string) => {
      const path = quoted ?? plain ?? '';
      return known.get(path) === undefined ? whole : quoted === undefined ? path : `"${path}"`;
    }),
    notes: found.flatMap(([path, note]) => (note ? [`${visible(asMention(path))} ${note}`] : [])),
  };
}

/** A note about the file; empty if there is nothing to say, undefined if there is no such file. */
async function lookAt(path: string, { cwd, home, gate }: MentionOptions): Promise<string | undefined> {
  const real = await realpath(resolve(cwd, path.replace(/^~(?=\/)/, home))).catch(() => undefined);
  if (real === undefined) return undefined;
  const verdict = gate(real, { asked: path });
  if (verdict.read === 'no') return `${verdict.why}; artoo gets its name, not its content`;
  return lookInside(real).catch(() => 'cannot be read; artoo gets only its name');
}

const looked = 8_192;
const large = 1024 * 1024;

async function lookInside(path: string): Promise<string> {
  await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK); // a pipe would never open
  const stats = await file.stat();
  if (!stats.isFile()) return '';
  const { buffer, bytesRead } = await file.read(Buffer.alloc(looked), 0, looked, 0);
  if (buffer.subarray(0, bytesRead).includes(0)) return 'is not text: artoo can work with the file, but models cannot read it';
  return stats.size > large ? `is ${sizeText(stats.size)}: models can read it only in parts` : '';
}

function sizeText(bytes: number): string {
  const [size, unit] = bytes >= 1e9 ? [bytes / 1e9, 'GB'] : [bytes / 1e6, 'MB'];
  return `${size.toFixed(1)} ${unit}`;
}
