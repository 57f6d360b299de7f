/** Which of the programs that a plan may want are there. They are looked up, never run. */
import { access, constants, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

const wanted = [
  ...[
    'python3',
    'pip',
    'uv',
    'pytest',
    'node',
    'npm',
    'pnpm',
    'yarn',
    'bun',
    'deno',
    'tsc',
    'cargo',
    'rustc',
    'go',
    'java',
    'mvn',
    'gradle',
  ],
  ...[
    'gcc',
    'clang',
    'make',
    'cmake',
    'ruby',
    'php',
    'perl',
    'git',
    'gh',
    'rg',
    'fd',
    'jq',
    'sqlite3',
    'psql',
    'docker',
    'podman',
    'kubectl',
  ],
  ...['curl', 'wget', 'zip', 'unzip', 'pandoc', 'ffmpeg', 'convert', 'pdftotext', 'libreoffice', 'tesseract'],
] as const;

/** In the order of the list. */
export async function programsOn(path: string): Promise<readonly string[]> {
  const folders = [...new Set(path.split(delimiter).filter(isAbsolute))];
  const found = await Promise.all(wanted.map(async (name) => ((await isOn(folders, name)) ? [name] : [])));
  return found.flat();
}

async function isOn(folders: readonly string[], name: string): Promise<boolean> {
  for (const folder of folders) if (await isProgram(join(folder, name))) return true;
  return false;
}

const isProgram = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    async () => (await stat(path)).isFile(),
    () => false,
  );
