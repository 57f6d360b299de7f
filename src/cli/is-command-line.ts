/** Whether words are a command line rather than a sentence. */
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

/** True if the words begin with a program that is installed here, and do not continue like a sentence. */
export async function isCommandLine(words: readonly string[], { PATH = '' }: { readonly PATH?: string } = process.env): Promise<boolean> {
  const [program = ''] = words;
  if (words.length > 3 && words.every((word) => /^\p{L}+[,.:!?]?$/u.test(word))) return false; // "find out why it fails"
  if (!/^[\w.+-]+$/.test(program)) return false;
  const found = await Promise.all(
    PATH.split(delimiter)
      .filter(isAbsolute)
      .map((folder) => isExecutable(join(folder, program))),
  );
  return found.includes(true);
}

const isExecutable = async (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
