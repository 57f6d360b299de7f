/** The question about a file that needs approval before a tool writes it, and what that approval is bound to. */
import { hash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import type { FileEffect } from '../../contracts/control.ts';
import type { Ask, Deny } from '../../laws/law1-harm.ts';
import type { Place } from '../files/place.ts';
import { textDiff } from '../files/text-diff.ts';
import type { Harm } from '../tool.ts';

/** A file that is about to get new content. */
export type FileWrite = {
  readonly tool: string;
  readonly place: Place;
  /** What happens to the file, in words for the person. */
  readonly what: string;
  readonly content: string;
  /** SHA-256 of the new content. */
  readonly hash: string;
  /** The current file, with its content if it was read. Undefined for a new file. */
  readonly before: { readonly hash: string; readonly stats: BigIntStats; readonly content: Buffer | string | undefined } | undefined;
};

/** An approval is no longer valid once the file, or what would be written, has changed. */
export const writeHash = ({ tool, place, hash: after, before }: FileWrite, cwd: string): string =>
  hash('sha256', JSON.stringify([tool, cwd, place.asked, place.real, after, before?.hash ?? null]));

/** The question for a verdict that asks, or the refusal for a verdict that denies. `isSecret`: the old content is not shown. */
export function fileHarm(
  write: FileWrite,
  verdict: Ask | Deny,
  { cwd, rule, isSecret }: { readonly cwd: string; readonly rule: string | undefined; readonly isSecret: boolean },
): Harm {
  const { tool, before, content, what } = write;
  const isHidden = before !== undefined && (isSecret || before.content === undefined);
  const diff = isHidden ? undefined : textDiff(before?.content ?? '', content);
  const isDenied = verdict.verdict === 'deny';
  return {
    action: `${verbs[tool] ?? tool} ${whereOf(write)}, ${what}`,
    effects: [{ ...effectOf(write), ...(diff === undefined ? {} : { diff }), why: verdict.reason }],
    more: 0,
    network: false,
    reason: verdict.reason,
    hash: writeHash(write, cwd),
    rule: isDenied ? null : (rule ?? null),
    ...(isDenied ? { denied: verdict.rule } : {}),
  };
}

/** What each tool does, in words for the person. */
const verbs: Readonly<Record<string, string>> = { write_file: 'write', edit_file: 'edit' };

/** What the write changes on disk: for a symlink, the target. */
export const effectOf = ({ place, before, hash: after }: FileWrite): FileEffect => ({
  path: place.holds === 'link' ? place.real : place.asked,
  change: before ? 'changed' : 'created',
  hash: after,
});

/** Where the tool writes, in words for the person. */
export const whereOf = ({ place: { asked, real } }: FileWrite): string => (asked === real ? asked : `${asked} → ${real}`);
