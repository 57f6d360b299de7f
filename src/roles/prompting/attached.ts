/** Data that came with the goal, as prompts show it. */
import type { AttachedData } from '../../contracts/intent.ts';
import { delimited } from './delimited.ts';

export function attached(data: AttachedData | undefined): readonly string[] {
  if (!data) return [];
  const { path, bytes, excerpt, whole } = data;
  const file = `The person gave data along with the goal (${bytes} bytes). It is in the file ${path}`;
  if (excerpt === '') return [`${file} and is not text.`];
  return [`${file}. ${whole ? 'This is all of it' : 'It begins with'}:\n${delimited('data', excerpt)}`];
}
