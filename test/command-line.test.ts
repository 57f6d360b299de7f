/** The built command, as a person or a script starts it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, inject, test } from 'vitest';
import { isSprint, isTrial, stops } from '../src/app/demo/scenarios.ts';
import { readJournal } from '../src/journal/reader.ts';
import { newHome } from './support/command.ts';
import { runArtoo } from './support/run-artoo.ts';
import { isProof, sampled } from './support/sample.ts';
import { scratch } from './support/scratch.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

async function node(args: readonly string[], env: Record<string, string> = {}) {
  const all = { ...process.env, NODE_COMPILE_CACHE: inject('compileCache'), ...env };
  const child = spawn(process.execPath, args, { cwd: root, env: all, stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { out, err, code };
}

const artoo = (args: readonly string[], env?: Record<string, string>) => node([join(root, 'bin/artoo.cjs'), ...args], env);

/** Only a few in `npm test`: the golden tests play the cassettes of all tasks, and sprints have tests of their own. */
const played = sampled(stops, 6, (stop) => (isTrial(stop) ? 'trial' : 'task')).filter((stop) => isProof || !isSprint(stop));

test('the demo plays its scenes on real files, and each ends as scripted', async () => {
  const { out, err, code } = await artoo(['demo', ...(isProof ? [] : played.map(({ name }) => name))]);
  expect({ err, code }).toEqual({ err: '', code: 0 });
  for (const { title, after } of played) expect(out.replaceAll(/\s+/g, ' ')).toMatch(new RegExp(`${title}.*${escaped(after)}`));
  expect(out.trimEnd().split('\n').at(-1)).toBe(`All ${played.length} went as expected.`);
});

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

test('the demo keeps its journals where it is told to, and they can be read', async () => {
  const [data, tmp] = [scratch(), scratch()];
  const { out, code } = await artoo(['demo', 'first-task'], { ARTOO_DATA_DIR: data, TMPDIR: tmp });
  expect([code, readdirSync(tmp)]).toEqual([0, []]);
  const journal = /^journal {2}(.+)$/m.exec(out)?.[1] ?? '';
  expect(dirname(journal)).toBe(join(data, 'tasks'));
  const { entries, torn } = await readJournal(journal);
  expect(torn).toBe(0);
  const changed = [{ path: expect.stringMatching(/\/home\/index\.md$/) }];
  expect(entries.at(-1)).toMatchObject({ type: 'FinalResult', payload: { directive: 'accept', reason: 'met', changed } });
});

test('FORCE_COLOR keeps the colours of what is piped into a pager', async () => {
  const { out } = await artoo(['demo', 'talk'], { FORCE_COLOR: '1' });
  expect(out).toContain('\u001b[');
});

test('a data folder that cannot be written is an error that says what to do', async () => {
  const data = scratch();
  writeFileSync(join(data, 'file'), '');
  const { err, code } = await runArtoo(['demo'], { at: newHome(), env: { ARTOO_DATA_DIR: join(data, 'file') } });
  expect(code).toBe(64);
  expect(err).toContain('ARTOO_DATA_DIR must be a folder');
});

test.each([
  [['--version'], 0, version],
  [['-v'], 0, version],
  [['--help'], 0, 'artoo demo'],
  [['demo', '--help'], 0, 'first-task'],
  [['help', 'demo'], 0, 'first-task'],
  [['memory', 'forget', '--help'], 0, 'artoo memory forget <id>'],
  [['help', 'memory', 'forget'], 0, '--purge'],
  [['completions', 'bash'], 0, 'complete -o bashdefault'],
])('artoo %j exits with %i and prints %s', async (args, code, printed) => {
  const result = await artoo(args);
  expect(result).toMatchObject({ code, err: '' });
  expect(result.out).toContain(printed);
});

test('artoo alone, without a terminal, says why it shows help', async () => {
  const { out, err, code } = await artoo([]);
  expect([code, out.includes('artoo demo')]).toEqual([64, true]);
  expect(err).toContain('the shell needs a terminal');
});

test.each([
  [['resume'], 'artoo log'],
  [['log', 'last'], 'artoo "goal'],
  [['fork', 'last', '--at', '3'], 'artoo "goal'],
  [['bus'], 'artoo bus --help'],
  [['bus', 'init'], 'artoo bus init --help'],
  [['worker'], 'artoo worker --help'],
  [['eval'], 'artoo eval --help'],
  [['try'], 'artoo try --help'],
  [['nonsense', '--nonsense'], '`artoo --help`'],
])('artoo %j can do nothing, and says where to continue: %s', async (args, hint) => {
  const { err, code } = await runArtoo(args, { at: newHome() });
  expect(code).toBe(64);
  expect(err.trimEnd().split('\n').at(-1)).toContain(hint);
});

test('help fits a terminal of 80 columns', async () => {
  const { out } = await artoo(['--help']);
  expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
});

