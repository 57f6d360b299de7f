/** The workers of a host: an adapter of containment that runs the commands of sub-tasks on other machines, if the result is the same. */
import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { type EffectKey, parseTaskId, type TaskId } from '../../contracts/ids.ts';
import type { Tell } from '../../effects/effects.ts';
import { isWithin } from '../../laws/places/posix-path.ts';
import type { ContainedRequest, ContainedRun, Containment } from '../../tools/containment/containment.ts';
import { removeTree } from '../../tools/containment/remove-tree.ts';
import { outermost } from '../../tools/containment/shown/folders-in-view.ts';
import { repositoryPlaces } from '../../tools/containment/shown/repository-places.ts';
import { realAt, systemFolders } from '../../tools/containment/shown/shown-places.ts';
import type { ReadingGate } from '../../tools/files/reading-gate.ts';
import type { Bus } from '../bus.ts';
import { inParallel } from '../objects/in-parallel.ts';
import { openObjects } from '../objects/objects.ts';
import { createSnapshots, type Snapshot } from '../snapshots/take-snapshot.ts';
import { type Claim, ClaimLost, createClaims } from './claims.ts';
import { onHostClock, type Span } from './host-times.ts';
import { createRemoteCalls } from './remote-calls.ts';
import { whyOnHost } from './why-on-host.ts';
import { beatMs, type RunRequest, type RunResult } from './wire-messages.ts';
import { hostChanges, movedSince, needsContent, whyImpossible } from './worker-changes.ts';
import { createWorkerList } from './worker-list.ts';

export type HostWorkersOptions = {
  readonly bus: Bus;
  /** The pool whose workers are used; any pool, if none is named. */
  readonly pool?: string | undefined;
  /** How long a worker may be silent before its claims end. */
  readonly silentMs?: number | undefined;
  /** Returns a new folder, where new contents are kept until they are applied. */
  readonly newFolder: () => Promise<string>;
  /** Called with the place where each command runs. */
  readonly onPlaced?: ((placed: Placed) => void) | undefined;
};

/** Whether the command of a call runs on a worker or on the host, and why. */
export type Placed = { readonly call: ContainedRequest['call'] } & ({ readonly worker: string } | { readonly home: string });

export type HostWorkers = AsyncDisposable & {
  /** Commands of an attached task may run on workers. The returned function detaches it. */
  attach(task_id: TaskId, tell: Tell): () => void;
  /** A containment that runs commands on workers if possible, and otherwise in `home`. */
  containment(
    home: Containment,
    place: { readonly gate: ReadingGate; readonly home: string; readonly env: Readonly<Record<string, string>> },
  ): Containment;
};

const defaultSilentMs = 15_000;
/** How long a snapshot may take before its command runs on the host. */
const snapshotMs = 60_000;
/** How many workers one command is tried on. */
const maxTries = 4;
const filesAtOnce = 16;
const languages = /^(?:LANG|LC_.*|TZ|TERM|USER|LOGNAME)$/;

