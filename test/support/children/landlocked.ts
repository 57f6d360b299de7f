/**
 * Runs one command line in walls without namespaces, as `artoo try` would if there were no other walls, and ends as the command ended: none of its
 * changes become real.
 */
import { secretPlacesOf } from '../../../src/laws/places/secret-places.ts';
import { chooseContainment } from '../../../src/tools/containment/choose.ts';
import { scrubbed } from '../../../src/tools/running/environment.ts';

const [data = '', workspace = '', command = ''] = process.argv.slice(2);
const home = process.env.HOME ?? '/';
const { signal } = new AbortController();
const surroundings = { home, data, env: scrubbed(process.env), secrets: secretPlacesOf(home), stagings: ['/var/tmp'] };
const walls = await chooseContainment({ surroundings, signal, from: 'landlock' });
if (walls.kind !== 'landlock') throw new Error(`there is no Landlock: ${walls.detail}`);
await using run = await walls.run({ command, cwd: process.cwd(), workspace, timeoutMs: 60_000, signal });
process.stdout.write(run.ended.output);
process.exitCode = run.ended.exitCode ?? 1;
