/** K1 and K2: no command reaches a program of the machine by a Unix socket or a FIFO, wherever it is and however it got there. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Home, newHome, users } from '../../support/contained.ts';
import { isRoot, ordinary } from '../../support/ordinary-user.ts';
import { sampled } from '../../support/sample.ts';

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const python = '/usr/bin/python3';

/** The servers in the folder; `heard` is how often they were reached. */
async function listening(how: string, folder: string, prefix: readonly string[] = []) {
  const [file = '', ...args] = [...prefix, python, script('socket-server.py'), how, folder];
  const server = spawn(file, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void server.kill('SIGKILL'));
  let said = '';
  server.stdout.setEncoding('utf8').on('data', (text) => (said += text));
  await once(server.stdout, 'data');
  return { heard: () => said.split('\n').filter((line) => line === 'reached').length };
}

/** A program of the machine that has left a message in a FIFO, and reports afterwards what is in it. */
const holding =
  'exec 3<>"$1"; echo waiting >&3; echo ready; read -r; held=; while read -r -t 0.2 line <&3; do held="$held $line"; done; echo "held:$held"';

describe.each(users)('as %s', (user) => {
  const newFolder = (): string => {
    const folder = mkdtempSync('/var/tmp/artoo-outside-');
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    chmodSync(folder, 0o777);
    return folder;
  };

  describe('a socket', () => {
    /** The result of a command that tries every way to reach the servers in the folder. */
    async function reaching(home: Home, folder: string, how: string, prefix: readonly string[] = [], places: readonly string[] = []) {
      copyFileSync(script('socket-client.py'), join(home.path, 'client.py'));
      const { heard } = await listening(how, folder, prefix);
      const ran = await home.run(`${python} ~/client.py ${folder} ${how}`, { places });
      return { ...ran, heard: heard() };
    }
    const outOfReach = { heard: 0, output: expect.not.stringContaining('reached'), attemptedSocket: true };

    test.each(sampled(['plain', 'renamed', 'linked', 'late', 'abstract'], 4))('that is bound %s is out of reach', async (how) => {
      const home = newHome(user);
      const ran = await reaching(home, newFolder(), how);
      expect(ran).toMatchObject(outOfReach);
      expect(ran.output).toMatch(/^stream Address family not supported by protocol$/m);
    });

    test.each(sampled(['plain', 'renamed', 'late'], 4))('in the home that is bound %s is out of reach', async (how) => {
      const home = newHome(user);
      mkdirSync(join(home.path, 'run'));
      chmodSync(join(home.path, 'run'), 0o777);
      expect(await reaching(home, join(home.path, 'run'), how)).toMatchObject(outOfReach);
    });

    test('in a place that is seen as it is, because views are kept there, is out of reach', async () => {
      const ran = await reaching(newHome(user), newFolder(), 'plain', [], ['/var/tmp']);
      expect(ran).toMatchObject(outOfReach);
      expect(ran.output).not.toContain('No such file');
    });

    test.runIf(isRoot)('in a folder for a group is out of reach', async () => {
      const folder = newFolder();
      chownSync(folder, 0, user === 'this user' ? 0 : ordinary);
      chmodSync(folder, 0o2750);
      expect(await reaching(newHome(user), folder, 'plain')).toMatchObject(outOfReach);
    });

    test.runIf(isRoot)('of another network is out of reach', async () => {
      expect(await reaching(newHome(user), newFolder(), 'plain', ['unshare', '-n'])).toMatchObject(outOfReach);
    });

    test('of its own needs a yes to sockets', async () => {
      const line = `${python} -c "import socket; s = socket.socket(socket.AF_UNIX); s.bind('/tmp/s'); s.listen(); print('made')"`;
      expect(await newHome(user).run(line, { sockets: true })).toMatchObject({ output: 'made\n', attemptedSocket: false });
    });

    test.each(sampled([false, true], 4))('pair of another family is refused, with sockets (%s) too', async (sockets) => {
      const line = `${python} -c "import ctypes; c = ctypes.CDLL(None, use_errno=True); print(c.socketpair(30, 1, 0, (ctypes.c_int * 2)()), ctypes.get_errno())"`;
      expect((await newHome(user).run(line, { sockets })).output).toBe('-1 97\n');
    });

    test.each(sampled(['SOCK_STREAM', 'SOCK_SEQPACKET'], 4))('pair of %s that a program makes for itself works without', async (kind) => {
      const line = `${python} -c "import socket; a, b = socket.socketpair(socket.AF_UNIX, socket.${kind}); a.send(b'x'); print(b.recv(1))"`;
      expect(await newHome(user).run(line)).toMatchObject({ output: "b'x'\n", attemptedSocket: false });
    });
  });

  describe('a FIFO', () => {
    /** Sockets and FIFOs in the home, in a folder of programs, in a folder that is not shown, and in one that the person named. */
    const places = (home: string, outside: string) => ({
      home: join(home, 'fifo'),
      programs: join(outside, 'tools/fifo'),
      outside: join(outside, 'fifo'),
    });

    test.each(sampled(['home', 'programs', 'outside', 'named'] as const, 4))('%s is not that of the machine', async (where) => {
      const home = newHome(user);
      const outside = newFolder();
      chmodSync(outside, 0o755);
      mkdirSync(join(outside, 'tools/bin'), { recursive: true });
      const fifo = places(home.path, outside)[where === 'named' ? 'outside' : where];
      execFileSync('mkfifo', ['-m', '666', fifo]);
      const machine = spawn('bash', ['-c', holding, 'bash', fifo], { stdio: ['pipe', 'pipe', 'inherit'] });
      onTestFinished(() => void machine.kill('SIGKILL'));
      await once(machine.stdout, 'data');
      const more = { path: `${join(outside, 'tools/bin')}:/usr/bin:/bin`, ...(where === 'named' ? { places: [outside] } : {}) };
      const line = `timeout 1 bash -c 'read -r -t 0.5 eaten <>${fifo} && echo "ate $eaten"; echo sent >${fifo}'; echo over`;
      const { output } = await home.run(line, more);
      expect(output).toMatch(/over\n$/);
      expect(output).not.toContain('ate');
      machine.stdin.end('\n');
      expect(String(await once(machine.stdout, 'data'))).toBe('held: waiting\n');
    });
  });
});
