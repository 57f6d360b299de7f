/**
 * Shell scripts that edit a board while a supervisor works on it, each in its own way: with flock, with another order of keys, with times from
 * `date`.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { needsFlock } from '../../src/team/board/flock.ts';
import { judgeBoardFile } from '../../src/team/board/judge-file.ts';
import { readText } from '../../src/team/board/text/read-text.ts';
import { replayJournal } from '../../src/team/replay/read-journal.ts';
import { isProof } from '../support/sample.ts';
import { approving, plainTask, repository, statuses, teamOf, work, writing } from './played-team.ts';

const child = fileURLToPath(new URL('../support/children/edits-board.ts', import.meta.url));
const run = promisify(execFile);
const edits = isProof ? 40 : 8;

const script = (root: string) =>
  run('bash', [
    '-c',
    `for i in $(seq ${edits}); do flock -x "$1/.liza/state.yaml.lock" "$2" "$3" "$1/.liza/state.yaml" "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$i" || exit 1; done`,
    ...['script', root, process.execPath, child],
  ]);

test.skipIf(!needsFlock())(
  'what shell scripts write while a supervisor works is kept, and what it writes stays valid',
  async () => {
    const root = await repository([plainTask('t1'), plainTask('t2', 2)]);
    const team = teamOf(root, {
      async coder(turn, say, of) {
        const notes = async () => (await of.file.read()).human_notes?.length ?? 0;
        await expect.poll(notes, { timeout: 100_000 }).toBeGreaterThan(edits / 2); // both write meanwhile
        await writing(() => `${turn.task}\n`)(turn, say, of);
      },
      code_reviewer: approving,
    });
    const [end] = await Promise.all([work(team, ['coder', 'coder', 'code_reviewer'], 110_000), script(root)]);
    expect(end).toBe('done');
    expect(await statuses(team)).toEqual({ t1: 'MERGED', t2: 'MERGED', s1: 'MERGED' });
    const board = await team.file.read();
    const expected = Array.from({ length: edits }, (_, at) => `note ${at + 1}`);
    expect(board.human_notes?.map(({ message }) => message)).toEqual(expected);
    expect(board.anomalies?.map(({ details }) => details?.why)).toEqual(expected.map((note) => note.replace('note', 'reason')));
    expect(judgeBoardFile({ file: join(root, '.liza/state.yaml'), root, env: {}, now: new Date() })).toEqual([]);
    const log = readText(readFileSync(join(root, '.liza/log.yaml'), 'utf8')) as readonly { readonly action: string }[];
    expect(log.filter(({ action }) => action === 'merged')).toHaveLength(3);
    expect(replayJournal(root)).toMatchObject({ difference: undefined, applied: 0 });
  },
  isProof ? 300_000 : 120_000,
);
