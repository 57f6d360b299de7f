/** `node bench/evidence/part.ts control|memory|verification`: measures one part in a process of its own, and prints it as JSON. */
import { inJson, partNames, parts } from './results.ts';

const name = partNames.find((each) => each === process.argv[2]);
if (!name) throw new Error(`name one of ${partNames.join(', ')}`);
process.stdout.write(inJson(await parts[name].whole()));
