/** A deadline as a model states it: any offset becomes UTC, and anything that is not a time is ignored. */
import { z } from 'zod';
import { IsoTime } from '../../contracts/shapes/shape.ts';

export const Deadline = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text).toISOString())
  .pipe(IsoTime) // at either end of the calendar, the offset may lead to a year that a message cannot hold
  .nullable()
  .catch(null);
