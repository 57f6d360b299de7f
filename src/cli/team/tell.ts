/** `artoo team tell`: sends a letter from an agent that artoo started as a separate program. The answer is JSON, for the agent. */
import { ArtooError } from '../../contracts/errors.ts';
import { nearest } from '../../contracts/text/nearest.ts';
import { parsedJson } from '../../contracts/text/parsed-json.ts';
import { type LetterKind, letterKinds } from '../../team/letters/letter.ts';
import { type Sent, sendLetter } from '../../team/letters/send.ts';
import { exits } from '../command.ts';
import type { CalledPart } from '../command-parts.ts';
import { shown } from '../flags/flags.ts';
import { printJson } from '../terminal/print-json.ts';
import { readInput } from '../terminal/stdin.ts';

/** The claim is lost: the agent ends its turn. */
const staleExit = 42;

export async function tellTeam(called: CalledPart): Promise<number> {
  const { words, terminal, signal } = called;
  const [kind = '', said = ''] = words;
  const { LIZA_OUTBOX: outbox, LIZA_TASK: task, LIZA_FENCING: fencing = '0' } = terminal.env;
  if (!outbox) throw new ArtooError('usage', 'LIZA_OUTBOX is not set: only an agent that a team started can send letters');
  const text = said === '-' ? await inputOf(called) : said;
  const reply = await sendLetter(letterOf(kindNamed(kind), text, task, Number(fencing)), { outbox, signal });
  printJson(reply, terminal);
  if (reply.ok) return exits.ok;
  return reply.code === 'stale' ? staleExit : exits.failed;
}

function kindNamed(name: string): LetterKind {
  const kind = letterKinds.find((each) => each === name);
  if (kind) return kind;
  const close = nearest(name, letterKinds);
  throw new ArtooError(
    'usage',
    `there is no letter ${shown(name)}; ${close ? `did you mean ${close}?` : `there are ${letterKinds.join(', ')}`}`,
  );
}

/** A planner names the task in the letter itself; a coder or reviewer writes about the task that it holds. */
function letterOf(kind: LetterKind, text: string, held: string | undefined, fencing: number): Sent {
  const value = parsedJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ArtooError('usage', `the letter is not a JSON object: ${shown(text)}`);
  const { task: named, ...body } = value as Readonly<Record<string, unknown>>; // an object, as checked above
  const task = typeof named === 'string' ? named : held || undefined;
  const isPart = named !== undefined && typeof named !== 'string'; // an object, such as the task that a discovery becomes
  return { kind, fencing, ...(task === undefined ? {} : { task }), body: isPart ? { ...body, task: named } : body };
}

async function inputOf({ terminal: { input, note }, signal }: CalledPart): Promise<string> {
  const { data } = input ? await readInput({ stream: input, isPatient: true, note, signal }) : { data: undefined };
  if (data === undefined) throw new ArtooError('usage', 'nothing arrived on standard input');
  return data.toString();
}
