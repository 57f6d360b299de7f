/** Whether complete lines of a journal end with the end of their task. Pure. */
import { headOf } from '../../journal/line.ts';

/** How much of a line must be read to recognise its kind. */
export const headBytes = 512;

export function endsTask(lines: Buffer): boolean {
  const last = lines.subarray(0, -1).lastIndexOf('\n') + 1;
  return headOf(lines.toString('utf8', last, last + headBytes))?.type === 'FinalResult';
}
