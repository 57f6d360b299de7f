/** A text that is a command without its `/`: in the shell it is not sent as a goal, which would cost model calls. */
import { visible } from '../../../contracts/text/visible.ts';
import { type Line, line } from '../../../view/style/line.ts';
import { rowOf } from '../../commands.ts';
import { slashCommands, wordsIn } from './slash-commands.ts';

/**
 * How the command is typed in the shell; undefined if the text is a goal. A text in quotes, or with more words, is one. Only a text that begins with
 * the name of a command has to be waited for: any other can be sent at once.
 */
export function bareCommand(text: string): Promise<string | undefined> | undefined {
  const trimmed = text.trim();
  const [word = '', ...rest] = wordsIn(trimmed);
  const name = word.toLowerCase();
  const isSlash = slashCommands.some((each) => each.name === name);
  if (/["'\n]/.test(trimmed) || !(isSlash || rowOf(name))) return undefined;
  const typed = [isSlash ? `/${name}` : `artoo ${name}`, ...rest].join(' ');
  return takes(name, rest).then((isTaken) => (isTaken ? typed : undefined));
}

/** What to type instead. */
export const bareCommandLines = (text: string, typed: string): readonly Line[] => [
  line(visible(`"${text.trim()}" is a command: type ${typed}. To send it as a goal, put it in quotes or say it in a sentence.`), 'fair'),
];

/** Whether nothing follows, or what the command takes: options, and one word that is the exact name of a part, or a task. */
async function takes(name: string, rest: readonly string[]): Promise<boolean> {
  if (rest.length === 0) return true;
  const command = await rowOf(name)?.load();
  const [word, ...others] = rest.filter((each) => !each.startsWith('-'));
  if (!command || others.length > 0) return false;
  const { isPartElsewhere, isTakenBy } = await import('../../typo.ts'); // only for text that begins with the name of a command
  if (command.parts && word !== undefined) return Object.hasOwn(command.parts, word) || isPartElsewhere(name, rest);
  return isTakenBy(name, rest);
}
