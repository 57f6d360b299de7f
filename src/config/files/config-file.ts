/** One file of settings. Errors name path, line and column, and a file with an error is not used at all. */
import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { errnoOf } from '../../contracts/errno.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { type Fault, faultLines, find, subject } from '../../reading/faults.ts';
import type { Located, Place } from '../../reading/yaml-values.ts';
import { type Config, readConfig } from '../config.ts';
import { exists } from '../folders.ts';

export type ConfigFile = Settings & {
  /** SHA-256 of the file. */
  readonly hash: string;
};

/** The settings from one source. */
export type Settings = {
  readonly values: Config;
  /** Whether the file itself sets this value. */
  readonly given: (path: readonly string[]) => boolean;
  /** Where this value is set: `path:line`. */
  readonly from: (path: readonly string[]) => string;
  /** How a sentence about this value starts: `path:line:column: key`. */
  readonly subject: (path: readonly string[]) => string;
};

const maxBytes = 1024 * 1024;

/**
 * Undefined if there is no such file; throws `config_invalid` if the file cannot be used for any other reason. `shown` is the file's name in
 * messages.
 */
export async function readConfigFile(path: string, shown: string = path): Promise<ConfigFile | undefined> {
  const bytes = await readSettingsBytes(path, shown);
  if (!bytes) return undefined;
  const { readYaml } = await import('../../reading/yaml-values.ts'); // most people have no file, and so need no parser
  const yaml = readYaml(decode(bytes, shown));
  if (!yaml.ok) throw invalid(shown, yaml.at, yaml.error);
  const { root } = yaml;
  const config = readConfig(root.value ?? {});
  const faults = [...(config.ok ? [] : config.faults), ...notHere(root)];
  if (!config.ok || faults.length > 0) throw new ArtooError('config_invalid', faultLines(faults, root, shown));
  return {
    hash: hash('sha256', bytes),
    values: config.values,
    given: (wanted) => find(root, wanted).found.value !== undefined && find(root, wanted).whole,
    from: (wanted) => `${shown}:${find(root, wanted).found.keyAt.line}`,
    subject: (wanted) => subject(shown, find(root, wanted).found.at, wanted),
  };
}

/** The bytes of a file that a person wrote. Undefined if there is none; throws `config_invalid` if it cannot be used for any other reason. */
export async function readSettingsBytes(path: string, shown: string): Promise<Buffer | undefined> {
  try {
    await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK); // opening a pipe must not block
    const stat = await file.stat();
    const kind = stat.isDirectory() ? 'a folder' : 'not a regular file';
    if (!stat.isFile()) throw new ArtooError('config_invalid', `${shown} is ${kind}; settings must be in a file`);
    const bytes = await buffer(file.createReadStream({ end: maxBytes, autoClose: false }));
    if (bytes.length > maxBytes) throw new ArtooError('config_invalid', `${shown} is larger than 1 MiB; that is too large for settings`);
    return bytes;
  } catch (thrown) {
    if (thrown instanceof ArtooError) throw thrown;
    const code = errnoOf(thrown) ?? 'unknown';
    if (code === 'ENOENT' && exists(path))
      throw new ArtooError('config_invalid', `${shown} is a link to a file that does not exist`, { cause: thrown });
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new ArtooError('config_invalid', `${shown} cannot be read (${code})`, { cause: thrown });
  }
}

/** UTF-8, with or without a byte order mark, and without control characters. */
function decode(bytes: Buffer, shown: string): string {
  if (!isUtf8(bytes)) throw invalid(shown, firstBad(bytes.toString('utf8'), /\uFFFD/), 'is not UTF-8');
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const control = /[^\P{Cc}\t\r\n\u0085]/u;
  if (control.test(text)) throw invalid(shown, firstBad(text, control), 'there is a control character here; settings must be plain text');
  return text;
}

function firstBad(text: string, pattern: RegExp): Place {
  const before = text.slice(0, text.search(pattern)).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

/** The errors for keys that no file may set: one of the files is in the data folder, so none can set that folder. */
const notHere = ({ children }: Located): readonly Fault[] =>
  children.has('data') ? [{ path: ['data'], error: 'cannot be set in a file; use --data or ARTOO_DATA_DIR', at: 'key' }] : [];

const invalid = (shown: string, { line, column }: Place, error: string): ArtooError =>
  new ArtooError('config_invalid', `${shown}:${line}:${column}: ${error}`);
