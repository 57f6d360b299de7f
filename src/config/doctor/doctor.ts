/** The doctor: checks that a task has everything it needs. All checks run at once, each within a time limit, and report in a fixed order. */
import { ArtooError, asArtooError } from '../../contracts/errors.ts';
import { findLocalServers, type LocalSearch, type LocalServer } from '../../models/endpoints/local-servers.ts';
import type { Containment } from '../../tools/containment/containment.ts';
import { gitProgram } from '../../tools/look/run-git.ts';
import { type Configured, type ConfigureOptions, configure } from '../configure.ts';
import { namedDataFolder, personalFolder } from '../folders.ts';
import { missing } from '../models/tiers.ts';
import { auditorSubject, checkAuditor } from './auditor-check.ts';
import { type Finding, failed, ok, type Subject, warning } from './finding.ts';
import { checkContainment, checkData, checkGit, checkNode } from './machine-checks.ts';
import { checkMemory, memorySubject } from './memory-check.ts';
import { checkModels } from './model-checks.ts';
import { checkNetwork, networkSubject } from './network-check.ts';
import { checkProject } from './project-check.ts';
import { checkServers } from './server-check.ts';
import { checkSkills } from './skills-check.ts';

export type DoctorOptions = ConfigureOptions & {
  /** Ends the checks; those that are still running are not reported. */
  readonly signal: AbortSignal;
  /** The containment that commands would run in. */
  readonly containment: (data: string) => Promise<Pick<Containment, 'kind' | 'detail' | 'run'> & Partial<Pick<Containment, 'serve'>>>;
  readonly nodeVersion?: string;
  /** Where to look for local servers, and for how long; by default, at their usual addresses. */
  readonly local?: Pick<LocalSearch, 'ports' | 'timeoutMs'>;
  /** Whether models are sent a long prompt, too. */
  readonly isDeep?: boolean;
  /** The commands of the shell, which take precedence over skills of the same name. */
  readonly commands?: readonly string[];
  /** Findings about other parts, which are reported last. */
  readonly also?: readonly Finding[];
};

/** The findings, check by check. Throws `usage` for an error in a flag; any other error is a failed check. */
export async function* examine({
  signal,
  containment,
  nodeVersion = process.versions.node,
  local: search,
  isDeep = false,
  commands = [],
  also = [],
  ...options
}: DoctorOptions): AsyncGenerator<Finding> {
  const settings = await settingsOf(options);
  const data = dataFolderOf(settings, options);
  const chosen = containment(data);
  const local = findLocalServers({ signal, ...search });
  const parts: readonly Promise<readonly Finding[]>[] = [
    Promise.resolve([checkNode(nodeVersion)]),
    inTime(checkData(data), { name: 'data folder', about: 'machine' }),
    inTime(checkGit(gitProgram(), signal), { name: 'git', about: 'machine' }),
    inTime(containmentCheck(chosen), { name: 'containment', about: 'machine' }),
    inTime(networkCheck(chosen, signal), networkSubject),
    inTime(checkMemory(data), memorySubject),
    inTime(checkAuditor(data, settings instanceof ArtooError || settings.audit.value), auditorSubject),
    local.then((servers) => configurationChecks(settings, servers)),
    checkProject({ data, cwd: options.cwd, home: options.home, env: options.env }),
    serverChecks(settings, chosen, options),
    checkSkills({ data, cwd: options.cwd, home: options.home }, commands),
    settings instanceof ArtooError ? Promise.resolve([]) : checkModels(settings, { signal, isDeep }),
    local.then((servers) => [localCheck(servers)]),
    Promise.resolve(also),
  ];
  const stopped = new Promise<undefined>((resolve) => signal.addEventListener('abort', () => resolve(undefined), { once: true }));
  for (const part of parts) {
    const checks = signal.aborted ? undefined : await Promise.race([part, stopped]);
    if (!checks) return;
    yield* checks;
  }
}

