/** The only gate for reading: gathers what `mayReadIn` needs, and consults it about files by their real paths. */
import { resolve } from 'node:path';
import { absolutePath, isWithin } from '../../laws/places/posix-path.ts';
import { mayReadIn, type ReadingPlaces, type ReadingVerdict } from '../../laws/places/reading.ts';
import type { Action, Decision } from '../../laws/rules/rules.ts';
import { repositoryRoot } from '../look/git.ts';
import { failed, type ToolResult } from '../tool.ts';
import { homesOf } from './homes.ts';
import { createLinkedSecrets, identityOf, type LinkedSecrets } from './linked-secrets.ts';
import { createMarks, type Marks } from './marks.ts';
import { createOtherNames, type FileEntry } from './other-names.ts';
import { realPaths } from './real-paths.ts';

/** Where a task works, and the places that its goal names. */
type ReadingTask = {
  readonly cwd: string;
  readonly workspace?: string | undefined;
  readonly places?: readonly string[] | undefined;
};

/** What else is known about a file: the requested path, its entry on disk, and whether the person has approved reading it. */
type Known = { readonly asked?: string; readonly entry?: FileEntry; readonly isApproved?: boolean };

/** Decides about a path without symlinks. The function stays the same object as long as its inputs are the same. */
export type TaskGate = (real: string, known?: Known) => ReadingVerdict;

export type ReadingGate = {
  for(task: ReadingTask): TaskGate;
  /** The full path of what a model calls `path`: `~/` is the person's home, as everywhere else. */
  pathOf(cwd: string, path: string): string;
  /** The secret places that exist in homes, by their real paths. */
  places(): readonly string[];
};

export type GateOptions = {
  readonly home: string;
  /** artoo's own data. */
  readonly data: string;
  /** The rules; none by default. */
  readonly decide?: (action: Action) => Decision;
  readonly homes?: readonly string[];
};

export function createReadingGate({ home, data, decide = () => ({ decision: 'none' }), homes = homesOf(home) }: GateOptions): ReadingGate {
  const secrets = createLinkedSecrets(homes);
  const gates = new Map<
    string,
    { readonly gate: TaskGate; readonly marks: Marks; readonly linked: LinkedSecrets; readonly real: string }
  >();

  function gateOf({ cwd, workspace = '', places = [] }: ReadingTask): TaskGate {
    const key = JSON.stringify([cwd, workspace, places]);
    const known = gates.get(key);
    const linked = secrets();
    if (known?.linked === linked && known.marks.areUnchanged()) return known.gate;
    const marks = createMarks();
    const [realHome = home, realData = data, realCwd = cwd, ...rest] = realPaths(
      [home, data, cwd, ...(workspace === '' ? [] : [workspace]), ...places],
      marks,
    );
    const repository = repositoryRoot(realCwd) ?? '';
    const real: ReadingPlaces = {
      home: realHome,
      homes: [...new Set([realHome, ...homes])],
      dataFolder: realData,
      task: [realCwd, repository === '/' || isWithin(repository, realHome) ? '' : repository, ...rest.slice(0, workspace === '' ? 0 : 1)],
      named: rest.slice(workspace === '' ? 0 : 1),
      linked: linked.linked,
    };
    const text = JSON.stringify(real);
    const gate = known?.linked === linked && known.real === text ? known.gate : gateFor(real, linked, ruling({ home, cwd, real, decide }));
    if (gates.size >= maxKept) gates.clear();
    gates.set(key, { gate, marks, linked, real: text });
    return gate;
  }

  return { for: gateOf, pathOf: (cwd, path) => resolve(cwd, path.replace(/^~(?=\/|$)/, home)), places: () => secrets().places };
}

/** The number of tasks whose gates are cached. */
const maxKept = 64;

function gateFor(places: ReadingPlaces, linked: LinkedSecrets, ruled: (real: string, asked: string | undefined) => Decision): TaskGate {
  const mayRead = mayReadIn(places);
  const otherNames = createOtherNames({ ...places, places: linked.places });
  return (path, { asked, entry, isApproved = false } = {}) => {
    const real = path.endsWith(deleted) ? path.slice(0, -deleted.length) : path;
    const found = ruled(real, asked);
    const decision: Decision = isApproved && found.decision === 'ask' ? { decision: 'none' } : found;
    const verdict = mayRead(real, decision);
    if (verdict.read === 'no' || entry === undefined || decision.decision === 'allow') return verdict;
    const holds = linked.identities.has(identityOf(entry)) ? 'secrets' : otherNames(entry);
    if (holds === 'secrets') return { read: 'no', why: 'holds secrets under another name, which are not shown to models', hides: 'all' };
    return holds === 'variables' ? { read: 'names' } : verdict;
  };
}

/** What the kernel appends to the name of an open file that has been removed. */
const deleted = ' (deleted)';

type Ruling = Pick<GateOptions, 'home'> & {
  readonly cwd: string;
  readonly real: ReadingPlaces;
  readonly decide: (action: Action) => Decision;
};

/** Rules use the folders as the person writes them, which may be symlinks. The requested name can only forbid, never allow. */
function ruling({ home, cwd, real: { home: realHome, task }, decide }: Ruling) {
  const moves = [
    [task[0] ?? '', cwd],
    [realHome, home],
  ] as const;
  return (real: string, asked: string | undefined): Decision => {
    const names = [
      real,
      ...moves.flatMap(([from, to]) => (from !== to && isWithin(from, real) ? [`${to}${real.slice(from.length)}`] : [])),
    ];
    const decisions = names.map((path) => decide({ tool: 'read', path }));
    const byName = asked === undefined || asked === real ? [] : [decide({ tool: 'read', path: absolutePath(cwd, asked) })];
    const find = (decision: Decision['decision'], among: readonly Decision[]) => among.find((each) => each.decision === decision);
    const all = [...decisions, ...byName];
    return find('deny', all) ?? find('ask', all) ?? find('allow', decisions) ?? { decision: 'none' };
  };
}

/** The result of a call that tried to read a forbidden file. */
export const refusedToRead = (asked: string, why: string): ToolResult => failed('permission', `${asked} ${why}`);
