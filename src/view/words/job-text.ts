/** What runs in the background, as a person would say it. Pure. */
import { shortId } from '../../contracts/text/short-ids.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import { sizeText } from '../../contracts/text/size-text.ts';
import type { Job } from '../../tools/background/job-files.ts';
import { lasting } from '../spans.ts';

/** "bg-1: npm run dev, for 12 s, port 5173 for commands of task 3f2a91bc, kept until its shell exits" */
export function jobText({ command, since, ports, task_id, is_kept, ended, reached }: Job, name: string, now: number): string {
  const line = `${name}: ${oneLine(command, 120)}`;
  const sent = reached.length === 0 ? [] : [`sent ${reached.map((host) => `${sizeText(host.sent)} to ${host.host}`).join(', ')}`];
  if (ended !== undefined) return [line, `${ended}, when its task ${shortId(task_id)} ended`, ...sent].join(', ');
  const of = `commands of task ${shortId(task_id)}${is_kept ? ' and later ones' : ''}`;
  const at = ports.length === 0 ? `of task ${shortId(task_id)}` : `port${ports.length === 1 ? '' : 's'} ${ports.join(', ')} for ${of}`;
  return [line, `for ${lasting(now - Date.parse(since))}`, at, ...sent, ...(is_kept ? ['kept until its shell exits'] : [])].join(', ');
}

/** A line for each host that it reached. */
export const reachedText = ({ reached }: Pick<Job, 'reached'>): readonly string[] =>
  reached.map(({ host, sent, received }) => `  ${host}: ${sizeText(sent)} sent, ${sizeText(received)} received`);
