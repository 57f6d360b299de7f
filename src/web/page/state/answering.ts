/** What happened to an answer, in words. Pure. */
import type { Answered } from '../../../app/drive/drive.ts';

export const settled = {
  taken: '',
  late: 'It has been answered in another client, or its task is over.',
  changed: 'What it would do has changed since you read it. Read it again.',
  stopped: 'Its task is not running here. Resume it, and the question is open again.',
  unknown: 'There is no such question any more.',
} as const satisfies Record<Answered, string>;
