/** Instructions for agents: those of the project, folder by folder, and the person's own. */
import { join } from 'node:path';
import type { Instruction } from '../../contracts/surroundings.ts';
import { foldersUp } from './folders-up.ts';
import type { Head, ReadHead } from './read-head.ts';

const names = ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md'] as const;
/** The limit in total (SPEC §8), and the part reserved for the person's own instructions, which no project can use up. */
const maxBytes = 32 * 1024;
const maxPersonalBytes = 8 * 1024;

export type InstructionsRequest = {
  readonly folder: string;
  /** The root of the repository that contains the folder. */
  readonly root: string | undefined;
  readonly readHead: ReadHead;
  /** The file with the person's own instructions. */
  readonly own: { readonly path: string; readonly readHead: ReadHead };
};

/** `unread`: files that exist but are left out, each with the reason. */
export type Instructions = { readonly instructions: readonly Instruction[]; readonly unread: readonly string[] };

/** Reads from the folder up to the root of its repository, or only the folder if there is no repository. The nearest folder is read first. */
export async function readInstructions({ folder, root, readHead, own }: InstructionsRequest): Promise<Instructions> {
  const ofPerson = await read(own.path, maxPersonalBytes, own.readHead);
  const found: (Instruction | string)[] = [];
  let room = maxBytes - bytesOf(ofPerson);
  for (const at of foldersUp(folder, root)) {
    const here = await readFirst(at, room, readHead);
    found.push(...here);
    room -= here.reduce((sum, each) => sum + bytesOf(each), 0);
  }
  if (ofPerson !== undefined) found.push(ofPerson);
  return {
    instructions: found.filter((each) => typeof each !== 'string'),
    unread: found.filter((each) => typeof each === 'string'),
  };
}

/** The first file in the list that can be read, and why the files before it cannot. */
async function readFirst(folder: string, room: number, readHead: ReadHead): Promise<readonly (Instruction | string)[]> {
  const unread: string[] = [];
  for (const name of names) {
    const found = await read(join(folder, name), room, readHead);
    if (typeof found === 'object') return [...unread, found];
    if (found !== undefined) unread.push(found);
  }
  return unread;
}

async function read(path: string, room: number, readHead: ReadHead): Promise<Instruction | string | undefined> {
  if (room <= 0) return (await readHead(path, 1)) ? `${path}: there is no room for it` : undefined;
  const head: Head = await readHead(path, room);
  if (!head) return undefined;
  return 'why' in head ? `${path}: ${head.why}` : { path, ...head };
}

const bytesOf = (found: Instruction | string | undefined): number => (typeof found === 'object' ? Buffer.byteLength(found.text) : 0);