export function createHostWorkers({
  bus,
  pool,
  silentMs = defaultSilentMs,
  newFolder,
  onPlaced = () => {},
}: HostWorkersOptions): HostWorkers {
  const host = `h-${randomBytes(8).toString('hex')}`;
  const objects = openObjects(bus, { failsWhenFull: true }); // a command that cannot be sent runs on the host
  const snapshots = createSnapshots(objects);
  const list = createWorkerList({ bus, pool, silentMs, onLost: (worker, why) => claims.lose(worker, why) });
  const claims = createClaims({
    fit: () => list.fit,
    running: () => calls.running,
    onEnded: ({ worker, token }) => calls.send(worker, { kind: 'end', host, token }),
  });
  const calls = createRemoteCalls({ bus, host, objects, claims: () => claims, silentMs });
  const runs = new Map<string, number>();
  const beating = setInterval(() => {
    for (const worker of claims.workers) calls.send(worker, { kind: 'beat', host });
  }, beatMs);
  let taking: Promise<unknown> = Promise.resolve();

  const containment: HostWorkers['containment'] = (own, { gate, home, env }) => {
    const system = systemFolders();
    const language = Object.fromEntries(Object.entries(env).filter(([name]) => languages.test(name)));

    async function run(request: ContainedRequest): Promise<ContainedRun> {
      const far = await elsewhere(request);
      if (!('home' in far)) return far;
      onPlaced({ call: request.call, home: far.home });
      return own.run(request);
    }

    /** The result of the run on a worker, or why the command runs on the host. */
    async function elsewhere(request: ContainedRequest): Promise<ContainedRun | { readonly home: string }> {
      const { call, signal } = request;
      const cwd = realpathSync(request.cwd);
      const realHome = realAt(home) ?? home;
      const roots = rootsOf({ cwd, workspace: request.workspace }, realHome);
      const why = whyOnHost({ ...request, cwd, home: realHome, roots, system });
      if (why !== undefined || !call) return { home: why ?? '' };
      await list.asked;
      try {
        for (let tries = 0; tries < maxTries; tries += 1) {
          const claim = await claims.for({ task_id: parseTaskId(call.task_id), key: call.key as EffectKey }); // the engine made the key
          if (!claim) return { home: 'no worker is free' };
          const ran = await onWorker(claim, request, { cwd, roots, home: realHome, language, gate });
          if (ran !== 'again') return ran;
        }
        return { home: `${maxTries} workers could not run it` };
      } catch (error) {
        signal.throwIfAborted();
        return { home: error instanceof Error ? error.message : String(error) };
      }
    }

    return { ...own, detail: `${own.detail}; commands of sub-tasks also run on workers`, run };
  };

  type There = Pick<RunRequest, 'cwd' | 'home' | 'language'> & { readonly roots: readonly string[]; readonly gate: ReadingGate };

  /** Runs the command once on the worker of a claim; `again`: the claim has ended, and the command may be tried again. */
  async function onWorker(
    claim: Claim,
    request: ContainedRequest,
    there: There,
  ): Promise<ContainedRun | { readonly home: string } | 'again'> {
    const { call, signal, onOutput } = request;
    if (!call) return { home: '' };
    try {
      const snapshot = await takeSnapshot(request, there);
      if ('why' in snapshot) return { home: snapshot.why };
      onPlaced({ call, worker: claim.worker });
      const run = (runs.get(`${call.task_id} ${call.key}`) ?? 0) + 1;
      runs.set(`${call.task_id} ${call.key}`, run);
      const { cwd, home, language } = there;
      const { command, env, timeoutMs } = request;
      const began = Date.now();
      const result = await calls.perform(
        {
          // the host made the key: it is a call of one of the host's tasks
          ...{ kind: 'run', host, task_id: claim.task_id, key: call.key as EffectKey, run, claim: claim.number, token: claim.token },
          ...{ command, cwd, home, language, roots: snapshot.roots, timeout_ms: timeoutMs, live: onOutput !== undefined },
          ...(env && { env }),
        },
        claim,
        { signal, ...(onOutput && { onOutput: (text) => onOutput(text, 'stdout') }) },
      );
      return await broughtHome(byHostClock(result, { began, ended: Date.now() }), snapshot, claim, signal);
    } catch (error) {
      if (request.signal.aborted) return cancelled;
      if (!(error instanceof ClaimLost)) throw error;
      if (error.why === 'busy' && calls.isUsed(claim)) return { home: 'its worker is busy' };
      claims.end(claim, error.why);
      return 'again';
    }
  }

  /** Takes one snapshot at a time: if several begin together, the second finds that everything has been sent. */
  async function takeSnapshot({ workspace, places, signal }: ContainedRequest, { cwd, roots, gate }: There) {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(snapshotMs)]);
    const taken = taking.then(() => snapshots.take({ roots, gate: gate.for({ cwd, workspace, places }), signal: limited }));
    taking = taken.catch(() => {});
    return taken;
  }

  async function broughtHome(
    result: RunResult,
    snapshot: Snapshot,
    claim: Claim,
    signal: AbortSignal,
  ): Promise<ContainedRun | { readonly home: string } | 'again'> {
    if (!result.ok) {
      if (result.why === 'missing') objects.forget();
      throw new ClaimLost(result.why === 'left' ? 'left' : 'failed', result.detail);
    }
    const why = whyAtHomeAfter(result);
    if (why !== undefined) return { home: why };
    const impossible = result.killed_by === null ? whyImpossible(result.changes, snapshot) : undefined;
    if (impossible !== undefined) throw new ClaimLost('lied', impossible);
    return await asContained(result, snapshot, AbortSignal.any([signal, claim.ended]));
  }

  async function asContained(
    result: Extract<RunResult, { readonly ok: true }>,
    snapshot: Snapshot,
    signal: AbortSignal,
  ): Promise<ContainedRun> {
    const told = result.killed_by === null ? result.changes : [];
    const folder = await newFolder();
    const places = new Map(told.map(({ path }, at) => [path, join(folder, String(at))]));
    try {
      await inParallel(told, filesAtOnce, async ({ path, after }) => {
        const place = places.get(path);
        if (place !== undefined && needsContent(snapshot.known.get(path)?.entry ?? null, after))
          await objects.getFile(after.hash, place, after.size, signal);
      });
      const owner = { uid: process.geteuid?.() ?? 0, gid: process.getegid?.() ?? 0 };
      const changes = hostChanges(told, snapshot, { owner, contentAt: (path) => places.get(path) });
      const moved = await movedSince(changes, snapshot);
      const [first] = moved;
      return {
        ended: {
          ...{ exitCode: result.exit_code, killedBy: result.killed_by, output: result.output, errors: result.errors },
          ...{ truncated: result.truncated, report: '' },
        },
        ...{ changes, moved, attemptedNetwork: result.attempted_network, attemptedSocket: result.attempted_socket },
        ...{ deniedPlaces: result.denied_places, hiddenTempPlaces: result.hidden_temp_places, left: result.left },
        differs: ['network', 'processes', 'mounts', 'sign-ins', 'services', 'devices', 'owners'],
        whyUnknown: first === undefined ? undefined : `${first} was changed by another program while the command ran`,
        unknownAnyway: undefined,
        hardLinks: changes.filter(({ path, after }) => after?.kind === 'file' && snapshot.known.get(path)?.hasOtherNames).length,
        [Symbol.asyncDispose]: () => removeTree(folder),
      };
    } catch (error) {
      await removeTree(folder);
      signal.throwIfAborted();
      throw new ClaimLost('lied', error instanceof Error ? error.message : String(error)); // content that the worker claimed to have stored is missing
    }
  }

  return {
    attach(task_id, tell) {
      const detach = claims.attach(task_id, tell);
      return () => {
        detach();
        for (const name of runs.keys()) if (name.startsWith(`${task_id} `)) runs.delete(name);
      };
    },
    containment,
    async [Symbol.asyncDispose]() {
      clearInterval(beating);
      list[Symbol.dispose]();
      calls[Symbol.dispose]();
    },
  };
}

