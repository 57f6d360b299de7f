/** The background runs of the shell's tasks, in words. */
import type { InBackground } from '../../../app/drive/drive.ts';
import { clip } from '../../../contracts/text/shorten.ts';
import { visible } from '../../../contracts/text/visible.ts';
import { type Line, line } from '../../../view/style/line.ts';

/** "bg-1: npm run dev runs (port 5173, only for tasks of this shell), kept until you leave" */
export const keptJobLine = (job: InBackground): string => `${job.id}: ${runs(job)}${job.isKept ? ', kept until you leave' : ''}`;

/** Shown at the end of a task: what it left running, and what can be done about it. */
export const leftLines = (jobs: readonly InBackground[]): readonly Line[] =>
  jobs
    .filter(({ isKept }) => !isKept)
    .map((job) =>
      line(visible(`${runs(job)} in the background until the next task begins; /keep keeps it, /jobs stop ${job.id} ends it`), 'fair'),
    );

function runs({ command, ports }: InBackground): string {
  const at = ports.length === 0 ? '' : ` (port${ports.length === 1 ? '' : 's'} ${ports.join(', ')}, only for tasks of this shell)`;
  return `${clip(command.replace(/\s+/g, ' ').trim(), maxLength)} runs${at}`;
}

const maxLength = 80;