test.each([
  [['dmeo']],
  [['demo', '--fsat']],
  [['demo', 'nothing']],
  [['help', 'dmeo']],
  [['dmeo', '--list']],
  [['--nonsense']],
  [['--verbose\u001b[31m']],
  [['--__proto__']],
])('artoo %j is a usage error that says what there is', async (args) => {
  const { out, err, code } = await runArtoo(args, { at: newHome() });
  expect({ out, code }).toEqual({ out: '', code: 64 });
  expect(err).toMatch(/demo|--help/);
  expect(err).not.toContain('\u001b');
});

test.each([
  ['SIGINT', 130, 'FinalResult'],
  ['SIGTERM', 143, 'intent'],
] as const)('a task that gets %s in the middle ends with %i, and everything it did is on disk', async (signal, code, last) => {
  const data = scratch();
  const env = { ...process.env, ARTOO_DATA_DIR: data };
  const child = spawn(process.execPath, [join(root, 'bin/artoo.cjs'), 'demo', '--slow'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    if (chunk.includes('understands')) child.kill(signal);
  });
  expect(await once(child, 'close')).toEqual([code, null]);
  const [journal = ''] = readdirSync(join(data, 'tasks'));
  const { entries, torn } = await readJournal(join(data, 'tasks', journal));
  const entry = entries.at(-1);
  expect({ torn, last: entry?.kind === 'message' ? entry.type : entry?.kind }).toEqual({ torn: 0, last });
});

/** Makes Node report an older version. */
const old = 'data:text/javascript,Object.defineProperty(process, "versions", { value: { node: "20.1.0" } })';

test('a Node that is too old is told so, whatever was asked, if no newer one is installed', async () => {
  const folder = scratch();
  copyFileSync(join(root, 'bin/artoo.cjs'), join(folder, 'artoo.cjs'));
  const { out, err, code } = await node(['--import', old, join(folder, 'artoo.cjs'), '--version']);
  expect({ out, code }).toEqual({ out: '', code: 69 });
  expect(err).toContain('22.19');
});

describe('a Node that is too old starts the one that is installed beside artoo', () => {
  const installed = (program: string): string => {
    const folder = scratch();
    for (const part of ['bin', 'node_modules/node/bin']) mkdirSync(join(folder, part), { recursive: true });
    copyFileSync(join(root, 'bin/artoo.cjs'), join(folder, 'bin/artoo.cjs'));
    writeFileSync(join(folder, 'node_modules/node/bin/node'), `#!/bin/sh\n${program}\n`, { mode: 0o755 });
    return join(folder, 'bin/artoo.cjs');
  };

  test('with every word of the command line, and ends as that one does', async () => {
    const bin = installed('shift; printf "[%s]" "$@"; exit 7');
    const { out, err, code } = await node(['--import', old, bin, 'a goal', '--json', '']);
    expect({ out, err, code }).toEqual({ out: '[a goal][--json][]', err: '', code: 7 });
  });

  test.each(['SIGTERM', 'SIGHUP', 'SIGINT'] as const)('and passes %s on to it', async (signal) => {
    const bin = installed(`trap 'echo got it; exit 3' ${signal.slice(3)}; echo ready; while :; do read -r line || sleep 0.05; done`);
    const child = spawn(process.execPath, ['--import', old, bin], { stdio: ['ignore', 'pipe', 'ignore'] });
    const said: string[] = [];
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      said.push(chunk);
      if (chunk.includes('ready')) child.kill(signal);
    });
    expect(await once(child, 'close')).toEqual([3, null]);
    expect(said.join('')).toContain('got it');
  });
});

test('the package is found under its own name, and offers what it says', async () => {
  const script =
    "const [a, t] = await Promise.all([import('artoo'), import('artoo/testing')]); console.log(Object.keys(a).sort().join(), Object.keys(t).sort().join())";
  const { out, err } = await node(['--input-type=module', '--eval', script]);
  expect({ out, err }).toEqual({
    out: 'ArtooError,createArtoo,createProviderModel,failed,observeBus,openDrive,readCassette,readJournal,readRule,succeeded scriptedModel\n',
    err: '',
  });
});

test('a word of two letters is a goal, though it is close to a command', async () => {
  const at = newHome('model_timeout: 1s\n'); // so short that there is time for two attempts at most
  const { err } = await runArtoo(['--budget', '5m', '--brain', 'none@http://127.0.0.1:9/v1', 'go'], { at });
  expect(err).not.toContain('looks like a command');
});

test('where there are no tasks, the folder that has none is named', async () => {
  const data = join(scratch(), 'none');
  expect(await runArtoo(['log', 'last', '--data', data], { at: newHome() })).toMatchObject({
    code: 64,
    err: expect.stringContaining(`no tasks yet in ${data}`),
  });
});
