/** Errors in the form in which clients get them: only what a person may read, without a stack. */
import type { ArtooError } from '../../contracts/errors.ts';
import type { WireError } from '../wire.ts';

export const wireError = ({ code, message, hint }: ArtooError): WireError => ({ code, message, hint });
