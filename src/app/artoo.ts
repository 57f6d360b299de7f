/** artoo as a library: runs tasks with the model, tools and answers that a program brings, and with what the person has configured. */
import { resolve } from 'node:path';
import type { Configured } from '../config/configure.ts';
import { folderConfiguration } from '../config/folder-configuration.ts';
import { homeIn, namedDataFolder, personalFolder } from '../config/folders.ts';
import { type Settings, settingsFrom, type TaskOptions, withOptions } from '../config/settings.ts';
import { ArtooError } from '../contracts/errors.ts';
import { there } from '../contracts/late.ts';
import type { Answers } from '../engine/person.ts';
import { type BusAddress, type BusFiles, busAddress } from '../laws/network/bus-address.ts';
import type { RuleSet } from '../laws/rules/rules.ts';
import type { TaskMemory } from '../roles/r5-memory/task-memory.ts';
import type { ArtooParts } from './artoo-parts.ts';
import { checkCall, folder, folderOrNothing, oneModel, secretList } from './check-options.ts';
import { passed } from './checks.ts';
import type { Drive } from './drive/drive.ts';
import { openDrive as driveOf } from './drive/in-process.ts';
import { openArtoo } from './open-artoo.ts';
import type { Artoo } from './tasks.ts';
import type { AssembleOptions } from './wiring/assemble-tools.ts';
import { lateRoleModels } from './wiring/role-models.ts';
import type { Site } from './wiring/rooms.ts';
import type { Wiring } from './wiring/wire.ts';
import * as work from './wiring/work.ts';

/** Options that are left out come from the configuration of the task's folder: variables, the project's file and the person's own, as for the command. */
export type ArtooOptions = TaskOptions &
  Partial<Pick<Wiring, 'model' | 'env' | 'recorder' | 'onText'>> &
  Pick<AssembleOptions, 'tools' | 'secrets'> &
  Partial<Pick<ArtooParts, 'clock' | 'observers' | 'onNotice' | 'onRulesDue'>> & {
    /** Where tasks work and relative paths start, unless `run` says otherwise; the current folder by default. */
    readonly cwd?: string;
    /** `allow` and `ask` replace what is configured; `deny` adds to it. */
    readonly rules?: Partial<RuleSet>;
    /** Answers questions; by default none are answered, and what needs approval is refused. */
    readonly answers?: Answers;
    /** Whether tasks read and write memory, or a memory to use in place of the one in the data folder. */
    readonly memory?: boolean | TaskMemory;
    /** The NATS server that several machines share: its address, or a map of the address and the files needed to sign in. */
    readonly bus?: string | (BusFiles & { readonly url: string });
    /** Where journals, memory and configuration are kept. */
    readonly data?: string;
  };

/** Throws `usage` for an unknown option or an impossible value. Nothing is read before a task starts; bad configuration rejects the result of the task. */
export function createArtoo(options: ArtooOptions = {}): Artoo {
  checkCall.createArtoo(options);
  const { answers = {}, onText } = options;
  const cwd = options.cwd && resolve(options.cwd);
  const secrets = secretsOf(options);
  const artoo = openArtoo({ ...partsFrom(options, answers.review !== undefined), answers, ...(onText && { onText }) });
  return {
    ...artoo,
    run(goal, wanted = {}) {
      checkCall.run(goal, wanted);
      const here = cwd && wanted.cwd === undefined ? { ...wanted, cwd: passed(cwd, folder, 'run: cwd') } : wanted; // the folder may no longer exist
      secrets();
      return artoo.run(goal, here);
    },
    resume(task_id) {
      checkCall.resume(task_id);
      return artoo.resume(task_id);
    },
    async fork(task_id, wanted) {
      checkCall.fork(task_id, wanted);
      return artoo.fork(task_id, wanted);
    },
    async continueTask(task_id, signal) {
      checkCall.resume(task_id);
      return artoo.continueTask(task_id, signal);
    },
    async audit(task_id) {
      checkCall.resume(task_id);
      return artoo.audit(task_id);
    },
    async makeRules(making) {
      checkCall.makeRules(making);
      return artoo.makeRules(making);
    },
  };
}

/** A drive for your own clients: they start tasks, watch them and answer questions. Throws `usage` as `createArtoo` does. */
export function openDrive(options: DriveOptions = {}): Drive {
  checkCall.createArtoo(options);
  return driveOf(partsFrom(options, true));
}

/** The clients of a drive give the answers, and each says where its tasks work. */
export type DriveOptions = Omit<ArtooOptions, 'answers' | 'onText' | 'cwd'>;

/** `canReview`: whether a plan can be shown to a person. */
function partsFrom(options: ArtooOptions, canReview: boolean): Omit<ArtooParts, 'answers'> {
  const { env = process.env, memory, tools, recorder, clock, observers, onNotice = () => {}, onRulesDue } = options;
  const data = folderAt(namedDataFolder(options.data, env), env);
  const workspace = options.workspace ? passed(folderAt(options.workspace, env), folderOrNothing, 'createArtoo: workspace') : undefined;
  const given = options.model;
  const model: Wiring['model'] | undefined =
    typeof given === 'function' ? (role) => passed(given(role), oneModel, `the model for ${role}`) : given;
  const secrets = secretsOf(options);
  const siteOf = folderConfiguration(env, data, (configured): Site => {
    const late = lateRoleModels(configured);
    return {
      settings: chosen(settingsFrom(configured), { ...options, workspace }, canReview),
      model: model ?? late.model,
      secrets: () => [...secrets(), ...late.secrets()],
      ...(!model && { unpriced: late.unpriced }),
      capsMoney: options.caps?.usd === undefined ? isCapped(configured) : options.caps.usd !== null,
    };
  });
  return {
    ...{ data, siteOf, env, tools, clock, observers, recorder, onNotice, onRulesDue },
    work: there(work),
    memory: typeof memory === 'object' ? memory : undefined,
  };
}

const isCapped = ({ max_cost, ownMaxCost }: Configured): boolean => max_cost.value !== null && ownMaxCost !== undefined;

const secretsOf = (options: ArtooOptions) => () => (options.secrets ? passed(options.secrets(), secretList, 'secrets()') : []);

/** Options override the configuration, but what the person forbids stays forbidden, and plans are reviewed only if the program answers reviews. */
function chosen({ data, task, rules, servers, bus }: Settings, options: ArtooOptions, canReview: boolean): Settings {
  const { memory, rules: given = {} } = options;
  const configured = { ...task, review: task.review && canReview };
  return {
    data,
    task: { ...withOptions(configured, options), memory: memory === undefined ? task.memory : memory !== false },
    rules: { allow: given.allow ?? rules.allow, ask: given.ask ?? rules.ask, deny: [...rules.deny, ...(given.deny ?? [])] },
    ...(servers && { servers }),
    bus: busGiven(options.bus) ?? bus,
  };
}

/** An address as text, or with the files needed to sign in. Throws `usage`. */
function busGiven(bus: ArtooOptions['bus']): BusAddress | undefined {
  if (bus === undefined) return undefined;
  const { url, ...files } = typeof bus === 'string' ? { url: bus } : bus;
  return busAddress(url, files);
}

function folderAt(path: string, env: NonNullable<ArtooOptions['env']>): string {
  const read = personalFolder(path, { cwd: process.cwd(), home: homeIn(env) });
  if (read.ok) return read.value;
  throw new ArtooError('usage', `the folder ${path} ${read.error}`);
}
