/** Where this package is. The path is relative to this file, which works because the bundled command is as deep in its folder as this file is in the sources. */
import { fileURLToPath } from 'node:url';

/** The folder of this package. */
export const ownPackage = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
