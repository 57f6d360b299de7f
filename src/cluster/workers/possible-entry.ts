/** What a command could have left at a path. Anything else that a worker reports cannot be true. Pure. */
import { isUtf8 } from 'node:buffer';
import { absolutePath } from '../../laws/places/posix-path.ts';
import type { Entry } from '../../tools/changes/change.ts';
import { isUserAttribute } from '../../tools/changes/disk/attributes.ts';
import { attributesIn, mtimeIn, targetBytes } from '../../tools/changes/disk/entry-at.ts';

/** The limits of the kernel and, for times, of dates. */
const max = { name: 255, path: 4_095, mtime: 8.64e15, attributes: 64 * 1024 } as const;

/** Whether this is the one way to write an absolute path that a file can have. Two texts with lone surrogates would be one name on disk. */
export const isPath = (path: string): boolean =>
  absolutePath('/', path) === path &&
  path.isWellFormed() &&
  !path.includes('\0') &&
  Buffer.byteLength(path) <= max.path &&
  path.split('/').every((name) => Buffer.byteLength(name) <= max.name);

/** Why no command can have left this entry in place of the other; undefined if one can. */
export function whyNoEntry(after: Entry | null, before: Entry | null): string | undefined {
  if (after === null) return undefined;
  if (Math.abs(mtimeIn(after) ?? 0) > max.mtime) return 'with an impossible time';
  if (after.kind === 'file' && !/^[0-9a-f]{64}$/.test(after.hash)) return 'with an invalid hash';
  if (after.kind === 'file' && before?.kind === 'file' && after.hash === before.hash && after.size !== before.size)
    return 'whose size changed although its content did not';
  if (after.kind === 'link' && !isTarget(after)) return 'a link with an invalid target';
  return whyNoAttributes(attributesIn(after) ?? {});
}

type Link = Extract<Entry, { readonly kind: 'link' }>;

/** Whether both forms of the target agree: bytes are given only if they are not text. */
function isTarget(link: Link): boolean {
  const bytes = targetBytes(link);
  if (bytes.length === 0 || bytes.length > max.path || bytes.includes(0) || bytes.toString() !== link.target) return false;
  return link.target_base64 === undefined || (!isUtf8(bytes) && bytes.toString('base64') === link.target_base64);
}

/** A command in walls can set only the attributes that hosts read: not capabilities, for example. */
function whyNoAttributes(attributes: Readonly<Record<string, string>>): string | undefined {
  const name = Object.keys(attributes).find((each) => !isUserAttribute(each) || Buffer.byteLength(each) > max.name || !each.isWellFormed());
  if (name !== undefined) return `with the attribute ${JSON.stringify(name.slice(0, 100))}`;
  const values = Object.values(attributes);
  if (values.some((value) => Buffer.from(value, 'base64').toString('base64') !== value)) return 'with an attribute that is not in base64';
  return values.reduce((sum, { length }) => sum + length, 0) > max.attributes ? 'with attributes that are too large' : undefined;
}
