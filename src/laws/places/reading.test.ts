import { describe, expect, test } from 'vitest';
import { mayReadIn, type ReadingPlaces } from './reading.ts';

const places: ReadingPlaces = {
  home: '/home/ada',
  homes: ['/home/ada', '/root', '/srv/people/bob'],
  task: ['/home/ada/project', '', '/data/workspace'],
  dataFolder: '/home/ada/.artoo',
  named: ['/mnt/disk/report', '/home/eve/shared'],
  linked: ['/home/ada/dotfiles/aws'],
};
const none = { decision: 'none' } as const;
const read = (path: string) => mayReadIn(places)(path, none).read;

describe('read whole', () => {
  test.each([
    '/home/ada/project/src/a.ts',
    '/home/ada/project/test/fixtures/server.key',
    '/home/ada/project/.env.example',
    '/home/ada/notes.txt',
    '/home/ada/.gitconfig',
    '/home/ada/.ssh-not/x',
    '/home/ada/.aws-sam/x',
    '/home/ada/.ssh.bakery/x',
    '/home/ada/.ssh copyright/x',
    '/home/ada/.ssh-config-docs/x',
    '/home/ada/keys/id_rsa.pub.old',
    '/home/ada/project/environment.md',
    '/home/ada/project (2)/a-1.ts',
    '/home/ada/project/vendor/.ssh/config',
    '/data/workspace/x',
    '/mnt/disk/report/a.csv',
    '/home/eve/shared/a.txt',
    '/etc/hosts',
    '/etc/ssl/certs/ca.pem',
    '/usr/share/doc/x',
    '/usr/lib/python3/dist-packages/certifi/cacert.pem',
    '/tmp/x',
    '/var/tmp/x',
    '/var/tmp/artoo-notes/x',
    '/var/lib/dpkg/status',
    '/proc/cpuinfo',
    '/home/ada/keys/id_ed25519.pub',
  ])('%s', (path) => expect(read(path)).toBe('whole'));
});

describe('read without its values', () => {
  test.each([
    '/home/ada/project/.env',
    '/home/ada/project/.env.production',
    '/home/ada/x/.envrc',
    '/tmp/prod.env',
    '/tmp/prod.env.bak',
    '/home/ada/project/.ENV',
    '/home/ada/project/.env~',
    '/home/ada/project/.env (copy)',
    '/home/ada/project/Copy of .env',
    '/home/ada/project/prod.env (1)',
    '/home/ada/project/.env.backup',
    '/home/ada/project/.envs (copy)/.django',
    '/home/ada/project/.envs/.local/.django',
  ])('%s', (path) => expect(read(path)).toBe('names'));
});

