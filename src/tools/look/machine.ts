/** What machine this is and whose account it runs in. */
import { readFile } from 'node:fs/promises';
import { arch, release, type, userInfo } from 'node:os';

/** Such as `Debian GNU/Linux 12 (bookworm), Linux 6.1, x64`. */
export async function systemName(): Promise<string> {
  const kernel = `${type()} ${release()}, ${arch()}`;
  if (process.platform !== 'linux') return kernel;
  const text = await readFile('/etc/os-release', 'utf8').catch(() => '');
  const name = /^PRETTY_NAME="?([^"\n]{1,100})/m.exec(text)?.[1];
  return name === undefined ? kernel : `${name}, ${kernel}`;
}

/** An account without a name is known by its number. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}
