/** Every command that a text of the program names works when it is pasted in a place where everything that it refers to exists. */
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contextCheck } from '../src/config/doctor/endpoint-checks.ts';
import { hintFor } from '../src/contracts/errors.ts';
import { shortId } from '../src/contracts/text/short-ids.ts';
import { advisedCommands } from './support/advised.ts';
import { type Home, newHome } from './support/command.ts';
import { startGreeting } from './support/greeting.ts';
import { badServer } from './support/mcp.ts';
import { preparedHomes } from './support/prepared-homes.ts';
import { runArtoo } from './support/run-artoo.ts';
import { sampled } from './support/sample.ts';
import { scratch } from './support/scratch.ts';
import { repositoryWithTask, teamRepository } from './team/team-repository.ts';

/** What fills its placeholders. */
type Facts = { readonly done: string; readonly remembered: string; readonly stopped: string; readonly server: string };
type Paste = {
  readonly args: (facts: Facts) => readonly string[];
  readonly in?: 'project' | 'team' | 'repository';
  readonly code?: number;
  /** Preparations, so that the command has something to work on. */
  readonly after?: readonly string[];
  readonly input?: string;
};

const words = (text: string): readonly string[] => text.split(' ');
const here = (text: string, code = 0): Paste => ({ args: () => words(text), code });
const inTeam = (args: readonly string[], after?: string): Paste => ({
  args: () => args,
  in: 'team',
  ...(after && { after: words(after) }),
});
/** Only its help is run: the command would wait for a person, a browser, agents or a bus. */
const waiting = (...args: readonly string[]): Paste => ({ args: () => [...args, '--help'] });

const tag = ['intent:write_greeting', 'tool:write_file'];

