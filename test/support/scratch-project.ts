/** A project, a workspace and a folder outside both, with files, hidden files and symlinks of every kind, in which tools that write are tried. */
import { mkdirSync, readdirSync, readFileSync, readlinkSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createPermissions } from '../../src/tools/asking/permissions.ts';
import { openChanges } from '../../src/tools/changes/change-store.ts';
import type { FileWriting } from '../../src/tools/files/file-write.ts';
import type { ToolContext } from '../../src/tools/tool.ts';
import { gateOf } from './reading-gate.ts';
import { scratch } from './scratch.ts';

const files = [
  'project/old.txt',
  'project/.env',
  'project/.settled',
  'project/src/deep/old.txt',
  'project/.git/hooks/sample',
  'outside/old.txt',
  'workspace/old.txt',
  'workspace/deep/old.txt',
  'workspace/ünï 任务 🔑.txt',
  'workspace/.git/config',
  'workspace/.env',
];

const links = {
  'project/out': '../outside',
  'project/out.txt': '../outside/old.txt',
  'project/dangling.txt': '../outside/nowhere.txt',
  'project/dangling': '../outside/nowhere',
  'project/loop': 'loop',
  'project/git': '.git',
  'project/inner': 'src',
  'project/ws': '../workspace',
  'workspace/link.txt': 'old.txt',
  'workspace/out': '../outside',
};

export type ScratchProject = {
  readonly folder: string;
  readonly cwd: string;
  readonly workspace: string;
  /** What tools that write files need to run. */
  readonly writing: FileWriting;
  /** artoo's own data. */
  readonly data: string;
  /** A context as the toolbox would give it. */
  context(more?: Partial<ToolContext>): ToolContext;
  /** All files: name and content. */
  tree(): Record<string, string>;
  /** The files that are new or have changed, with their content. */
  changedSince(before: Record<string, string>): [string, string][];
};

export function scratchProject(content = 'old'): ScratchProject {
  let calls = 0;
  const folder = realpathSync(scratch());
  const [cwd, workspace] = [join(folder, 'project'), join(folder, 'workspace')];
  for (const name of files) {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  for (const [name, to] of Object.entries(links)) symlinkSync(to, join(folder, name));
  const tree = () => contentsOf(folder, '');
  const data = scratch();
  const places = { home: join(folder, 'home'), pathFolders: [join(folder, 'programs')], dataFolder: data };
  return {
    data,
    writing: { changes: openChanges(data), permissions: createPermissions(), gate: gateOf({ home: places.home, data }), places },
    folder,
    cwd,
    workspace,
    context: (more = {}) => ({
      cwd,
      workspace,
      call: { task_id: 'task', key: `1.1.1/R3/${++calls}.1` },
      approved: undefined,
      network: false,
      refused: [],
      signal: new AbortController().signal,
      ...more,
    }),
    tree,
    changedSince: (before) => Object.entries(tree()).filter(([name, now]) => before[name] !== now && now !== 'folder'),
  };
}

function contentsOf(folder: string, below: string): Record<string, string> {
  const entries = readdirSync(join(folder, below), { withFileTypes: true }).map((entry): Record<string, string> => {
    const name = join(below, entry.name);
    if (entry.isDirectory()) return { [name]: 'folder', ...contentsOf(folder, name) };
    if (entry.isSymbolicLink()) return { [name]: `→ ${readlinkSync(join(folder, name))}` };
    return { [name]: entry.isFile() ? readFileSync(join(folder, name), 'utf8') : 'special' };
  });
  return Object.assign({}, ...entries);
}
