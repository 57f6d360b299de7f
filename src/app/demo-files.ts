/** Files of the demo on disk. Their paths are relative to this file, which works because the bundled command is as deep in its folder as this file is in the sources. */
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The scripted answers of a scenario. */
export const demoCassette = (name: string): URL => new URL(`../../demo/${name}.jsonl`, import.meta.url);

/** The program of a worker of the demo. */
export const demoWorker = (): string =>
  fileURLToPath(new URL(`../app/demo/cluster/demo-worker${extname(import.meta.url)}`, import.meta.url));

/** The program that is killed in the middle of its task. */
export const demoChild = (): string => fileURLToPath(new URL(`../app/demo/demo-child${extname(import.meta.url)}`, import.meta.url));
