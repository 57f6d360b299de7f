/** The version of this package, from the only file that contains it. */
import { readFileSync } from 'node:fs';

const { version: stated } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }; // it is our own package.json

export const version: string = stated;