/** Keyed by the name that `advisedCommands` gives to a command. */
const pastes: Readonly<Record<string, Paste>> = {
  '"…"': { args: () => ['write a greeting'] },
  '--help': here('--help'),
  '--bus <> "…"': waiting('--bus', 'nats://127.0.0.1:1', 'write a greeting'),
  '--json "…"': { args: () => ['--json', 'write a greeting'] },
  '--model': { args: ({ server }) => ['--model', `good-model@${server}`, 'write a greeting'] },
  '--model <>': { args: ({ server }) => ['--model', `good-model@${server}`, 'write a greeting'] },
  '-c "…"': { args: ({ done }) => ['-c', done === '' ? '' : 'write a greeting'] },
  acp: waiting('acp'),
  audit: here('audit'),
  'audit --verbose': here('audit --verbose'),
  'audit show <>': { args: ({ done }) => ['audit', 'show', `${done}-a1-1`], code: 64 }, // advice.test.ts pastes the commands that a report names
  bus: here('bus', 64), // none is named
  'bus --help': here('bus --help'),
  'bus init': here('bus init', 64),
  'bus init --permissions': here('bus init --permissions', 64),
  'bus status': here('bus status', 64),
  'doctor --bus': here('doctor --bus', 64), // which one is not said
  'gc --bus': here('gc --bus', 64),
  'bus share': waiting('bus', 'share'),
  'completions bash': here('completions bash'),
  'completions fish': here('completions fish'),
  'completions zsh': here('completions zsh'),
  config: here('config'),
  cost: here('cost'),
  demo: waiting('demo'),
  'demo --list': here('demo --list'),
  doctor: here('doctor'),
  eval: waiting('eval', 'mine.yaml'),
  'eval <>': waiting('eval', 'mine.yaml'),
  'eval <> --check': waiting('eval', 'mine.yaml', '--check'),
  'eval my-suite.yaml --check': waiting('eval', 'mine.yaml', '--check'),
  fork: { args: ({ done }) => ['fork', done, '--at', '2'] },
  'fork <> --at <> --cwd <>': { args: ({ done }) => ['fork', done, '--at', '2', '--cwd', '.'] },
  'fork <> --at <>': { args: ({ done }) => ['fork', done, '--at', '2'] },
  gc: here('gc'),
  'gc --bus --remove-after': here('gc --bus nats://127.0.0.1:1 --remove-after 90d', 69), // nothing listens there
  'gc --remove-after <>': here('gc --remove-after 30d'),
  jobs: here('jobs'),
  log: here('log'),
  'log --state resumable': here('log --state resumable'),
  'log --state tried': here('log --state tried'),
  'log --state unfinished': here('log --state unfinished'),
  'log <>': { args: ({ done }) => ['log', done] },
  mcp: here('mcp'),
  'mcp add': waiting('mcp', 'add'),
  'mcp add --help': here('mcp add --help'),
  'mcp add <> -- <>': here('mcp add other -- other-server --dir /tmp'),
  'mcp add <> --from <>': here('mcp add theirs --from .mcp.json'),
  'mcp list': here('mcp list'),
  'mcp login <>': here('mcp login notes', 64), // it is a program: only servers at an address have a sign-in
  'mcp remove <>': here('mcp remove notes'),
  'mcp test <>': here('mcp test notes'),
  memory: here('memory'),
  'memory dream': here('memory dream'),
  'memory export': here('memory export'),
  'memory forget <>': { args: ({ remembered }) => ['memory', 'forget', remembered] },
  'memory forget <> --purge': { args: ({ remembered }) => ['memory', 'forget', remembered, '--purge'] },
  'memory forget <> <>': { args: () => ['memory', 'forget', ...tag] },
  'memory import -': { ...here('memory import -'), input: '{"artoo_memory":1}\n' },
  'memory import <>': here('memory import kept.jsonl'),
  'memory remember "…"': { args: () => ['memory', 'remember', 'We use tabs.'] },
  'memory repair': here('memory repair'),
  'memory show <>': { args: () => ['memory', 'show', ...tag] },
  'memory why last': here('memory why last'),
  replay: here('replay last'),
  'replay last': here('replay last'),
  resume: here('resume'),
  'resume --drop': { args: ({ stopped }) => ['resume', '--drop', stopped] },
  'resume --drop <>': { args: ({ stopped }) => ['resume', '--drop', stopped] },
  'resume <>': { args: ({ stopped }) => ['resume', stopped] },
  serve: waiting('serve'),
  setup: waiting('setup'),
  team: inTeam(['team']),
  'team abort': inTeam(['team', 'abort', '--yes']),
  'team demo': waiting('team', 'demo'),
  'team demo --keep greetings': waiting('team', 'demo', '--keep', 'greetings'),
  'team init': { args: () => ['team', 'init', 'Greet people'], in: 'repository' },
  'team init "…"': { args: () => ['team', 'init', 'Greet people'], in: 'repository' },
  'team init "…" specs/vision.md': { args: () => ['team', 'init', 'Greet people', 'specs/vision.md'], in: 'repository' },
  'team plan': waiting('team', 'plan'),
  'team plan "…"': waiting('team', 'plan', 'a farewell'),
  'team plan --yes': inTeam(['team', 'plan', '--yes'], 'team task add t2 later --draft --done x'),
  'team report': inTeam(['team', 'report']),
  'team restore': inTeam(['team', 'restore']),
  'team resume': inTeam(['team', 'resume'], 'team pause'),
  'team resume --decision <> --because "…"': inTeam(
    ['team', 'resume', '--decision', 'CONTINUE', '--because', 'looks good'],
    'team checkpoint',
  ),
  'team resume --decision CONTINUE --because "…"': inTeam(
    ['team', 'resume', '--decision', 'CONTINUE', '--because', 'looks good'],
    'team checkpoint',
  ),
  'team run': waiting('team', 'run'),
  'team run --coder <>': waiting('team', 'run', '--coder', 'artoo'),
  'team status': inTeam(['team', 'status']),
  'team status --json': inTeam(['team', 'status', '--json']),
  'team task': inTeam(['team', 'task', 'show', 't1']),
  'team task <>': inTeam(['team', 'task', 'show', 't1']),
  'team task <> <>': inTeam(['team', 'task', 'show', 't1']),
  'team task show <>': inTeam(['team', 'task', 'show', 't1']),
  'team task unblock <> "…"': inTeam(['team', 'task', 'unblock', 't1', 'the server is up'], 'team task block t1 cannot'),
  'team validate': inTeam(['team', 'validate']),
  trust: here('trust', 64), // there is no terminal to ask at
  'trust revoke': { ...here('trust revoke'), after: words('trust --yes') },
  'trust --yes': here('trust --yes'),
  try: { args: () => ['try', '--auto', '--', 'ls -l'] },
  'try -- "…"': { args: () => ['try', '--auto', '--', 'date > today.txt'] },
  'try -- <>': { args: () => ['try', '--auto', '--', 'ls -l'] },
  undo: here('undo --yes'),
  'undo --list': here('undo --list'),
  'worker --bus': waiting('worker', '--bus', 'nats://127.0.0.1:1'),
  'undo <>': { args: ({ done }) => ['undo', '--yes', done] },
};

test('every command that a text names is pasted, and nothing else', async () => {
  const howTo = 'a text names a command that is not pasted yet: add to `pastes` how that is done';
  expect(Object.keys(pastes).sort(), howTo).toEqual([...(await advisedCommands()).keys()].sort());
});

