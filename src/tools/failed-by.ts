/** Turns an error of the operating system into the result of a tool. */
import { errnoOf } from '../contracts/errno.ts';
import { failed, type ToolErrorClass, type ToolResult } from './tool.ts';

/** The class of each error code, and a short description of the common codes: Node's messages repeat the path and name the system call. */
const meanings = new Map<string, readonly [ToolErrorClass, words?: string]>([
  ['ENOENT', ['not_found', 'no such file or folder']],
  ['ENOTDIR', ['not_found', 'a part of the path is not a folder']],
  ['EACCES', ['permission', 'permission denied']],
  ['EPERM', ['permission', 'not permitted']],
  ['EROFS', ['permission', 'the file system is read-only']],
  ['ENOSPC', ['failed', 'the disk is full']],
  ['EEXIST', ['exists']],
  ['ETIMEDOUT', ['timeout']],
  ['EISDIR', ['invalid_input']],
  ['ELOOP', ['invalid_input']],
  ['ENAMETOOLONG', ['invalid_input']],
  ['ERR_INVALID_ARG_VALUE', ['invalid_input']], // Node's code for a path with a null byte
]);

/** The failed result for a system error. Rethrows all other errors. */
export function failedBy(thrown: unknown, what: string): ToolResult {
  const code = errnoOf(thrown);
  if (code === undefined || !(thrown instanceof Error)) throw thrown;
  const [errorClass, words] = meanings.get(code) ?? ['failed' as const];
  return failed(errorClass, `${what}: ${words === undefined ? thrown.message : `${words} (${code})`}`);
}
