/** What left the machine, as a person would say it. Pure. */
import { sizeText } from '../../contracts/text/size-text.ts';
import type { SentStory } from '../../history/story/sent.ts';

/** "notes.txt to 127.0.0.1 (cannot be undone)", "1.2 kB to mirror.example.org by npm install (cannot be undone)" */
export function sentText({ files, hosts, command, isSure, bytes }: SentStory): string {
  const to = hosts.length === 0 ? 'another machine' : hosts.join(', ');
  const end = isSure ? 'cannot be undone' : 'the command failed; what it has sent cannot be undone';
  if (files.length > 0) return `${files.join(', ')} to ${to} (${end})`;
  if (bytes !== undefined) return `${sizeText(bytes)} to ${to} by ${command} (${end})`;
  return `${command} ran with network access${hosts.length === 0 ? '' : ` (${to})`}; what it sent cannot be undone`;
}
