/** Tests applescript and shortcuts with programs that replace those of macOS. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../../test/support/scratch.ts';
import { callContext, permitting } from '../../test/support/web.ts';
import { createAppleScript } from './applescript.ts';
import { openStartedCalls } from './running/started-calls.ts';
import { createShortcuts } from './shortcuts.ts';

/** A program that prints its arguments, and the content of a file that follows `--input-path`; the word `fail` makes it fail. */
function standIn(rules: Parameters<typeof permitting>[0] = {}) {
  const folder = scratch();
  const [program, ran] = [join(folder, 'program'), join(folder, 'ran')];
  writeFileSync(
    program,
    `#!/bin/sh\necho x >> ${ran}\nprintf '%s|' "$@"\n[ "$2" = --input-path ] && cat "$3"\ncase "$*" in *fail*) echo 'execution error: no (-1)' >&2; exit 1;; esac\nexit 0\n`,
  );
  chmodSync(program, 0o755);
  const options = { program, env: { PATH: '/usr/bin:/bin' }, permissions: permitting(rules), started: openStartedCalls(folder) };
  return {
    script: createAppleScript(options),
    shortcut: createShortcuts(options),
    times: () => (existsSync(ran) ? readFileSync(ran, 'utf8').length / 2 : 0),
  };
}

const script = 'tell application "Finder"\n  beep\nend tell';

test('a script is asked about by what it says, no rule can allow it, and a yes is for that very text', async () => {
  const { script: tool, times } = standIn();
  const { harm } = await tool.run({ script }, callContext());
  expect(harm).toMatchObject({ action: script, rule: null, effects: [] });
  expect(await tool.run({ script: `${script} ` }, callContext({ approved: harm?.hash }))).toHaveProperty('harm');
  expect(times()).toBe(0);
  expect(await tool.run({ script }, callContext({ approved: harm?.hash }))).toMatchObject({
    ok: true,
    output: `-e|${script}|`,
    exit_code: 0,
  });
  expect([tool.changes({ script }), tool.repeatable({ script })]).toEqual([true, false]);
});

test('a script that fails says why, and one that was started and not ended is unknown', async () => {
  const { script: tool } = standIn();
  const asked = { script: 'fail' };
  const { harm } = await tool.run(asked, callContext());
  const context = callContext({ approved: harm?.hash });
  expect(await tool.lookUp?.(asked, context)).toBe('not_done');
  expect(await tool.run(asked, context)).toMatchObject({
    ok: false,
    exit_code: 1,
    error: { class: 'failed', message: expect.stringContaining('execution error') },
  });
  expect(await tool.lookUp?.(asked, context)).toBe('unknown');
});

test('a rule may forbid scripts', async () => {
  const { script: tool } = standIn({ deny: ['applescript(*)'] });
  expect((await tool.run({ script }, callContext())).harm).toMatchObject({ denied: 'applescript(*)' });
});

test('a shortcut is asked about with its input, and the rule for its name is offered', async () => {
  const { shortcut: tool } = standIn();
  const input = { name: 'Resize Images', input: 'a.png' };
  const { harm } = await tool.run(input, callContext());
  expect(harm).toMatchObject({ action: 'run the shortcut Resize Images with the input\na.png', rule: 'shortcuts(Resize Images)' });
  expect(await tool.run({ ...input, input: 'b.png' }, callContext({ approved: harm?.hash }))).toHaveProperty('harm');
  const { output } = await tool.run(input, callContext({ approved: harm?.hash }));
  expect(output).toMatch(/^run\|--input-path\|[^|]+\/input\.txt\|--\|Resize Images\|a\.png$/);
  expect(existsSync(output.split('|')[2] ?? '')).toBe(false);
});

test('a shortcut that a rule allows is run, and no other', async () => {
  const { shortcut: tool } = standIn({ allow: ['shortcuts(Tidy)'] });
  expect(await tool.run({ name: 'Tidy' }, callContext())).toMatchObject({ ok: true, output: 'run|--|Tidy|' });
  expect(await tool.run({ name: 'Tidy Up' }, callContext())).toHaveProperty('harm');
});
