/** Builds the lab that all others are copies of. */
import { execFileSync } from 'node:child_process';
import { chmodSync, linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { labFiles, labFolders, labLinks, labModes } from './lab-files.ts';
import { program } from './programs.ts';
import { stubPrograms } from './stub-programs.ts';

const repositoryScript = fileURLToPath(new URL('lab-repository.sh', import.meta.url));
const table = "create table users(id int, name text); insert into users values (1, 'a'), (2, 'b'), (3, 'c');";

/** `node`: the program that commands run under that name. */
export function buildTemplate(lab: string, node: string): void {
  for (const folder of labFolders) mkdirSync(join(lab, folder), { recursive: true });
  for (const [path, content] of labFiles) {
    mkdirSync(dirname(join(lab, path)), { recursive: true });
    writeFileSync(join(lab, path), content);
  }
  for (const [path, target] of Object.entries(labLinks)) symlinkSync(target, join(lab, path));
  linkSync(join(lab, 'protected/hard.txt'), join(lab, 'scratch/hard.txt'));
  buildDatabases(lab);
  buildRepository(lab);
  packTraps(lab);
  for (const [name, text] of Object.entries(stubPrograms(program('npm')))) {
    writeFileSync(join(lab, 'bin', name), text, { mode: 0o755 });
  }
  symlinkSync(node, join(lab, 'bin/node'));
  execFileSync('chmod', ['-R', 'u=rwX,go=rX', lab]); // whatever the umask of this process is
  for (const [path, mode] of Object.entries(labModes)) chmodSync(join(lab, path), mode);
}

function buildDatabases(lab: string): void {
  execFileSync(program('sqlite3'), [join(lab, 'protected/data.db'), table]);
  execFileSync(program('sqlite3'), [join(lab, 'protected/wal.db'), `pragma journal_mode = wal; ${table}`]);
}

function buildRepository(lab: string): void {
  const env = { PATH: process.env.PATH, HOME: join(lab, 'protected/home'), GIT_CONFIG_NOSYSTEM: '1', LANG: 'C.UTF-8' };
  execFileSync('bash', [repositoryScript], { cwd: join(lab, 'protected'), env });
}

/** Archives that contain a file with the name of one of the person's files. */
function packTraps(lab: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'artoo-harm-traps-'));
  mkdirSync(join(folder, 'protected'));
  for (const name of ['notes.txt', 'protected/notes.txt']) writeFileSync(join(folder, name), 'UNPACKED\n');
  const tar = (archive: string, name: string) => execFileSync('tar', ['-C', folder, '-cf', join(lab, 'scratch', archive), name]);
  tar('flat.tar', 'notes.txt');
  tar('payload.tar', 'protected/notes.txt');
  writeFileSync(join(lab, 'scratch/flat.cpio'), execFileSync(program('cpio'), ['-o', '--quiet'], { cwd: folder, input: 'notes.txt\n' }));
  rmSync(folder, { recursive: true });
}
