/** Imported first: schemas are not compiled by `new Function`, which the policy of the page forbids and the browser would report. */
import { config } from 'zod';

config({ jitless: true });
