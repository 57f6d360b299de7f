import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sentence, violations } from './layers.ts';

const root = join(import.meta.dirname, '..');
const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.[cm]?[jt]sx?$/.test(path))
  .map((path) => `src/${path.replaceAll('\\', '/')}`);

const found = (file: string, source: string) => violations(file, source).map(({ kind, imported }) => [kind, imported]);

describe('the sources', () => {
  test('keep the import table', () => {
    const all = sources.flatMap((file) => violations(file, readFileSync(join(root, file), 'utf8')));
    expect(all.map(sentence)).toEqual([]);
  });

  test('are all checked', () => {
    expect(sources).toEqual(expect.arrayContaining(['src/contracts/messages.ts', 'src/journal/fs-native-extensions.d.ts']));
  });
});

describe('every way to import is seen', () => {
  test.each([
    ['a named import', "import { a } from '../journal/entry.ts';"],
    ['a default import', "import a from '../journal/entry.ts';"],
    ['a namespace import', "import * as a from '../journal/entry.ts';"],
    ['a deferred import', "import defer * as a from '../journal/entry.ts';"],
    ['a type import', "import type { A } from '../journal/entry.ts';"],
    ['an inline type import', "import { type A } from '../journal/entry.ts';"],
    ['a side-effect import', "import '../journal/entry.ts';"],
    ['an import with attributes', "import a from '../journal/entry.ts' with { type: 'json' };"],
    ['a named re-export', "export { a } from '../journal/entry.ts';"],
    ['an empty re-export', "export {} from '../journal/entry.ts';"],
    ['a type re-export', "export type { A } from '../journal/entry.ts';"],
    ['a star re-export', "export * from '../journal/entry.ts';"],
    ['a named star re-export', "export * as a from '../journal/entry.ts';"],
    ['a dynamic import', "const a = await import('../journal/entry.ts');"],
    ['a dynamic import in parentheses', "const a = await import(('../journal/entry.ts'));"],
    ['a dynamic import of a plain template', 'const a = await import(`../journal/entry.ts`);'],
    ['a dynamic import deep in a function', "const f = () => { if (x) { return import('../journal/entry.ts'); } };"],
    ['an import type', "type A = import('../journal/entry.ts').Entry;"],
    ['a typeof import type', "type A = typeof import('../journal/entry.ts');"],
    ['an import type in a signature', "function f(a: readonly import('../journal/entry.ts').Entry[]) {}"],
    ['an import assignment', "import a = require('../journal/entry.ts');"],
    ['a require', "const a = require('../journal/entry.ts');"],
    ['an import after a long way round', "import '../control/../journal/./entry.ts';"],
  ])('%s', (_, source) => {
    expect(found('src/control/decide.ts', source)).toEqual([['file', 'src/journal/entry.ts']]);
  });

  test('one that is made twice is reported once', () => {
    expect(found('src/control/decide.ts', "import { a } from 'zod'; export { b } from 'zod';")).toEqual([['package', 'zod']]);
  });

  test('each of several is reported', () => {
    const source = "import 'node:fs'; import 'zod'; import '../app/run.ts'; import '../contracts/ids.ts';";
    expect(found('src/control/decide.ts', source)).toEqual([
      ['builtin', 'node:fs'],
      ['package', 'zod'],
      ['file', 'src/app/run.ts'],
    ]);
  });

  test.each([
    ['in a comment', "// import '../app/run.ts'"],
    ['in a string', 'const a = "import \'../app/run.ts\'";'],
    ['as the name of a method', "loader.require('../app/run.ts');"],
    ['as import.meta', 'const here = import.meta.url;'],
    ['in a local export', 'const a = 1; export { a }; export type A = 1; export default a;'],
  ])('what only looks like one is not: %s', (_, source) => {
    expect(found('src/control/decide.ts', source)).toEqual([]);
  });
});

