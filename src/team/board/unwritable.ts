/** The error if a file of the team could not be written, with the system's reason. */
import { errnoOf } from '../../contracts/errno.ts';
import { ArtooError } from '../../contracts/errors.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'your quota on the disk is used up',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
};

export function unwritable(path: string, cause: unknown): ArtooError {
  const errno = errnoOf(cause);
  const reason = errno === undefined ? '' : `: ${reasons[errno] ?? errno}`;
  return new ArtooError('board_unwritable', `cannot write ${path}${reason}`, { cause });
}
