/**
 * All that a change has to pass: the build, then the tests and, beside them, what only reads the sources. If one of those fails, the tests are
 * stopped and its output comes last.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { inMemory } from './in-memory.ts';

const readers = ['lint', 'types', 'unused'];

const { status: built } = spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
if (built !== 0) process.exit(built ?? 1);

/** Tens of thousands of files and folders are made and removed, which on a disk takes a fifth of the processor time of all tests. */
const needed = [fileURLToPath(new URL('..', import.meta.url)), ...(process.env.PATH ?? '').split(':')];
const [file = '', ...args] = inMemory(['vitest', 'run'], needed);
const tests = spawn(file, args, { stdio: 'inherit', detached: true }); // a process group of its own, so that its workers can be stopped with it
const tested = once(tests, 'exit').then(([code]) => Number(code ?? 1));
const stop = () => tests.pid !== undefined && tests.exitCode === null && tests.signalCode === null && process.kill(-tests.pid, 'SIGINT');
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);

for (const name of readers) {
  const reader = spawn('npm', ['run', '--silent', name], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err, [code]] = await Promise.all([text(reader.stdout), text(reader.stderr), once(reader, 'close')]);
  if (code === 0) continue;
  stop();
  await tested;
  console.error(`${out}${err}\nnpm run ${name} failed; the tests were stopped.`);
  process.exit(1);
}
process.exit(await tested);