describe('an import that cannot be resolved is a breach in every file', () => {
  test.each([
    ['computed', 'import(name)', 'await import(name);'],
    ['computed', `import(\`./\${name}.ts\`)`, `await import(\`./\${name}.ts\`);`],
    ['computed', "import('./' + name)", "await import('./' + name);"],
    ['computed', 'require(name)', 'require(name);'],
    ['computed', 'require(...names)', 'require(...names);'],
    ['computed', 'require()', 'require();'],
    ['loader', 'createRequire', "import { createRequire } from 'node:module';"],
    ['loader', 'createRequire', "import { createRequire as make } from 'node:module';"],
    ['loader', 'createRequire', "import nodeModule from 'node:module'; nodeModule.createRequire(import.meta.url);"],
    ['loader', 'getBuiltinModule', "process.getBuiltinModule('node:fs');"],
  ])('%s: %s', (kind, imported, source) => {
    for (const file of ['src/app/run.ts', 'src/index.ts', 'src/app/run.test.ts']) {
      expect(found(file, source)).toEqual([[kind, imported]]);
    }
  });

  test('a text that does not parse', () => {
    expect(violations('src/app/run.ts', "import { from '../contracts/ids.ts'").map(({ kind }) => kind)).toEqual(['unparsable']);
  });
});

describe('a file that the table does not know is a breach', () => {
  test.each([
    ['src/utils/text.ts', 'src/utils'],
    ['src/helpers.ts', 'src'],
    ['src/roles.ts', 'src'],
    ['src/constructor/x.ts', 'src/constructor'],
    ['src/utils/text.test.ts', 'src/utils'],
    ['lib/contracts/ids.ts', 'lib/contracts'],
  ])('%s', (file, imported) => {
    expect(found(file, '')).toEqual([['homeless', imported]]);
  });
});

