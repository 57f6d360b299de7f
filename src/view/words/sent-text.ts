/** What left the machine, as a person would say it. Pure. */
import type { SentStory } from '../../history/story/sent.ts';

/** "notes.txt to 127.0.0.1 (cannot be undone)" */
export function sentText({ files, hosts, command, isSure }: SentStory): string {
  const to = hosts.length === 0 ? 'another machine' : hosts.join(', ');
  if (files.length > 0)
    return `${files.join(', ')} to ${to} (${isSure ? 'cannot be undone' : 'the command failed; what it did send cannot be undone'})`;
  return `${command} ran with the network${hosts.length === 0 ? '' : ` (${to})`}; what it sent cannot be undone`;
}
