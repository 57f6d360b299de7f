/** Describes the machine, and the account under which artoo runs. */
import { readFile } from 'node:fs/promises';
import { arch, release, type, userInfo } from 'node:os';
import type { Note } from '../files/marks.ts';

/** A name such as `Debian GNU/Linux 12 (bookworm), Linux 6.1, x64`. */
export async function systemName(note: Note): Promise<string> {
  const kernel = `${type()} ${release()}, ${arch()}`;
  if (process.platform !== 'linux') return kernel;
  note('/etc/os-release');
  const text = await readFile('/etc/os-release', 'utf8').catch(() => '');
  const name = /^PRETTY_NAME="?([^"\n]{1,100})/m.exec(text)?.[1];
  return name === undefined ? kernel : `${name}, ${kernel}`;
}

let user: string | undefined;

/** The account's name, or its number if it has none. Looked up only once: the account of a process does not change. */
export function userName(): string {
  try {
    user ??= userInfo().username;
    return user;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}

let zone: { readonly of: string | undefined; readonly name: string } | undefined;

/** Looked up again only if TZ changes, because this takes longer than the rest of a cached look. */
export function timeZone(): string {
  const of = process.env.TZ;
  if (zone?.of !== of || !zone) zone = { of, name: Intl.DateTimeFormat().resolvedOptions().timeZone };
  return zone.name;
}