describe('an import that breaks the table is a breach', () => {
  test.each([
    // a higher row
    ['src/contracts/ids.ts', '../control/decide.ts', 'file', 'src/control/decide.ts'],
    ['src/laws/inspect.ts', '../engine/observers.ts', 'file', 'src/engine/observers.ts'],
    ['src/journal/entry.ts', '../effects/effects.ts', 'file', 'src/effects/effects.ts'],
    ['src/memory/megram.ts', '../roles/role.ts', 'file', 'src/roles/role.ts'],
    ['src/engine/host.ts', '../config/config.ts', 'file', 'src/config/config.ts'],
    ['src/roles/r3-executor/role.ts', '../../engine/host.ts', 'file', 'src/engine/host.ts'],
    ['src/view/wrap.ts', '../cli/main.ts', 'file', 'src/cli/main.ts'],
    ['src/engine/host.ts', '../team/board.ts', 'file', 'src/team/board.ts'],
    ['src/team/board.ts', '../app/wiring/wire.ts', 'file', 'src/app/wiring/wire.ts'],
    ['src/history/cost/cost-report.ts', '../../config/config.ts', 'file', 'src/config/config.ts'],
    ['src/app/run.ts', '../cli/main.ts', 'file', 'src/cli/main.ts'],
    ['src/cli/main.ts', '../index.ts', 'file', 'src/index.ts'],
    ['src/cli/main.ts', '../testing.ts', 'file', 'src/testing.ts'],
    // the same row, another folder
    ['src/control/decide.ts', '../laws/budgets.ts', 'file', 'src/laws/budgets.ts'],
    ['src/journal/entry.ts', '../tools/tool.ts', 'file', 'src/tools/tool.ts'],
    ['src/models/model.ts', '../store/store.ts', 'file', 'src/store/store.ts'],
    ['src/effects/live.ts', '../memory/megram.ts', 'file', 'src/memory/megram.ts'],
    ['src/web/server/app.ts', '../../cli/main.ts', 'file', 'src/cli/main.ts'],
    ['src/mcp/serve-mcp.ts', '../web/server.ts', 'file', 'src/web/server.ts'],
    // the engine and a role itself
    ['src/engine/host.ts', '../roles/r1-perceiver/role.ts', 'file', 'src/roles/r1-perceiver/role.ts'],
    ['src/engine/host.ts', '../roles/handoff.ts', 'file', 'src/roles/handoff.ts'],
    // another role
    ['src/roles/r1-perceiver/role.ts', '../r2-planner/prompt.ts', 'file', 'src/roles/r2-planner/prompt.ts'],
    ['src/roles/r4a-validator/role.ts', '../r4b-meta-validator/role.ts', 'file', 'src/roles/r4b-meta-validator/role.ts'],
    // not in the table
    ['src/app/run.ts', '../utils/text.ts', 'file', 'src/utils/text.ts'],
    ['src/app/run.ts', '../../package.json', 'file', 'package.json'],
    ['src/app/run.ts', '../../scripts/message-reference.ts', 'file', 'scripts/message-reference.ts'],
    ['src/app/run.ts', '../../test/layers.ts', 'file', 'test/layers.ts'],
    ['src/app/run.ts', '../../../elsewhere/x.ts', 'file', '../elsewhere/x.ts'],
    // a test
    ['src/app/run.ts', './run.test.ts', 'file', 'src/app/run.test.ts'],
    ['src/app/run.test.ts', './resume.test.ts', 'file', 'src/app/resume.test.ts'],
    ['src/index.ts', './app/run.test.ts', 'file', 'src/app/run.test.ts'],
    ['src/journal/entry.test.ts', '../effects/effects.ts', 'file', 'src/effects/effects.ts'],
    ['src/journal/entry.test.ts', '../index.ts', 'file', 'src/index.ts'],
    ['src/journal/entry.test.ts', '../../scripts/x.ts', 'file', 'scripts/x.ts'],
    // a package
    ['src/control/decide.ts', 'zod', 'package', 'zod'],
    ['src/control/decide.ts', 'zod/v4/core', 'package', 'zod'],
    ['src/contracts/ids.ts', 'tinyglobby', 'package', 'tinyglobby'],
    ['src/models/model.ts', 'fs-native-extensions', 'package', 'fs-native-extensions'],
    ['src/cli/main.ts', 'zod', 'package', 'zod'],
    ['src/engine/nats.ts', '@nats-io/transport-node', 'package', '@nats-io/transport-node'],
    ['src/engine/nats.ts', '@nats-io/transport-node/deep.js', 'package', '@nats-io/transport-node'],
    ['src/app/run.ts', 'vitest', 'package', 'vitest'],
    ['src/app/run.ts', 'artoo/testing', 'package', 'artoo'],
    ['src/app/run.ts', '#app/config', 'package', '#app'],
    ['src/app/run.ts', '/home/me/artoo/src/config/config.ts', 'package', '/home/me/artoo/src/config/config.ts'],
    ['src/app/run.ts', 'data:text/javascript,1', 'package', 'data:text'],
    ['src/control/decide.test.ts', 'zod', 'package', 'zod'],
    // a builtin
    ['src/contracts/ids.ts', 'node:crypto', 'builtin', 'node:crypto'],
    ['src/control/decide.ts', 'node:util', 'builtin', 'node:util'],
    ['src/laws/inspect.ts', 'path', 'builtin', 'node:path'],
    ['src/engine/host.ts', 'node:fs', 'builtin', 'node:fs'],
    ['src/roles/r3-executor/role.ts', 'node:fs/promises', 'builtin', 'node:fs/promises'],
    ['src/roles/r3-executor/role.ts', 'node:child_process', 'builtin', 'node:child_process'],
    ['src/roles/r3-executor/role.ts', 'node:http', 'builtin', 'node:http'],
    ['src/roles/r3-executor/role.ts', 'node:https', 'builtin', 'node:https'],
    ['src/roles/r3-executor/role.ts', 'node:net', 'builtin', 'node:net'],
    ['src/roles/r3-executor/role.ts', 'fs', 'builtin', 'node:fs'],
  ])('%s imports %s', (file, specifier, kind, imported) => {
    expect(found(file, `import '${specifier}';`)).toEqual([[kind, imported]]);
  });
});

