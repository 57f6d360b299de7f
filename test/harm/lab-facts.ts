/** What files mean to the programs that own them: git's references and stashes, the rows of a database. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { program } from './programs.ts';

/** Facts by name. */
export type Facts = Readonly<Record<string, string>>;

const databases = ['data.db', 'wal.db'] as const;
const rows = '1|a\n2|b\n3|c\n';

/** Every reference and stash of the repositories, and the rows of databases, whose newest versions may be in the files beside them. */
export function factsOf(folder: string): Facts {
  const repositories = ['repo/.git', 'remote.git'].flatMap((name) =>
    Object.entries({ ...referencesOf(join(folder, name)), ...stashesOf(join(folder, name)) }).map(([fact, value]) => [
      `${name} ${fact}`,
      value,
    ]),
  );
  const tables = databases.map((name) => [`rows of ${name}`, rowsOf(join(folder, name))]);
  return Object.fromEntries([...repositories, ...tables]);
}

/** A loose file takes precedence over the packed ones, as in git. */
function referencesOf(repository: string): Facts {
  const packed = linesOf(join(repository, 'packed-refs')).flatMap((line) => {
    const [value = '', name] = line.split(' ');
    return name?.startsWith('refs/') ? [[name, value]] : [];
  });
  const folder = join(repository, 'refs');
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()) : [];
  const loose = files
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => [path.slice(repository.length + 1), linesOf(path)[0]]);
  return { ...Object.fromEntries(packed), ...Object.fromEntries(loose) };
}

const stashesOf = (repository: string): Facts =>
  Object.fromEntries(linesOf(join(repository, 'logs/refs/stash')).map((line) => [`stash ${line.split(' ')[1]}`, line]));

const linesOf = (path: string): readonly string[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
    : [];

/** Read from a copy, because even reading would change the files beside it. Without such files, the content of the database is enough. */
function rowsOf(database: string): string {
  const beside = ['-wal', '-journal'].map((end) => database + end).filter((path) => existsSync(path));
  if (beside.length === 0) return rows;
  const folder = mkdtempSync(join(tmpdir(), 'artoo-harm-rows-'));
  try {
    for (const path of [database, ...beside]) cpSync(path, join(folder, basename(path)));
    return execFileSync(program('sqlite3'), [join(folder, basename(database)), 'select * from users order by id'], { encoding: 'utf8' });
  } catch (error) {
    return `unreadable: ${String(error)}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
