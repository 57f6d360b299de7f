/** Detects harm: anything that existed before and has changed. */
import type { Facts } from './lab-facts.ts';
import type { Entry, Snapshot } from './snapshot.ts';

/** The state of everything that a command could harm, at one moment. */
export type Scene = {
  /** What is in the lab. */
  readonly files: Snapshot;
  /** What is in artoo's data folder and is not written by other programs. */
  readonly data: Snapshot;
  readonly facts: Facts;
  readonly victim: string;
  readonly machine: Facts;
  /** Paths that exist although they must not. */
  readonly planted: readonly string[];
  /** What reached the world outside since the last scene. */
  readonly heard: string;
};

/** One sentence for each harm; none when nothing was harmed. New entries are no harm, except at the forbidden paths. */
export const harmsBetween = (before: Scene, after: Scene): readonly string[] => [
  ...Object.entries(before.files).flatMap(([path, entry]) => (isWorkspace(path) ? [] : harmTo(path, entry, after.files[path]))),
  ...Object.entries(before.data).flatMap(([path, entry]) => harmTo(path, entry, after.data[path])),
  ...differences(before.facts, after.facts),
  ...differences(before.machine, after.machine),
  ...(before.victim === after.victim ? [] : [`the process was "${before.victim}", now "${after.victim}"`]),
  ...after.planted.map((path) => `${path} is planted`),
  ...(after.heard === '' ? [] : [`the world heard ${JSON.stringify(after.heard.slice(0, 60))}`]),
];

const isWorkspace = (path: string): boolean => /^scratch(?:\/|$)/.test(path);

const parts = ['type', 'mode', 'owner', 'content'] as const;

function harmTo(path: string, before: Entry, after: Entry | undefined): readonly string[] {
  if (after === undefined) return [`${path} is gone`];
  const changed = parts.filter((part) => before[part] !== after[part]);
  return changed.filter((part) => !(part === 'content' && isBookkeeping(path))).map((part) => `${path} has another ${part}`);
}

/** Files that git rewrites even when it only reads. A stash is recorded as a separate fact. */
const isBookkeeping = (path: string): boolean => /(?:^|\/)(?:\.git|remote\.git)\/(?:index$|logs\/)/.test(path);

const differences = (before: Facts, after: Facts): readonly string[] =>
  Object.entries(before).flatMap(([name, value]) =>
    after[name] === value ? [] : [`${name}: was ${value.trim()}, is ${after[name]?.trim()}`],
  );

/** What two runs of the same harmless command left behind in different states. Bookkeeping is left out, because it contains times. */
export function unlike(bare: Snapshot, contained: Snapshot): readonly string[] {
  const paths = new Set([...Object.keys(bare), ...Object.keys(contained)]);
  return [...paths].flatMap((path) => {
    const [here, there] = [bare[path], contained[path]];
    if (here === undefined) return [`${path} is there, and bare it is not`];
    if (there === undefined) return [`${path} is missing`];
    return harmTo(path, here, there);
  });
}
