/** Whether a server refused a request because of its credentials, for example those of another role. Pure. */
import { errors } from '@nats-io/transport-node';

export const isDenied = (error: unknown): boolean =>
  error instanceof errors.PermissionViolationError || (error instanceof Error && error.cause instanceof errors.PermissionViolationError);