describe('an import that keeps the table passes', () => {
  test.each([
    // itself and lower rows
    ['src/contracts/routes.ts', './parties.ts'],
    ['src/control/decide.ts', './loss.ts'],
    ['src/control/decide.ts', '../contracts/criteria.ts'],
    ['src/journal/entry.ts', '../contracts/ids.ts'],
    ['src/tools/containment/landlock/landlock.ts', '../tool.ts'],
    ['src/tools/shell.ts', '../laws/inspect.ts'],
    ['src/effects/live.ts', '../tools/tool.ts'],
    ['src/memory/recall/potentials.ts', '../store/store.ts'],
    ['src/roles/r1-perceiver/role.ts', './prompt.ts'],
    ['src/roles/r1-perceiver/role.ts', '../role.ts'],
    ['src/roles/r7-solver/role.ts', '../../control/decide.ts'],
    ['src/app/wiring/wire.ts', '../../roles/r1-perceiver/role.ts'],
    ['src/app/wiring/wire.ts', '../../team/board.ts'],
    ['src/engine/host.ts', '../roles/role.ts'],
    ['src/engine/lines/memory-line.ts', '../roles/r5-memory/task-memory.ts'],
    ['src/cli/main.ts', '../app/run.ts'],
    ['src/cli/main.ts', '../web/server.ts'],
    ['src/web/server.ts', '../app/run.ts'],
    // packages and builtins that the folder may import
    ['src/contracts/ids.ts', 'zod'],
    ['src/contracts/ids.ts', 'zod/v4'],
    ['src/models/model.ts', 'zod'],
    ['src/tools/glob.ts', 'tinyglobby'],
    ['src/journal/files.ts', 'fs-native-extensions'],
    ['src/journal/files.ts', 'node:fs'],
    ['src/tools/shell.ts', 'node:child_process'],
    ['src/engine/host.ts', 'node:crypto'],
    ['src/engine/host.ts', 'node:timers/promises'],
    // the entries
    ['src/index.ts', './app/run.ts'],
    ['src/index.ts', './cli/main.ts'],
    ['src/index.ts', 'zod'],
    ['src/testing.ts', './index.ts'],
    ['src/testing.ts', 'node:http'],
    ['src/index.test.ts', './index.ts'],
    // tests beside sources
    ['src/contracts/ids.test.ts', './ids.ts'],
    ['src/contracts/ids.test.ts', 'zod'],
    ['src/control/decide.test.ts', 'vitest'],
    ['src/control/decide.test.ts', 'fast-check'],
    ['src/control/decide.test.ts', 'node:fs'],
    ['src/control/decide.test.ts', '../laws/budgets.ts'],
    ['src/control/decide.test.ts', '../../test/outcomes.ts'],
    ['src/control/decide.test.ts', '../testing.ts'],
    ['src/roles/r1-perceiver/role.test.ts', '../../testing.ts'],
    ['src/roles/r1-perceiver/role.test.ts', '../../../test/rig.ts'],
  ])('%s imports %s', (file, specifier) => {
    expect(found(file, `import '${specifier}';`)).toEqual([]);
  });
});

test('a violation is reported with the importer, what it imported and what it may import', () => {
  expect(violations('src/tools/glob.ts', "import 'fast-glob';").map(sentence)).toEqual([
    'src/tools/glob.ts imports the package fast-glob; tools may import only zod, tinyglobby, @vscode/ripgrep, re2js, diff, fs-native-extensions, @cfworker/json-schema, yaml, @modelcontextprotocol/client, @mozilla/readability, linkedom, turndown, unpdf.',
  ]);
});
