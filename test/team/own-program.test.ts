import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { version } from '../../src/config/version.ts';
import { newHome, startArtoo } from '../support/command.ts';
import { repositoryWithTeam } from './team-repository.ts';

test('a program of the person’s own finds the built artoo, with which it sends letters', async () => {
  const cwd = await repositoryWithTeam();
  const [program, seen] = [join(cwd, '../program'), join(cwd, '.liza/seen')];
  writeFileSync(program, `#!/bin/sh\n"$ARTOO" --version > ${seen}.new && mv ${seen}.new ${seen}\n`);
  chmodSync(program, 0o755);
  const at = { ...newHome(`runners:\n  mine:\n    command: [${program}, "{task}"]\n`), cwd };
  const running = startArtoo(['team', 'run', '--unfenced', '--planner', 'mine', '--model', 'none@http://127.0.0.1:9/v1'], { at });
  await expect.poll(() => existsSync(seen)).toBe(true);
  running.process.kill('SIGINT');
  await running.ended;
  expect(readFileSync(seen, 'utf8')).toContain(version);
}, 60_000);
