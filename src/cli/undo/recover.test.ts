import { expect, test } from 'vitest';
import { recoveredLines } from './recover.ts';

const recovered = { task_id: 't1', title: 'shell: make\u001b[2J', outcome: 'finished', left: [], kept: undefined } as const;

test('what was finished can be undone', () => {
  expect(recoveredLines(recovered)).toEqual([
    'artoo: an earlier run stopped while it was changing files (shell: make\ufffd[2J): it has been completed; artoo undo t1 undoes it',
  ]);
});

test('what was undone names what could not be', () => {
  expect(recoveredLines({ ...recovered, outcome: 'taken back', left: ['/p/a\n'], kept: '/data/kept' })).toEqual([
    expect.stringMatching(/: it has been undone$/),
    '  not undone, because it has changed since or cannot be reached: /p/a\ufffd',
    '  the previous content is kept in /data/kept',
  ]);
});
