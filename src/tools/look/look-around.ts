/** The look around before a task is planned: done by code, the same for every model, and limited in time. */
import { realpathSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { LookRequest, Project, Surroundings } from '../../contracts/surroundings.ts';
import { programAt } from '../containment/programs.ts';
import type { Note } from '../files/marks.ts';
import type { ReadingGate, TaskGate } from '../files/reading-gate.ts';
import { realPaths } from '../files/real-paths.ts';
import type { Offer } from '../mcp/offer-tools.ts';
import { repositoryAt, repositoryRoot } from './git.ts';
import { hiddenFrom } from './hidden.ts';
import { createInTime, type InTime } from './in-time.ts';
import { readInstructions } from './instructions.ts';
import { listingOf, namesIn } from './listing.ts';
import { systemName, timeZone, userName } from './machine.ts';
import { programsOn } from './programs.ts';
import { createReadHead, type ReadHead } from './read-head.ts';
import { readProject } from './read-project.ts';
import { gitProgram } from './run-git.ts';
import { createSkillLook, type SkillLookOptions, type SkillsAround } from './skills.ts';
import { createUntilChanged, type Seen, type UntilChanged } from './unchanged.ts';

/** Failure contract: rejects only if the signal fires or because of a defect; anything that cannot be seen is listed as left out. */
export type LookAround = (request: LookRequest, signal: AbortSignal) => Promise<Surroundings>;

export type LookOptions = {
  /** artoo's data folder; only the person's own instructions are read from it. */
  readonly data: string;
  /** Decides what may be read. */
  readonly gate: ReadingGate;
  /** The PATH on which commands find their programs. */
  readonly path: string;
  /** If absent, there are no skills. */
  readonly skills?: SkillLookOptions;
  readonly now?: () => Date;
  /** How long the look may take in total (SPEC §8). */
  readonly limitMs?: number;
  /** The tools of MCP servers; undefined if none is configured. */
  readonly offer?: ((request: LookRequest, signal: AbortSignal) => Promise<Offer>) | undefined;
  /** Finds git; undefined if it is not installed. */
  readonly findGit?: () => string | undefined;
};

export function createLookAround(options: LookOptions): LookAround {
  const { data, gate: gates, path, now = () => new Date(), limitMs = 300, findGit = gitProgram, offer } = options;
  const gitLimitMs = 2 * limitMs + 1_000; // the signal of the look fires first, even if its limit is extended on a busy machine
  const seenSystem = createUntilChanged<string>();
  const seenPrograms = createUntilChanged<readonly string[]>();
  const lookForSkills = options.skills && createSkillLook(options.skills);
  let lastSeen: string | undefined;
  let inFolders: { readonly gate: TaskGate; readonly seen: UntilChanged<InFolder> } | undefined;

  return async (task, signal) => {
    const { cwd, workspace } = task;
    using inTime = createInTime(limitMs, signal);
    const offering = offer?.(task, signal); // this part has a time limit of its own
    using later = createInTime(Math.max(limitMs, maxSkillMs), signal);
    const { identity, listing, repository, project, instructions, underWay } = await lookIn(task, inTime, later);
    const { os, programs } = await lookAtMachine(inTime);
    const { skills, chosen_skill, missed } = await underWay;
    if (missed !== undefined) later.leaveOut(missed);
    const offered = await offering;
    const at = now();
    // In the order of the schema, so that the result need not be parsed again.
    return {
      os,
      user: userName(),
      at: at.toISOString(),
      time_zone: timeZone(),
      utc_offset_minutes: 0 - at.getTimezoneOffset(),
      cwd,
      workspace,
      identity,
      listing,
      repository,
      project,
      programs,
      hidden: hiddenFrom(programAt('bwrap') !== undefined),
      instructions,
      ...(skills ? { skills } : {}),
      ...(chosen_skill ? { chosen_skill } : {}),
      left_out: [...inTime.leftOut, ...later.leftOut, ...(offered?.left_out ?? [])],
      ...(inTime.isLate() || later.isLate() ? { late: true } : {}),
      ...(offered && { tools: offered.tools }),
      ...(offered?.deferred_tools && { deferred_tools: offered.deferred_tools }),
    };
  };

  /** Shared by all tasks: a look that is too late for one task continues, and is ready for the next task. */
  async function lookAtMachine(inTime: InTime): Promise<Pick<Surroundings, 'os' | 'programs'>> {
    const [os, programs] = await Promise.all([
      inTime.take('operating system', seenSystem('', whole(systemName), settled), process.platform),
      inTime.take(
        'programs',
        seenPrograms(
          path,
          whole((note) => programsOn(path, note)),
          settled,
        ),
        [],
      ),
    ]);
    return { os, programs };
  }

  async function lookIn(task: LookRequest, inTime: InTime, later: InTime): Promise<Around> {
    const { cwd } = task;
    const folder = await inTime.take(cwd, answeringFolder(cwd), cwd); // a folder that does not respond delays only this step
    const gate = await inTime.take('secret places', gateTo(task), nowhere);
    const verdict = gate(folder);
    if (verdict.read === 'no') {
      inTime.leaveOut(`${cwd}: it ${verdict.why}`);
      return { identity: folder, listing: null, repository: null, project: null, instructions: [], underWay: Promise.resolve(noSkills) };
    }
    const root = repositoryRoot(folder);
    const readHead = createReadHead(gate);
    const personal = join(await inTime.take('data folder', answeringData(), data), 'AGENTS.md');
    const own = { path: join(data, 'AGENTS.md'), readHead: createReadHead((real) => (real === personal ? { read: 'whole' } : gate(real))) };
    const underWay = lookForSkills
      ? later.take('skills', lookForSkills({ folder, root, gate, chosen: task.skill }, later.whileEarly), noSkills)
      : Promise.resolve(noSkills);
    underWay.catch(() => {}); // awaited at the end
    const [inFolder, inRepository] = await Promise.all([
      seenThrough(gate)(`${folder}\0${root}`, (note) => lookInto({ folder, root, inTime, readHead, own, note }), inTime.whileEarly),
      root === undefined
        ? { repository: null, identity: folder }
        : repositoryAt({ root, git: findGit(), readHead, timeoutMs: gitLimitMs, signal: inTime.signal }, inTime),
    ]);
    return { ...inFolder, ...inRepository, underWay };
  }

  /** If the folder responded last time, no thread is needed, not even to check whether it has changed. */
  async function answeringFolder(cwd: string): Promise<string> {
    const real = cwd === lastSeen ? realpathSync.native(cwd) : await realpath(cwd);
    lastSeen = cwd;
    return real;
  }

  /** The journal has just been written to this folder without using a thread, so this needs none either. */
  async function answeringData(): Promise<string> {
    return realPaths([data])[0] ?? data;
  }

  async function gateTo(task: LookRequest): Promise<TaskGate> {
    return gates.for({ cwd: task.cwd, workspace: task.workspace });
  }

  /** What was seen through a different gate is not reused. */
  function seenThrough(gate: TaskGate): UntilChanged<InFolder> {
    if (inFolders?.gate !== gate) inFolders = { gate, seen: createUntilChanged() };
    return inFolders.seen;
  }
}

const whole =
  <T>(look: (note: Note) => Promise<T>) =>
  async (note: Note): Promise<Seen<T>> => ({ value: await look(note), isWhole: true });

const settled = async (work: Promise<unknown>): Promise<void> => void (await Promise.allSettled([work]));

const noSkills: SkillsAround = {};

/** The first skill loads a parser, and a skill that the person chose must not be missed, so there is more time for skills. */
const maxSkillMs = 2_000;

/** The gate that is used if the secret places are unknown: nothing is read. */
const nowhere: TaskGate = () => ({ read: 'no', why: 'cannot be judged in time', hides: 'all' });

type Room = {
  readonly folder: string;
  /** The root of the repository that contains the folder. */
  readonly root: string | undefined;
  readonly inTime: InTime;
  readonly readHead: ReadHead;
  /** The file with the person's own instructions. */
  readonly own: { readonly path: string; readonly readHead: ReadHead };
  readonly note: Note;
};

type InFolder = Pick<Surroundings, 'listing' | 'project' | 'instructions'>;
type Around = InFolder & Pick<Surroundings, 'repository' | 'identity'> & { readonly underWay: Promise<SkillsAround> };

async function lookInto({ folder, root, inTime, own, note, ...room }: Room): Promise<Seen<InFolder>> {
  const noting =
    (read: ReadHead): ReadHead =>
    (path, maxBytes) => {
      note(path);
      return read(path, maxBytes);
    };
  const readHead = noting(room.readHead);
  const entriesOf = (what: string, of: string) => {
    note(of);
    return inTime.take(what, namesIn(of, inTime.isAlmostLate), null);
  };
  const names = entriesOf('folder entries', folder);
  const hasRootAbove = root !== undefined && root !== folder;
  const rootNames = hasRootAbove ? entriesOf(root, root) : null;
  const project = async (): Promise<Project | null> => {
    const [here, above] = [await names, await rootNames];
    const listed = [...(here ? [{ folder, names: here }] : []), ...(above && root !== undefined ? [{ folder: root, names: above }] : [])];
    return readProject(listed, readHead);
  };
  const [inProject, read] = await Promise.all([
    inTime.take('project', project(), undefined),
    inTime.take('instructions', readInstructions({ folder, root, readHead, own: { ...own, readHead: noting(own.readHead) } }), undefined),
  ]);
  const { instructions, unread } = read ?? { instructions: [], unread: [] };
  for (const each of unread) inTime.leaveOut(each);
  const [here, above] = [await names, await rootNames];
  const isWhole = here?.whole && (above?.whole ?? !hasRootAbove) && inProject !== undefined && read !== undefined && unread.length === 0;
  return { value: { listing: here && listingOf(here), project: inProject ?? null, instructions }, isWhole: isWhole === true };
}
