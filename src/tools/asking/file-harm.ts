/** Law 1 for tools that write a file themselves: what is free, and what needs a yes to that very action (docs/harm.md). */
import { hash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import type { FileEffect } from '../../contracts/control.ts';
import { isWithin } from '../../laws/places/posix-path.ts';
import type { Surroundings } from '../../laws/places/sensitive-places.ts';
import type { Change } from '../changes/change.ts';
import type { ChangeStore } from '../changes/change-store.ts';
import { type Place, realFolder } from '../files/place.ts';
import { isSecretFile, secretsOf } from '../files/secret-file.ts';
import { textDiff } from '../files/text-diff.ts';
import { effectKeyOf, type Harm, type ToolContext } from '../tool.ts';
import { judgeChanges } from './effect-facts.ts';
import type { Permissions } from './permissions.ts';
import { judgingFor } from './real-places.ts';

/** One file about to get new content. */
export type FileWrite = {
  readonly tool: string;
  readonly place: Place;
  /** For the person: what happens there. */
  readonly what: string;
  readonly content: string;
  /** SHA-256 of it. */
  readonly hash: string;
  /** What is there; its content only as far as it was read. Nothing for a new file. */
  readonly before: { readonly hash: string; readonly stats: BigIntStats; readonly content: Buffer | string | undefined } | undefined;
};

export type Law = {
  readonly changes: Pick<ChangeStore, 'isOwn'>;
  readonly permissions: Permissions;
  readonly places: Surroundings;
};

/** The harm that a write would do by these changes, if it does any. */
export async function harmOf(write: FileWrite, planned: readonly Change[], context: ToolContext, law: Law): Promise<Harm | undefined> {
  const { asked, real, holds } = write.place;
  const denied = await denialOf(write.place, law);
  const shown = (await isSecretFile(real, secretsOf(law.places)))
    ? { ...write, before: write.before && { ...write.before, content: undefined } }
    : write;
  if (denied !== undefined) return harm(shown, context, law, { reason: `the rule ${denied} forbids it`, denied });
  const { decision } = law.permissions.decide({ tool: 'write', path: real });
  const isRefused = context.refused.includes(effectKeyOf(effectOf(write)));
  if (decision === 'allow' && !isRefused) return undefined;
  if (holds === 'link') return harm(shown, context, law, { reason: `${asked} is a symlink to ${real}` });
  const otherwise = decision === 'ask' ? 'a rule says to ask' : isRefused ? 'it was refused before' : undefined;
  const why = (await whyNot(planned, context, law)) ?? otherwise;
  return why === undefined ? undefined : harm(shown, context, law, { reason: `${asked}: ${why}`, why });
}

/** What the write leaves on disk. Through a symlink it is the file behind it that changes. */
export const effectOf = ({ place, before, hash: after }: FileWrite): FileEffect => ({
  path: place.holds === 'link' ? place.real : place.asked,
  change: before ? 'changed' : 'created',
  hash: after,
});

/** Where it writes, for the person. */
export const whereOf = ({ place: { asked, real } }: FileWrite): string => (asked === real ? asked : `${asked} → ${real}`);

/** The rule that forbids it, by either name. Whatever is allowed: what artoo keeps for itself is no part of what it works on. */
async function denialOf({ asked, real }: Place, { permissions, places }: Law): Promise<string | undefined> {
  if (isWithin(await realFolder(places.dataFolder), real)) return `write(${places.dataFolder}/**)`;
  const decisions = [asked, real].map((path) => permissions.decide({ tool: 'write', path }));
  return decisions.find(({ decision }) => decision === 'deny')?.rule;
}

async function whyNot(
  planned: readonly Change[],
  { cwd, workspace, call }: ToolContext,
  { changes, places }: Law,
): Promise<string | undefined> {
  const judging = await judgingFor(places, cwd, workspace);
  const judged = await judgeChanges(planned, { judging, isOwn: (path, entry) => changes.isOwn(call.task_id, path, entry) });
  return judged.find(({ why }) => why !== undefined)?.why;
}

type Reasons = { readonly reason: string; readonly why?: string; readonly denied?: string };

function harm(write: FileWrite, { cwd }: ToolContext, { permissions }: Law, { reason, why = reason, denied }: Reasons): Harm {
  const { tool, place, before, content, what } = write;
  const isUnread = before !== undefined && before.content === undefined;
  const diff = isUnread ? undefined : textDiff(before?.content ?? '', content);
  const rule = denied === undefined ? permissions.narrow({ tool: 'write', path: place.real }) : undefined;
  return {
    action: `${tool} ${whereOf(write)}, ${what}`,
    effects: [{ ...effectOf(write), ...(diff === undefined ? {} : { diff }), why }],
    more: 0,
    network: false,
    reason,
    // A yes no longer holds when the file, or what would be written, is another by then.
    hash: hash('sha256', JSON.stringify([tool, cwd, place.asked, place.real, write.hash, before?.hash ?? null])),
    rule: rule ?? null,
    ...(denied === undefined ? {} : { denied }),
  };
}