describe('refused', () => {
  test.each([
    ...[
      '/var/tmp/artoo-1000',
      '/var/tmp/artoo-1000/a/3/upper/x',
      '/tmp/artoo-0-a1B2c3/x',
      '/dev/shm/artoo-0/x',
      '/private/var/tmp/artoo-501/x',
    ],
    ...[
      '/home/ada/.ssh/id_rsa',
      '/home/ada/.SSH/config',
      '/home/ada/.aws',
      '/home/ada/.npmrc',
      '/home/ada/.codex/auth.json',
      '/home/ada/Maildir/cur/1',
    ],
    ...[
      '/home/eve/shared/.ssh/id',
      '/home/eve/.aws/credentials',
      '/root/.ssh/id',
      '/srv/people/bob/.netrc',
      '/home/eve/notes.txt',
      '/root/x',
    ],
    ...[
      '/srv/people/bob/a.txt',
      '/home/ada/dotfiles/aws/credentials',
      '/home/ada/backup/.ssh/id',
      '/home/ada/keys/id_ed25519',
      '/home/ada/x.kdbx',
    ],
    ...['/home/ada/.netrc~', '/home/ada/.npmrc.bak', '/home/ada/.ssh-old/config', '/home/eve/shared/.aws.bak2/x', '/etc/shadow.old'],
    ...['/home/ada/.netrc.bak~', '/home/ada/.netrc.old.1', '/home/ada/.ssh.bak.2/config', '/home/ada/.ssh_backup_2024/config'],
    ...['/home/ada/.ssh (copy)/config', '/home/ada/.netrc (1)', '/home/ada/.aws (weitere Kopie)/credentials', '/home/ada/Copy of .netrc'],
    ...[
      '/home/ada/.docker/config (1).json',
      '/home/ada/.docker.bak/config.json',
      '/home/ada/.cargo/credentials (2)',
      '/home/ada/.ssh.tar.gz',
    ],
    ...['/home/ada/keys/id_rsa.old', '/home/ada/server.key.bak', '/home/ada/server (copy).key', '/home/ada/x.kdbx~', '/etc.old/shadow'],
    ...['/home/ada/.ssh copy/config', '/home/ada/.ssh copy 2/config', '/mnt/disk/report/.aws-2024-01-31/x', '/etc/shadow.old.1'],
    ...['/home/ada/.artoo/config.yaml', '/proc/1/environ', '/proc/self/environ', '/proc/1', '/dev/sda', '/dev/shm/x', '/net/host/x'],
    ...[
      '/etc/shadow',
      '/etc/ssl/private/x',
      '/etc/wireguard/wg0.conf',
      '/etc/NetworkManager/system-connections/wifi',
      '/etc/letsencrypt/live/a/b',
    ],
    ...[
      '/etc/ssh/ssh_host_rsa_key',
      '/etc/krb5.keytab',
      '/var/lib/docker/x',
      '/var/log/syslog',
      '/mnt/disk/other',
      '/srv/x',
      '/run/user/1000/x',
      '/opt2/x',
    ],
  ])('%s', (path) => expect(read(path)).toBe('no'));
});

describe('a rule', () => {
  const by = (decision: 'allow' | 'ask' | 'deny', rule: string) => (path: string) => mayReadIn(places)(path, { decision, rule }).read;

  test('that forbids or asks closes anything', () => {
    expect(by('deny', 'read(./**)')('/home/ada/project/a')).toBe('no');
    expect(by('ask', 'read(./a)')('/home/ada/project/a')).toBe('no');
  });

  test('that asks leads to a question only where a yes opens something', () => {
    const asks = (path: string) => mayReadIn(places)(path, { decision: 'ask', rule: 'read(~/**)' });
    expect(asks('/home/ada/project/a')).toMatchObject({ asks: '/home/ada/project/a' });
    for (const path of ['/home/ada/.ssh/config', '/home/ada/.artoo/log', '/srv/x']) expect(asks(path)).not.toHaveProperty('asks');
  });

  test('that allows opens what is not shown, and files of variables', () => {
    expect(by('allow', 'read(/srv/**)')('/srv/x')).toBe('whole');
    expect(by('allow', 'read(./.env)')('/home/ada/project/.env')).toBe('whole');
  });

  test('opens a secret only by its whole name, and never artoo’s own data or a process', () => {
    expect(by('allow', 'read(~/**)')('/home/ada/.ssh/config')).toBe('no');
    expect(by('allow', 'read(~/.ssh/config)')('/home/ada/.ssh/config')).toBe('whole');
    expect(by('allow', 'read(~/.artoo/log)')('/home/ada/.artoo/log')).toBe('no');
    expect(by('allow', 'read(/proc/1/environ)')('/proc/1/environ')).toBe('no');
  });
});

test('the home itself is not a project: names of keys count there', () => {
  const atHome = { ...places, task: ['/home/ada'] };
  expect(mayReadIn(atHome)('/home/ada/server.key', none)).toMatchObject({ read: 'no', hides: 'content' });
  expect(mayReadIn(atHome)('/home/ada/.ssh/id', none)).toMatchObject({ read: 'no', hides: 'all' });
});
