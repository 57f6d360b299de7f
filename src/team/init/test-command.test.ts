import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { testCommandsOf } from './test-command.ts';

test.each<[readonly string[], Readonly<Record<string, string>>]>([
  [['npm test'], { 'package.json': '{"scripts":{"test":"vitest"}}', 'test/a.test.js': '' }],
  [['node --test'], { 'package.json': '{"type":"module"}', 'test/a.test.js': '' }],
  [[], { 'package.json': '{"scripts":{"test":"echo \\"Error: no test specified\\" && exit 1"}}' }],
  [[], { 'package.json': 'not JSON' }],
  [['cargo test'], { 'Cargo.toml': '' }],
  [['go test ./...'], { 'go.mod': '' }],
  [['pytest'], { 'pyproject.toml': '[tool.pytest.ini_options]\n' }],
  [['pytest'], { 'tests/test_a.py': '' }],
  [['make test'], { Makefile: 'build:\n\ttrue\ntest: build\n\ttrue\n' }],
  [['cargo test'], { 'Cargo.toml': '', Makefile: 'test:\n\tcargo test\n' }],
  [['npm test', 'go test ./...'], { 'package.json': '{"scripts":{"test":"vitest"}}', 'go.mod': '' }],
  [[], { 'README.md': '' }],
])('%j is found', (commands, files) => {
  const root = scratch();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  expect(testCommandsOf(root)).toEqual(commands);
});
