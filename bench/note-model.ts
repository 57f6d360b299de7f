/** Answers the five model calls of a small task at once: the task reads a note and reports what it says. */
import { createCassette } from '../src/effects/cassette.ts';

/** The file that the task reads. */
export const note = { name: 'note.md', text: '# Note\n' } as const;

const criterion = {
  criterion: 'the answer says Note',
  mode: 'verifiable',
  weight: 1,
  check: { kind: 'output_contains', text: 'Note' },
};
export const noteModel = createCassette([
  { role: 'R1', repeat: true, answer: { slug: 'read_note', intent: 'Read the note.' } },
  {
    role: 'R2',
    repeat: true,
    answer: {
      task_criteria: [criterion],
      subtasks: [{ intent: 'Read note.md', success_criteria: [criterion], tools: ['read_file'], sequence: 1 }],
    },
  },
  { key: '1.1.1/R3/1.0', repeat: true, calls: [{ tool: 'read_file', input: { path: 'note.md' } }] },
  { key: '1.1.1/R3/2.0', repeat: true, answer: 'It says: Note.' },
  {
    role: 'R4a',
    repeat: true,
    answer: { verdicts: [0, 1].map((at) => ({ criterion: at, verdict: 'pass', failure_class: null, evidence: ['# Note'] })) },
  },
]);
