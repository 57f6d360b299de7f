/**
 * Must be imported first: stops zod from compiling schemas with `new Function`, which the page's content security policy forbids and the browser
 * would report.
 */
import { config } from 'zod';

config({ jitless: true });
