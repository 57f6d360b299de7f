/** Prints, at the end of the process, every module that it loaded and whose text the pattern LISTED fits. */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const listed = new RegExp(process.env.LISTED);
const loaded = new Set();
registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:') && listed.test(readFileSync(fileURLToPath(url), 'utf8'))) loaded.add(url);
    return next(url, context);
  },
});
process.on('exit', () => {
  for (const url of loaded) process.stdout.write(`loaded ${url}\n`);
});
