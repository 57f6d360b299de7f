import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { createConnector } from './connector.ts';

/** Each thread has children of its own. */
const childrenOfThis = (): readonly number[] =>
  readdirSync('/proc/self/task').flatMap((id) =>
    readFileSync(`/proc/self/task/${id}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );

test('where its process is killed, all that connect at that moment are told so, and nothing else is thrown', async () => {
  const sleeper = spawn('unshare', ['-U', '-r', '-n', 'sleep', '60'], { stdio: 'ignore' });
  onTestFinished(() => void sleeper.kill('SIGKILL'));
  const pid = sleeper.pid ?? expect.unreachable();
  await expect.poll(() => readlinkSync(`/proc/${pid}/ns/net`)).not.toBe(readlinkSync('/proc/self/ns/net'));
  using connector = createConnector({ outer: pid, inner: pid });
  const before = new Set(childrenOfThis());
  const connect = () => connector.connect({ port: 81, address: '127.0.0.1' });
  await expect(connect()).rejects.toThrow('ENETUNREACH');
  const started = childrenOfThis().filter((id) => !before.has(id));
  expect(started).toHaveLength(1);
  for (const child of started) {
    process.kill(child, 'SIGKILL');
    // This process must not see the child's end before it connects.
    while (/^State:\s+[^Z]/m.test(readFileSync(`/proc/${child}/status`, 'utf8')));
  }
  const ends = await Promise.allSettled(Array.from({ length: 4 }, connect));
  expect(ends.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
  await new Promise(setImmediate);
});