const home = preparedHomes();
const facts: { -readonly [K in keyof Facts]: Facts[K] } = { done: '', remembered: '', stopped: '', server: '' };

/**
 * A project with a finished and a stopped task, a memory, an MCP server and one of another agent; beside it, a repository with a team and one
 * without.
 */
async function prepare(at: Home): Promise<void> {
  const { command, args } = badServer('plain');
  writeFileSync(join(at.cwd, '.mcp.json'), JSON.stringify({ mcpServers: { theirs: { command, args } } }));
  writeFileSync(join(at.data, 'config.yaml'), `mcp:\n  servers:\n    notes: ${JSON.stringify({ command, args, contained: false })}\n`);
  const run = (...words: readonly string[]) => runArtoo([...words, '--brain', `good-model@${facts.server}`], { at });
  const ran = await run('write a greeting');
  expect(ran, ran.err).toMatchObject({ code: 0 });
  expect(await runArtoo(['--brain', 'm@http://127.0.0.1:1', 'write a greeting'], { at })).toMatchObject({ code: 69 });
  const [done = '', stopped = ''] = readdirSync(join(at.data, 'tasks')).map((file) => shortId(file.replace(/\.jsonl.*$/, '')));
  const kept = await runArtoo(['memory', 'export'], { at });
  const [, remembered = ''] = /"id":"([^"]+-m\d+)"/.exec(kept.out) ?? [];
  Object.assign(facts, { done, stopped, remembered });
  writeFileSync(join(at.cwd, 'kept.jsonl'), kept.out);
  for (const [name, made] of [
    ['team', repositoryWithTask()],
    ['repository', teamRepository()],
  ] as const)
    cpSync(made, join(at.home, name), { recursive: true });
}

const pasted = sampled(Object.entries(pastes), 9);

test.each(pasted)('artoo %s', { timeout: 120_000 }, async (_, paste) => {
  await using server = await startGreeting(({ tools }) =>
    tools.some(({ name }) => name === 'ping') ? { calls: [{ tool: 'ping', input: {} }] } : undefined,
  );
  facts.server = server.url;
  const at = await home('advised', prepare);
  const cwd = { project: at.cwd, team: join(at.home, 'team'), repository: join(at.home, 'repository') }[paste.in ?? 'project'];
  const options = { at: { ...at, cwd }, input: paste.input ?? '', env: { BRAIN_MODEL: 'good-model', BRAIN_BASE_URL: server.url } };
  if (paste.after) expect(await runArtoo(paste.after, options)).toMatchObject({ code: 0 });
  const done = await runArtoo(paste.args(facts), options);
  expect(done, `${done.out}${done.err}`).toMatchObject({ code: paste.code ?? 0 });
});

/** The line of a shell in a hint: what follows its last colon. */
const lineIn = (hint: string): string => /: ([^:]+?)\.?$/.exec(hint)?.[1] ?? '';
const inShell = (line: string, cwd: string, env: Readonly<Record<string, string>> = {}): string =>
  execFileSync('bash', ['-ec', line], { cwd, encoding: 'utf8', env: { ...process.env, ...gitAuthor, ...env } });
const gitAuthor = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b' };

test('a board that cannot be restored is put aside, and a new team starts', async () => {
  const at = { ...newHome(), cwd: repositoryWithTask() };
  const [, move = ''] = /Or start over: (mv \S+ \S+), then artoo team init "goal"/.exec(hintFor('board_unrestorable')) ?? [];
  inShell(move, at.cwd);
  expect(await runArtoo(['team', 'init', 'Greet people'], { at })).toMatchObject({ code: 0 });
});

test('Ollama is started with the context that is advised', () => {
  const folder = scratch();
  writeFileSync(join(folder, 'ollama'), '#!/bin/sh\necho "$1 with $OLLAMA_CONTEXT_LENGTH"\n', { mode: 0o755 });
  const endpoint = {
    protocol: 'openai',
    base_url: 'http://127.0.0.1:11434/v1',
    model: 'm',
    max_output_tokens: 1,
    timeout_ms: 1,
    api_key: undefined,
  } as const;
  const { hint = '' } = contextCheck(
    { endpoint, by: [], callsTools: true, provider: 'ollama' },
    { ok: true, read: 'cut', ms: 1, tokens: 4_096 },
  );
  expect(inShell(lineIn(hint), folder, { PATH: `${folder}:${process.env.PATH}` })).toBe('serve with 65536\n');
});
