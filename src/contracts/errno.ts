/** The code of Node's error for some invalid arguments, such as a path with a null byte. */
const invalidArgument = 'ERR_INVALID_ARG_VALUE';

/** The code of a system error, such as ENOENT; undefined for anything else that was thrown. */
export function errnoOf(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || !('code' in thrown) || typeof thrown.code !== 'string') return undefined;
  return /^E[A-Z\d]+$/.test(thrown.code) || thrown.code === invalidArgument ? thrown.code : undefined;
}
