/** The look around a task before it is planned: made by code, the same for every model, within a bounded time. */
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { LookRequest, Project, Surroundings } from '../../contracts/surroundings.ts';
import { programAt } from '../containment/programs.ts';
import { secretGate } from '../files/secret-file.ts';
import { gitProgram, repositoryRoot } from './git.ts';
import { hiddenFrom } from './hidden.ts';
import { createInTime, type InTime } from './in-time.ts';
import { readInstructions } from './instructions.ts';
import { listingOf, namesIn } from './listing.ts';
import { systemName, userName } from './machine.ts';
import { programsOn } from './programs.ts';
import { createReadHead, type ReadHead } from './read-head.ts';
import { readProject } from './read-project.ts';
import { repositoryAt } from './repository.ts';

/** Failure contract: rejects only when the signal fires or by a defect; what could not be seen is left out, and said. */
export type LookAround = (request: LookRequest, signal: AbortSignal) => Promise<Surroundings>;

export type LookOptions = {
  /** artoo's own data, of which only the person's own instructions are read. */
  readonly data: string;
  /** Places that are not read. */
  readonly secrets: readonly string[];
  /** Where commands find their programs. */
  readonly path: string;
  readonly now?: () => Date;
  /** How long it may take in all (SPEC §8). */
  readonly limitMs?: number;
  /** Finds git; nothing where it is not installed. */
  readonly findGit?: () => string | undefined;
};

export function createLookAround(options: LookOptions): LookAround {
  const { data, secrets, path, now = () => new Date(), limitMs = 300, findGit = gitProgram } = options;
  return async ({ cwd, workspace }, signal) => {
    using inTime = createInTime(limitMs, signal);
    const [os, programs, inFolder] = await Promise.all([
      inTime.take('operating system', systemName(), process.platform),
      inTime.take('programs', programsOn(path), []),
      lookIn(cwd, inTime),
    ]);
    const at = now();
    return {
      os,
      user: userName(),
      at: at.toISOString(),
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      utc_offset_minutes: -at.getTimezoneOffset(),
      cwd,
      workspace,
      ...inFolder,
      programs,
      hidden: hiddenFrom(programAt('bwrap') !== undefined),
      left_out: inTime.leftOut,
    };
  };

  async function lookIn(cwd: string, inTime: InTime): Promise<InFolder> {
    const everywhere = (): boolean => true; // what the gate cannot tell, it does not let through
    const [isSecret, isOwn, folder] = await Promise.all([
      inTime.take('secret places', secretGate(secrets), everywhere),
      inTime.take('data folder', secretGate([data]), everywhere),
      inTime.take(cwd, realpath(cwd), cwd),
    ]);
    const isHidden = (real: string): boolean => isSecret(real) || isOwn(real);
    if (isHidden(folder)) {
      inTime.say(`${cwd}: it holds secrets, which are kept from models`);
      return { listing: null, repository: null, project: null, instructions: [] };
    }
    const own = { path: join(data, 'AGENTS.md'), readHead: createReadHead(isSecret) };
    return lookInto({ folder, inTime, readHead: createReadHead(isHidden), own, limitMs, git: findGit() });
  }
}

type Room = {
  readonly folder: string;
  readonly inTime: InTime;
  readonly readHead: ReadHead;
  /** The person's own instructions. */
  readonly own: { readonly path: string; readonly readHead: ReadHead };
  readonly limitMs: number;
  readonly git: string | undefined;
};

type InFolder = Pick<Surroundings, 'listing' | 'repository' | 'project' | 'instructions'>;

async function lookInto({ folder, inTime, readHead, own, limitMs, git }: Room): Promise<InFolder> {
  const names = inTime.take('entries of the folder', namesIn(folder, inTime.isAlmostLate), null);
  const root = await inTime.take('repository', repositoryRoot(folder), undefined);
  const rootNames = root === undefined || root === folder ? null : inTime.take(root, namesIn(root, inTime.isAlmostLate), null);
  const project = async (): Promise<Project | null> => {
    const [here, above] = [await names, await rootNames];
    const listed = [...(here ? [{ folder, names: here }] : []), ...(above && root !== undefined ? [{ folder: root, names: above }] : [])];
    return readProject(listed, readHead);
  };
  const [repository, inProject, { instructions, unread }] = await Promise.all([
    root === undefined ? null : repositoryAt({ root, git, readHead, timeoutMs: limitMs, signal: inTime.signal }, inTime),
    inTime.take('project', project(), null),
    inTime.take('instructions', readInstructions({ folder, root, readHead, own }), { instructions: [], unread: [] }),
  ]);
  for (const each of unread) inTime.say(each);
  const here = await names;
  return { listing: here && listingOf(here), repository, project: inProject, instructions };
}
