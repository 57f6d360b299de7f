/**
 * `npm run bench`: everything, or the benchmarks that are named, one after another, each in a process of its own. What they report is kept, and the
 * tables are updated.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { writeTables } from './tables.ts';

const all = [
  'messages',
  'control',
  'many-tasks',
  'six-calls',
  'start',
  'resume',
  'log',
  'drive',
  'inspect-command',
  'facts',
  'redact',
  'containment',
  'network',
  'look',
  'mcp',
  'live-region',
  'page',
  'audit',
  'telemetry',
  'board',
  'memory',
  'audit-drift',
  'team-steering',
  'snapshot',
  'workers',
  'cluster',
  'takeover',
  'cluster-memory',
];
const named = process.argv.slice(2);
const unknown = named.filter((name) => !all.includes(name));
if (unknown.length > 0) throw new Error(`there is no benchmark ${unknown.join(', ')}, only ${all.join(', ')}`);

const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim();
const isChanged = git('status', '--porcelain', '--', '../src', '.', ':!figures.json', ':!README.md') !== '';
const env = {
  ...process.env,
  ARTOO_BENCH_COMMIT: `${git('rev-parse', '--short=7', 'HEAD')}${isChanged ? ' and changes' : ''}`,
  ARTOO_BENCH_DATE: new Date().toISOString().slice(0, 10),
};

for (const name of named.length > 0 ? named : all) {
  console.log(name);
  const file = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  const { status } = spawnSync(process.execPath, ['--expose-gc', file], { stdio: 'inherit', env: { ...env, ARTOO_BENCH: name } });
  if (status !== 0) process.exitCode = 1;
}
writeTables();
