/** A deadline as a model writes it: any offset becomes UTC, and anything that is not a time is ignored. */
import { z } from 'zod';
import { IsoTime } from '../../contracts/shapes/shape.ts';

export const Deadline = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text).toISOString())
  .pipe(IsoTime) // near either end of the calendar, the offset may lead to a year that a message cannot represent
  .nullable()
  .catch(null);
