/** Answers a letter in an outbox that no turn answers. */
import { answerLetter, pendingLetters, readLetterFile } from '../../letters/outbox.ts';
import type { Team } from '../team.ts';
import { postLetter } from './post.ts';

/** Answers the letter; false if there was none. */
export async function admitFile(team: Team, id: string): Promise<boolean> {
  const pending = pendingLetters(team.root).find((each) => each.id === id);
  if (!pending) return false;
  const read = readLetterFile(pending);
  if (!read.ok) {
    answerLetter(pending, { ok: false, code: 'refused', why: read.why });
    return true;
  }
  const reply = await postLetter(team, read.letter, undefined);
  answerLetter(pending, reply.ok ? { ok: true } : reply);
  return true;
}
