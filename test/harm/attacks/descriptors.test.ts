/** A descriptor that artoo inherits from a shell, an editor or a script is no way out of the walls. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { triedBy, users } from '../../support/contained.ts';
import { asOrdinaryUser, ordinary } from '../../support/ordinary-user.ts';

/** Above 15, with no open descriptor before it: Node passes such a number on. */
const [folderAt, fileAt] = [40, 41];

describe.each(users)('for %s', (user) => {
  let home = '';
  beforeAll(() => {
    home = mkdtempSync('/var/tmp/artoo-descriptors-');
    for (const folder of ['project', 'workspace', '.ssh']) mkdirSync(join(home, folder));
    writeFileSync(join(home, 'kept.txt'), 'kept\n');
    writeFileSync(join(home, '.ssh/id'), 'PRIVATE\n');
    if (user === 'an ordinary user') execFileSync('chown', ['-R', `${ordinary}:${ordinary}`, home]);
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  test.each(triedBy(user, ['overlay', 'copy', 'read-only', 'landlock']))(
    'nothing is reached by them (%s)',
    { timeout: 120_000 },
    async (from) => {
      const kept = join(home, 'kept.txt');
      const attack = [
        `echo through >&${fileAt}`,
        `for p in /proc/[0-9]* /proc/self; do echo gone > $p/fd/${folderAt}${kept}; cat $p/fd/${folderAt}${home}/.ssh/id; done`,
        'echo tried',
      ].join('; ');
      const { output } = await runWithOpen({ from, home, command: attack, isOrdinary: user === 'an ordinary user' });
      expect(output).toContain('tried');
      expect(output).not.toContain('PRIVATE');
      expect(readFileSync(kept, 'utf8')).toBe('kept\n');
    },
  );
});

type Run = { readonly from: string; readonly home: string; readonly command: string; readonly isOrdinary: boolean };

/** A command whose walls were made by a process that was started with the root and a file of the person open. */
async function runWithOpen({ from, home, command, isOrdinary }: Run): Promise<{ readonly output: string }> {
  const { root, node } = inject('readable');
  const [file = '', ...args] = [...(isOrdinary ? asOrdinaryUser : []), node, join(root, 'test/support/children/contained.ts')];
  const open = [openSync('/', 'r'), openSync(join(home, 'kept.txt'), 'a')];
  const child = spawn(file, args, {
    cwd: '/',
    stdio: ['pipe', 'pipe', 'inherit', ...Array<'ignore'>(folderAt - 3).fill('ignore'), ...open],
  });
  for (const each of open) closeSync(each);
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) return expect.fail('both are pipes');
  const places = {
    home,
    data: join(home, '.artoo'),
    secrets: [join(home, '.ssh')],
    cwd: join(home, 'project'),
    workspace: join(home, 'workspace'),
  };
  stdin.end(`${JSON.stringify({ from, ...places, stagings: ['/var/tmp'], command, timeoutMs: 20_000 })}\n`);
  const [line] = await once(createInterface({ input: stdout }), 'line');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  const told = JSON.parse(line);
  return 'error' in told ? expect.fail(told.error) : told.ended;
}
