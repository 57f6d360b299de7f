/** S1, S2 and S4: a place that is not shown is refused by name however it is accessed, and never looks empty. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Home, newHome, testBy, triedBy, users } from '../../support/contained.ts';
import { isRoot, ordinary } from '../../support/ordinary-user.ts';
import { sampled } from '../../support/sample.ts';

function newFolder(): string {
  const folder = mkdtempSync('/var/tmp/artoo-outside-');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  execFileSync('chmod', ['755', folder]);
  return folder;
}

describe.each(users)('as %s', (user) => {
  const tries = testBy(user);
  const give = (path: string) => user === 'an ordinary user' && execFileSync('chown', ['-R', `${ordinary}:${ordinary}`, path]);

  test.each(
    triedBy(
      user,
      sampled(['/root', '/var/log', '/var/spool', '/srv', '/mnt', '/media', '/boot', '/lost+found', '/home'].filter(existsSync), 4),
    ),
  )('%s is there by name, and cannot be opened', async (place) => {
    const { output } = await newHome(user).run(
      `[ -e ${place} ] && ls ${place}; cd ${place}; echo x > ${place}/x; chmod 755 ${place}; ls ${place}; stat -c %a ${place}`,
    );
    expect(output.match(/Permission denied|can't cd/g)?.length).toBeGreaterThanOrEqual(4);
    expect(output).toMatch(/\n0\n$/);
  });

  tries('a place beside the home is there by name, through links, open folders and other names for the root too', async () => {
    const home = newHome(user);
    const beside = newFolder();
    writeFileSync(join(beside, 'note'), 'PRIVATE');
    symlinkSync(beside, join(home.path, 'project/vendor'));
    const ways = ['project/vendor/note', '/proc/self/root', '/proc/1/root', '/proc/self/cwd/../..'].map((way) =>
      way.startsWith('/') ? `${way}${beside}/note` : `~/${way}`,
    );
    const { output } = await home.run(`cat ${ways.join(' ')}; grep -R PRIVATE . ..; find / -name note 2>/dev/null`);
    expect(output).not.toContain('PRIVATE\n');
    expect(output).not.toMatch(/^PRIVATE|note:PRIVATE/m);
  });

  tries('secrets are refused by their real path, whatever leads there', async () => {
    const home = newHome(user);
    symlinkSync('../.ssh', join(home.cwd, 'vendor'));
    symlinkSync('/', join(home.cwd, 'root'));
    const { output, deniedPlaces } = await home.run(
      'cat vendor/id root$HOME/.ssh/id; rm root; grep -R PRIV . ..; diff -r vendor d; cp -a ~/.ssh k; mv ~/.ssh k; ls k',
    );
    expect(output).not.toMatch(/PRIVATE/);
    expect(output).toMatch(/Permission denied/);
    expect(deniedPlaces).toEqual(['~/.ssh', '~/.artoo']);
  });

  tries('the environment of other processes is not there, through a link to /proc either', async () => {
    const home = newHome(user);
    symlinkSync('/proc', join(home.cwd, 'p'));
    const { output } = await home.run(
      `cat p/${process.pid}/environ; cat p/[0-9]*/environ | tr '\\0' '\\n' | grep -c VITEST; ls -d /proc/${process.pid}`,
    );
    expect(output).toMatch(/^0$/m); // not a line of any process's environment
    expect(output).toMatch(/^ls: .*No such file/m);
  });

  test.runIf(isRoot)('a list of processes that is mounted in the home is closed', async () => {
    const home = newHome(user, { 'jail/proc/.keep': '' });
    execFileSync('mount', ['-t', 'proc', 'proc', join(home.path, 'jail/proc')]);
    onTestFinished(() => void execFileSync('umount', [join(home.path, 'jail/proc')]));
    const { output } = await home.run(`ls ~/jail/proc; cat ~/jail/proc/${process.pid}/environ | wc -c`);
    expect(output).toMatch(/Permission denied/);
    expect(output).toMatch(/\n0\n$/);
  });

  tries('secrets of the system that it is told of are closed', async () => {
    const secret = ['/etc/ssl/private', '/etc/hostname'].filter(existsSync);
    const { output } = await newHome(user).run(`cat /etc/hostname; ls /etc/ssl/private; true`, { secrets: secret });
    expect(output.match(/Permission denied/g)).toHaveLength(secret.length);
  });

  describe('a place that the person named', () => {
    const named = (home: Home, line: string, ...places: readonly string[]) => home.run(line, { places });

    tries('is shown, and what is changed there is told', async () => {
      const [home, outside] = [newHome(user), newFolder()];
      mkdirSync(join(outside, 'data'));
      writeFileSync(join(outside, 'data/a'), 'A');
      writeFileSync(join(outside, 'beside'), 'B');
      give(outside);
      const { output, effects } = await named(
        home,
        `cat ${outside}/data/a; echo more >> ${outside}/data/a; cat ${outside}/beside`,
        join(outside, 'data'),
      );
      expect(output).toMatch(/^Acat: .*beside: (?:Permission denied|No such file)/);
      expect(effects).toEqual([expect.stringMatching(/^changed \.\..*data\/a$/)]);
    });

    tries('may be a single file: it can be changed, and those beside it are not seen', async () => {
      const [home, outside] = [newHome(user), newFolder()];
      for (const name of ['a', 'b']) writeFileSync(join(outside, name), name.toUpperCase());
      give(outside);
      const { output, effects } = await named(home, `cat ${outside}/a; echo more >> ${outside}/a; ls ${outside}`, join(outside, 'a'));
      expect(output).toBe('Aa\n');
      expect(effects).toEqual([expect.stringMatching(/^changed \.\..*\/a$/)]);
    });

    tries('by a link is shown by that link', async () => {
      const [home, outside, links] = [newHome(user), newFolder(), newFolder()];
      writeFileSync(join(outside, 'a'), 'A');
      symlinkSync(outside, join(links, 'way'));
      expect((await named(home, `cat ${links}/way/a`, join(links, 'way'))).output).toBe('A');
    });

    tries("is not shown where it is secret, artoo's own, the list of processes, a device or the root", async () => {
      const home = newHome(user);
      const { output } = await named(
        home,
        `cat ~/.ssh/id ~/.artoo/log; ls /proc/${process.pid} /dev/mem; ls /srv`,
        join(home.path, '.ssh/id'),
        join(home.path, '.artoo'),
        '/proc',
        '/dev',
        '/',
      );
      expect(output).not.toMatch(/PRIVATE|JOURNAL/);
      expect(output.match(/Permission denied/g)?.length).toBeGreaterThanOrEqual(3);
      expect(output.match(/No such file/g)).toHaveLength(2);
    });

    test.runIf(isRoot)('that holds the homes of others does not open them', async () => {
      const others = readdirSync('/home');
      const { output } = await named(newHome(user), `for h in /home/*; do ls $h; done`, '/home');
      expect(output.match(/Permission denied/g) ?? []).toHaveLength(others.length);
    });

    tries('that is where views are kept does not open them', async () => {
      const home = newHome(user);
      await home.run('true');
      const { output } = await named(home, 'for folder in /var/tmp/artoo-[0-9]*; do ls $folder; done', '/var/tmp');
      expect(output).toContain('Permission denied');
      expect(output).not.toMatch(/lock|upper/);
    });

    tries('that holds the views of other commands does not show those', async () => {
      expect((await named(newHome(user), "ls /var/log > /dev/null && ls -A /var/tmp | grep -c '^artoo-[0-9]*$'", '/var')).output).toBe(
        '0\n',
      );
    });
  });

  tries('a repository that claims the folder of someone else for its own does not open it', async () => {
    const [home, outside] = [newHome(user), newFolder()];
    writeFileSync(join(outside, 'note'), 'PRIVATE');
    const project = newFolder();
    mkdirSync(join(project, 'fake'));
    writeFileSync(join(project, '.git'), 'gitdir: ./fake\n');
    writeFileSync(join(project, 'fake/gitdir'), join(project, '.git'));
    writeFileSync(join(project, 'fake/commondir'), outside);
    const seen = await home.run(`cat ${outside}/note`, { cwd: project });
    writeFileSync(join(project, '.git'), `gitdir: ${outside}\n`);
    const seenAgain = await home.run(`cat ${outside}/note`, { cwd: project });
    expect(`${seen.output}${seenAgain.output}`).not.toContain('PRIVATE');
  });
});
