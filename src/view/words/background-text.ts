/** What became of a command in the background, as a person would say it. Pure. */
import type { BackgroundEnd } from '../../contracts/background-end.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import { sizeText } from '../../contracts/text/size-text.ts';
import { lasting } from '../spans.ts';

/** "bg-1 (npm run dev) was stopped at the end of the task, after 12 s; it sent 1.2 kB to a.example" */
export function backgroundText({ id, command, ended, ms, reached }: BackgroundEnd): string {
  const sent = reached.filter((host) => host.sent > 0).map((host) => `${sizeText(host.sent)} to ${host.host}`);
  const state = ended === undefined ? 'still running' : `${ended}, after ${lasting(ms)}`;
  return `${id} (${oneLine(command, 120)}) ${state}${sent.length === 0 ? '' : `; it sent ${sent.join(', ')}`}`;
}