/** Empty if no server is configured, or the settings cannot be read. */
async function serverChecks(
  settings: Configured | ArtooError,
  walls: ReturnType<DoctorOptions['containment']>,
  { env, cwd }: ConfigureOptions,
): Promise<readonly Finding[]> {
  if (settings instanceof ArtooError) return [];
  const hasWalls = await walls.then(({ serve }) => serve !== undefined).catch(() => false);
  return checkServers(settings, { env, cwd, hasWalls });
}

/** If containment cannot even be tried, the person is asked about every command. */
const containmentCheck = (chosen: ReturnType<DoctorOptions['containment']>): Promise<Finding> =>
  chosen.then(checkContainment, (error) => checkContainment({ kind: 'none', detail: asArtooError(error, 'containment_failed').message }));

const networkCheck = (chosen: ReturnType<DoctorOptions['containment']>, signal: AbortSignal): Promise<Finding> =>
  chosen.then(
    (found) => checkNetwork(found, signal),
    (error) => checkNetwork({ kind: 'none', run: () => Promise.reject(error) }, signal),
  );

async function settingsOf(options: ConfigureOptions): Promise<Configured | ArtooError> {
  try {
    return await configure(options);
  } catch (thrown) {
    if (thrown instanceof ArtooError && thrown.code === 'config_invalid') return thrown;
    throw thrown;
  }
}

/** If the settings cannot be read, taken from flags and variables alone. */
function dataFolderOf(settings: Configured | ArtooError, { flags, env, ...surroundings }: ConfigureOptions): string {
  if (!(settings instanceof ArtooError)) return settings.data.value;
  const text = namedDataFolder(typeof flags.data === 'string' ? flags.data : undefined, env);
  const folder = personalFolder(text, surroundings);
  return folder.ok ? folder.value : text;
}

const maxMs = 6_000;

async function inTime(check: Promise<Finding>, subject: Subject): Promise<readonly Finding[]> {
  const late = Promise.withResolvers<Finding>();
  const finding = failed(
    subject,
    `no answer within ${maxMs / 1000} s`,
    'Something on this machine is hanging: a disk, or a network folder.',
  );
  const timer = setTimeout(() => late.resolve(finding), maxMs);
  try {
    return [await Promise.race([check, late.promise])];
  } finally {
    clearTimeout(timer);
  }
}

const configuration = { name: 'configuration', about: 'machine' } as const;
const model = { name: 'model', about: 'model' } as const;

function configurationChecks(settings: Configured | ArtooError, servers: readonly LocalServer[]): readonly Finding[] {
  if (settings instanceof ArtooError) return [failed(configuration, settings.message, settings.hint)];
  const { brain, tool, endpoints, notes } = settings;
  const chosen = Object.entries({ brain, tool }).flatMap(([tier, endpoint]) =>
    endpoint ? [`${tier} ${endpoint.model.value ?? `whatever ${endpoint.base_url.value} offers`} (${endpoint.model.from})`] : [],
  );
  return [
    ok(configuration, chosen.join(', ') || 'is valid'),
    ...notes.map((note) => warning(configuration, note)),
    ...missing(settings).map((sentence) =>
      failed(model, sentence, endpoints ? '`artoo config` says where every value comes from.' : wayForward(servers)),
    ),
  ];
}

/** The quickest way to a working model on this machine. */
function wayForward(servers: readonly LocalServer[]): string {
  const [server] = servers.filter(({ models }) => models.length > 0);
  return server
    ? `${server.provider} is up: \`artoo setup\` tries and saves it; or use it once: artoo --model ${server.provider}:${server.models[0]} "…"`
    : '`artoo setup` takes a key or an address. Or set OPENAI_API_KEY, ANTHROPIC_API_KEY or GEMINI_API_KEY, or start Ollama. `artoo demo` needs no model.';
}

const localServers = { name: 'local servers', about: 'machine' } as const;

function localCheck(servers: readonly LocalServer[]): Finding {
  const found = servers.map(({ provider, base_url, models }) => `${provider} at ${base_url} with ${counted(models)}`);
  return ok(localServers, found.join('; ') || 'none found');
}

const counted = (models: readonly string[]): string =>
  models.length === 0 ? 'no models' : `${models.slice(0, 5).join(', ')}${models.length > 5 ? ` and ${models.length - 5} more` : ''}`;
