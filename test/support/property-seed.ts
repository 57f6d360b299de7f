/** Properties are tried on the same values in every run, so that a failing check says something about the change; `npm run fuzz` tries new ones. */
import fc from 'fast-check';

if (process.env.ARTOO_FUZZ === undefined) fc.configureGlobal({ seed: 20_261_115 });
