/** A deadline as a model states it: any offset becomes UTC, and what is no time at all is no deadline. */
import { z } from 'zod';

export const Deadline = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text).toISOString())
  .nullable()
  .catch(null);
