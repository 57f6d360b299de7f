/** The error of a team that got nowhere because no model answered. Pure. */
import { ArtooError, type ErrorCode } from '../../contracts/errors.ts';

const unreached: ReadonlySet<ErrorCode> = new Set(['model_unreachable', 'model_timed_out']);

/** Its exit code is that of a task without a model. */
export const noModel = (cause: ArtooError): ArtooError =>
  new ArtooError(cause.code, `${unreached.has(cause.code) ? 'no model could be reached' : 'no model could be used'}: ${cause.message}`, {
    cause,
  });
