/** `npm run bench`: everything, one after the other, each in a process of its own. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

for (const name of [
  'messages',
  'control',
  'many-tasks',
  'six-calls',
  'start',
  'resume',
  'log',
  'inspect-command',
  'facts',
  'containment',
  'look',
  'memory',
]) {
  const { status } = spawnSync(process.execPath, ['--expose-gc', fileURLToPath(new URL(`${name}.ts`, import.meta.url))], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
