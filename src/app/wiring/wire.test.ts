import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const src = fileURLToPath(new URL('../..', import.meta.url));
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.ts') && !path.endsWith('.test.ts'),
);

/** Every source that imports the value of that name from that file, except the sources in the same folder. */
const usersOf = (adapter: string, name: string): readonly string[] =>
  sources
    .filter((path) => dirname(path) !== dirname(adapter))
    .filter((path) =>
      [...readFileSync(join(src, path), 'utf8').matchAll(/(?:import|export) (?!type )\{([^}]*)\} from '(\.[^']+)'/g)].some(
        ([, names = '', from = '']) =>
          relative(src, join(src, dirname(path), from)) === adapter && names.split(',').some((each) => each.trim() === name),
      ),
    )
    .toSorted();

test.each<[string, string, readonly string[]]>([
  ['the world', 'effects/live.ts:createLiveWorld', ['app/wiring/wire.ts']],
  [
    'observers, which those of a bus pass on to,',
    'engine/in-process-observers.ts:createInProcessObservers',
    ['app/drive/live-pieces.ts', 'app/wiring/wire.ts', 'cluster/observers/bus-observers.ts'],
  ],
  ['memory', 'app/memory/memory-for-tasks.ts:openMemoryForTasks', ['app/wiring/wire.ts']],
  ['the roles', 'roles/r3-executor/role.ts:createExecutor', ['app/wiring/work.ts']],
  [
    'containment, which a worker chooses for its own machine,',
    'tools/containment/choose.ts:chooseContainment',
    ['app/wiring/assemble-tools.ts', 'app/worker/open-worker.ts'],
  ],
  [
    'models, which the doctor tries, too',
    'models/http/provider.ts:createProviderModel',
    ['app/wiring/role-models.ts', 'config/doctor/probe-step.ts', 'index.ts'],
  ],
])('the adapter of %s is chosen in one place of app/wiring', (_, adapter, places) => {
  const [file = '', name = ''] = adapter.split(':');
  expect(usersOf(file, name)).toEqual(places);
});
