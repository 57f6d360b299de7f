/** A sprint whose processes are killed again and again ends like any other. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openBoardFile } from '../../src/team/board/file.ts';
import { gitOutput } from '../../src/team/git/git.ts';
import { readEntries } from '../../src/team/journal.ts';
import { replayJournal } from '../../src/team/replay/read-journal.ts';
import { isProof } from '../support/sample.ts';
import { scratch } from '../support/scratch.ts';
import { lettersIn } from './written-letters.ts';

const child = fileURLToPath(new URL('../support/children/plays-sprint.ts', import.meta.url));

/** How it ended; undefined if it was killed. */
async function play(root: string, data: string, killedAt: number | undefined): Promise<string | undefined> {
  const running = spawn(process.execPath, [child, root, data, ...(killedAt === undefined ? [] : [String(killedAt)])], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [said, errors, code] = await Promise.all([
    text(running.stdout),
    text(running.stderr),
    new Promise<number | null>((resolve) => running.once('close', resolve)),
  ]);
  if (running.signalCode === 'SIGKILL') return undefined;
  if (code !== 0) throw new Error(errors);
  return said;
}

/** The prompt and the output of each turn are kept, and the result of the sprint is reported. */
function expectTold(root: string): void {
  const entries = readEntries(join(root, '.liza/journal.jsonl'));
  const turns = entries.flatMap((entry) => (entry.kind === 'intent' && entry.what === 'turn' ? [entry.by] : []));
  const agentsIn = (folder: string) => new Set(readdirSync(join(root, '.liza', folder)).map((name) => name.replace(/-\d{4}-.*$/, '')));
  expect(agentsIn('agent-prompts')).toEqual(new Set(turns));
  expect(agentsIn('agent-output')).toEqual(new Set(turns));
  expect(readFileSync(join(root, '.liza/sprint_summary.md'), 'utf8')).toMatch(/# sprint-1[\s\S]*goal: completed[\s\S]*D 0\.50/);
}

/** Whether a turn was told that its submission is admitted. A turn whose process is killed at that moment finds it admitted when it continues. */
const isToldOfSubmission = (root: string): boolean =>
  readdirSync(join(root, '.liza/agent-output'))
    .map((name) => readFileSync(join(root, '.liza/agent-output', name), 'utf8'))
    .some((said) => /^> submit .+\nAdmitted\. Your turn is over/m.test(said));

/** Each process lives for this many changes of the team's files. The first ones only register agents, so with fewer there would be no progress. */
const lives = isProof ? Array.from({ length: 40 }, (_, at) => 31 + at) : [130];

test.each(lives)(
  'with every process killed at its change number %i',
  async (changes) => {
    const root = join(scratch(), 'greetings');
    const data = scratch();
    let kills = 0;
    let said: string | undefined;
    while (said === undefined) {
      said = await play(root, data, changes);
      if (said === undefined) kills += 1;
      expect(kills).toBeLessThan(100);
      if (!existsSync(join(root, '.liza/state.yaml'))) continue;
      await using file = openBoardFile({ root });
      expect(await file.validate()).toEqual([]);
    }
    expect(JSON.parse(said)).toEqual({ end: 'done', surprises: [] });
    expect(kills).toBeGreaterThan(0);
    expect(replayJournal(root)).toMatchObject({ difference: undefined, foreign: 0 });
    const letters = lettersIn(root).map(({ id }) => id);
    expect(new Set(letters).size).toBe(letters.length);
    expectTold(root);
    if (changes > 100) expect(isToldOfSubmission(root)).toBe(true);
    const subjects = (await gitOutput(root, ['log', '--no-merges', '--format=%s', 'integration'])).split('\n').sort();
    expect(subjects).toEqual([
      'Greet people by name',
      'Greet the world without a name',
      'Say goodbye by name, or to the world',
      'What we want',
    ]);
  },
  900_000,
);
