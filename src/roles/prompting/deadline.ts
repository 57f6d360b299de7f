/** A deadline as a model states it: any offset becomes UTC, and anything that is not a time is ignored. */
import { z } from 'zod';
import { IsoTime } from '../../contracts/shapes/shape.ts';

export const Deadline = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text).toISOString())
  .pipe(IsoTime) // at both ends of the calendar another offset leads to a year that a message cannot carry
  .nullable()
  .catch(null);
