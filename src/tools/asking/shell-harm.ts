/** What a command may not do without a yes, as the question about it; and what such a yes is bound to. */
import { hash } from 'node:crypto';
import { constants, open } from 'node:fs/promises';
import type { FileEffect } from '../../contracts/control.ts';
import type { Entry } from '../changes/change.ts';
import { textDiff } from '../files/text-diff.ts';
import type { Harm } from '../tool.ts';
import type { JudgedChange } from './judge-changes.ts';

/** A command line and where it would run. */
export type Asked = { readonly command: string; readonly cwd: string; readonly rule: string | undefined };

/** A yes holds for this command in this folder with these very effects. */
export const outcomeHash = ({ command, cwd }: Asked, judged: readonly JudgedChange[]): string =>
  digest(
    'outcome',
    command,
    cwd,
    ...judged.map(({ change: { path, stamp, after } }) => JSON.stringify([path, stamp, after && { ...after, mtime_ms: 0 }])),
  );

/** For what is done again with the network, and for what is done without walls, there are no effects yet to bind it to. */
export const networkHash = ({ command, cwd }: Asked): string => digest('network', command, cwd);
export const bareHash = ({ command, cwd }: Asked): string => digest('bare', command, cwd);

const digest = (...parts: readonly string[]): string => hash('sha256', JSON.stringify(['shell', ...parts]));

/** The effects that need a yes come first, then the others; more than this are counted. */
const maxShown = 500;
const maxDiffed = 40;
const maxDiffBytes = 512 * 1024;

/** The question about what a command would change, and whether it wants the network. */
export async function outcomeHarm(
  asked: Asked,
  judged: readonly JudgedChange[],
  { network, why, exitCode = 0 }: { network?: keyof typeof networks; why?: string | undefined; exitCode?: number | null },
): Promise<Harm> {
  const sorted = [...judged.filter((one) => one.why !== undefined), ...judged.filter((one) => one.why === undefined)];
  const reasons = [
    summary(judged),
    ...(network ? [networks[network]] : []),
    ...(why === undefined ? [] : [why]),
    ...(exitCode === 0 ? [] : [`it ended with exit code ${exitCode}`]),
  ];
  return {
    action: asked.command,
    effects: await withDiffs(sorted.slice(0, maxShown)),
    more: Math.max(0, sorted.length - maxShown),
    network: network !== undefined,
    reason: reasons.filter((reason) => reason !== '').join('; '),
    hash: network ? networkHash(asked) : outcomeHash(asked, judged),
    rule: asked.rule ?? null,
  };
}

const networks = {
  attempted: 'it failed trying to reach the network, which is off',
  again: 'what it did is lost, so it would reach the network once more',
  wanted: 'it wants the network, and so the programs that listen on this machine too',
} as const;

/** The question about a command that cannot be contained. */
export const bareHarm = (asked: Asked, reason: string): Harm => ({
  action: asked.command,
  effects: [],
  more: 0,
  network: false,
  reason,
  hash: bareHash(asked),
  rule: asked.rule ?? null,
});

/** Nobody is asked about what a rule forbids. */
export const deniedHarm = (asked: Asked, rule: string): Harm => ({
  ...bareHarm(asked, `the rule ${rule} forbids it`),
  rule: null,
  denied: rule,
});

const verbs = { deleted: 'delete', changed: 'change', metadata: 'change the permissions of', created: 'create' } as const;

/** "it would delete 2 files and change 1" */
function summary(judged: readonly JudgedChange[]): string {
  // the keys of a literal
  const counted = (Object.keys(verbs) as (keyof typeof verbs)[]).flatMap((kind) => {
    const count = judged.filter(({ why, effect }) => why !== undefined && effect.change === kind).length;
    return count === 0 ? [] : [`${verbs[kind]} ${count}`];
  });
  const [first, ...others] = counted;
  return first === undefined ? '' : `it would ${[`${first} ${first.endsWith(' 1') ? 'entry' : 'entries'}`, ...others].join(' and ')}`;
}

async function withDiffs(judged: readonly JudgedChange[]): Promise<readonly FileEffect[]> {
  const effects: FileEffect[] = [];
  let left = maxDiffBytes;
  for (const [at, one] of judged.entries()) {
    const isShown = one.why !== undefined && at < maxDiffed && left > 0;
    const diff = one.why === undefined ? undefined : ((isShown ? await diffOf(one) : undefined) ?? sizesOf(one.change));
    left -= diff?.length ?? 0;
    effects.push(diff === undefined ? one.effect : { ...one.effect, diff });
  }
  return effects;
}

/** Where there is no diff, at least how much becomes how much. */
const sizesOf = ({ before, after }: JudgedChange['change']): string | undefined =>
  before && after && 'mode' in before && 'mode' in after && before.mode !== after.mode && isSameContent(before, after)
    ? `-mode ${before.mode.toString(8)}\n+mode ${after.mode.toString(8)}`
    : after?.kind === 'file' && before?.kind === 'file' && before.hash !== after.hash
      ? `(${before.size} bytes become ${after.size}; not shown line by line)`
      : undefined;

const isSameContent = (before: Entry, after: Entry): boolean =>
  before.kind !== 'file' || after.kind !== 'file' || before.hash === after.hash;

const maxBytes = 256 * 1024;

async function diffOf({ change: { path, before, after, from } }: JudgedChange): Promise<string | undefined> {
  if (after?.kind === 'link') return `${before?.kind === 'link' ? `-→ ${before.target}\n` : ''}+→ ${after.target}`;
  if (from === undefined && before && after) return undefined;
  const old = before?.kind === 'file' ? await textAt(path, before.size) : undefined;
  const now = after?.kind === 'file' && from !== undefined ? await textAt(from, after.size) : undefined;
  return old === undefined && now === undefined ? undefined : textDiff(old ?? '', now ?? '');
}

/** What is too large or cannot be read has no diff; the effect is told all the same. */
async function textAt(path: string, size: number): Promise<Buffer | undefined> {
  if (size > maxBytes) return undefined;
  try {
    await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    return await file.readFile();
  } catch {
    return undefined;
  }
}