/** The folders that a command of a task works on, as the command would see them on the host. */
function rootsOf({ cwd, workspace }: Pick<ContainedRequest, 'cwd' | 'workspace'>, home: string): readonly string[] {
  const repository = repositoryPlaces(cwd).filter((root) => !isWithin(root, home));
  const real = realAt(workspace);
  return outermost([cwd, ...repository, ...(real === undefined ? [] : [real])]);
}

const byHostClock = (result: RunResult, here: Span): RunResult =>
  result.ok && result.ran ? { ...result, changes: onHostClock(result.changes, result.ran, here) } : result;

/** Why the command is run again on the host: it needed something that the worker may not see or does not have, and the host may have it. */
function whyAtHomeAfter(result: Extract<RunResult, { readonly ok: true }>): string | undefined {
  const [denied] = result.denied_places;
  if (denied !== undefined) return `${denied} is not sent to workers`;
  if (result.exit_code === 127) return "the worker lacks one of the command's programs";
  if (result.why_unknown !== undefined) return result.why_unknown;
  return ['memory', 'processes', 'disk', 'cancel'].includes(result.killed_by ?? '')
    ? `the worker ended it: ${result.killed_by}`
    : undefined;
}

/** The result of a cancelled command, as the host itself would report it. */
const cancelled: ContainedRun = {
  ended: { exitCode: null, killedBy: 'cancel', output: '', errors: '', truncated: false, report: '' },
  ...{ changes: [], moved: [], attemptedNetwork: false, attemptedSocket: false, deniedPlaces: [], hiddenTempPlaces: [] },
  ...{ differs: [], left: { files: 0, processes: 0 }, whyUnknown: undefined, hardLinks: 0 },
  [Symbol.asyncDispose]: async () => {},
};
