/** What an error of the operating system means for the result of a tool. */
import { errnoOf } from '../contracts/errno.ts';
import { failed, type ToolErrorClass, type ToolResult } from './tool.ts';

const classes = new Map<string, ToolErrorClass>([
  ['ENOENT', 'not_found'],
  ['ENOTDIR', 'not_found'],
  ['EACCES', 'permission'],
  ['EPERM', 'permission'],
  ['EROFS', 'permission'],
  ['EEXIST', 'exists'],
  ['ETIMEDOUT', 'timeout'],
  ['EISDIR', 'invalid_input'],
  ['ELOOP', 'invalid_input'],
  ['ENAMETOOLONG', 'invalid_input'],
  ['ERR_INVALID_ARG_VALUE', 'invalid_input'], // Node's word for a path with a null byte
]);

/** The failure for a system error. Rethrows anything else. */
export function failedBy(thrown: unknown, what: string): ToolResult {
  const code = errnoOf(thrown);
  if (code === undefined) throw thrown;
  return failed(classes.get(code) ?? 'failed', `${what}: ${words.get(code) ?? (thrown instanceof Error ? thrown.message : code)}`);
}

/** Short texts for the common ones: Node's messages repeat the path and name the system call. */
const words = new Map<string, string>([
  ['ENOENT', 'no such file or folder (ENOENT)'],
  ['ENOTDIR', 'a part of the path is not a folder (ENOTDIR)'],
  ['EACCES', 'permission denied (EACCES)'],
  ['EPERM', 'not permitted (EPERM)'],
  ['EROFS', 'the file system is read-only (EROFS)'],
  ['ENOSPC', 'the disk is full (ENOSPC)'],
]);
