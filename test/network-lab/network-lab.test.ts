/** The network by permission on a machine of its own: real DNS, real TLS, real programs, and a world that reports everything that reaches it. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isRoot } from '../support/ordinary-user.ts';
import { isProof } from '../support/sample.ts';
import type { Came, Trial } from './inside.ts';
import { dnsAddress, strayAddress, straySix } from './names.ts';
import { stockShop } from './shop.ts';

type Expected = {
  readonly line: string;
  readonly yes?: readonly string[];
  readonly asked?: readonly string[];
  /** What must have reached the world: exactly these. */
  readonly reached: readonly (string | RegExp)[];
  readonly output?: RegExp;
};

const [web, registry, pypi, git] = ['web.lab.example', 'registry.lab.example', 'pypi.lab.example', 'git.lab.example'];
const trust = 'export CURL_CA_BUNDLE=$PWD/ca.pem GIT_SSL_CAINFO=$PWD/ca.pem NODE_EXTRA_CA_CERTS=$PWD/ca.pem PIP_CERT=$PWD/ca.pem;';

const granted: Readonly<Record<string, Expected>> = {
  'curl over http': {
    line: `curl -sS http://${web}/`,
    yes: [web],
    reached: [`dns ${web}`, `http ${web}/ at ::ffff:93.184.215.14`],
    output: /^hello from the world/,
  },
  'curl over https': {
    line: `${trust} curl -sS https://${web}/`,
    yes: [web],
    reached: [`dns ${web}`, `https ${web}/ at ::ffff:93.184.215.14`],
    output: /^hello from the world/,
  },
  'curl over https, by the authority that a variable of the person names': {
    line: `curl -sS https://${web}/`,
    yes: [web],
    reached: [`dns ${web}`, `https ${web}/ at ::ffff:93.184.215.14`],
    output: /^hello from the world/,
  },
  'fetch of Node over http': {
    line: `node -e 'fetch("http://${web}/").then((r) => r.text()).then(console.log)'`,
    yes: [web],
    reached: [/^dns/, /^http web/],
    output: /^hello from the world/,
  },
  'git clone': {
    line: `${trust} git clone -q https://${git}/repo.git && cat repo/a.txt`,
    yes: [git],
    reached: [/^dns git/, /^https git/],
    output: /^hello\n/,
  },
  'npm install': {
    line: `${trust} npm install left --registry https://${registry} --cache ./.npm --no-audit --no-fund && node -p 'require("left")'`,
    yes: [registry],
    reached: [/^dns registry/, /^https registry/],
    output: /^left$/m,
  },
  'pip install': {
    line: `${trust} python3 -m pip install -q --no-cache-dir --disable-pip-version-check --target libs --index-url https://${pypi}/simple left && cat libs/left.py`,
    yes: [pypi],
    reached: [/^dns pypi/, /^https pypi/],
    output: /side = "left"/,
  },
};

const refused: Readonly<Record<string, Expected>> = {
  'a host that was not granted, which is not even looked up': {
    line: `curl -sS http://secret-data.evil.example/`,
    asked: ['secret-data.evil.example'],
    reached: [],
  },
  'an address, directly': {
    line: `curl -sS -m 3 --noproxy '*' http://${strayAddress}/`,
    reached: [],
    output: /tried to reach the network directly/,
  },
  'an address, by the proxy': { line: `curl -sS http://${strayAddress}/`, reached: [], output: /no name of a host/ },
  'an address of IPv6, directly': { line: `curl -sS -g -m 3 --noproxy '*' 'http://[${straySix}]/'`, reached: [] },
  'an address of IPv6, by the proxy': { line: `curl -sS -g 'http://[${straySix}]/'`, reached: [], output: /no name of a host/ },
  'names, by the resolver': { line: 'getent hosts secret-data.evil.example', reached: [] },
  'a name server, directly': {
    line: `python3 -c 'import socket; s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.sendto(b"x" * 40, ("${dnsAddress}", 53))'`,
    reached: [],
  },
  'another port of a granted host': {
    line: `curl -sS -p https://${web}:8443/`,
    yes: [web],
    reached: [],
    output: /net\(web\.lab\.example:8443\)/,
  },
  ssh: { line: `exec 9<>/dev/tcp/${strayAddress}/22`, reached: [] },
  'ssh through the proxy': {
    line: `printf 'CONNECT ${web}:22 HTTP/1.1\\r\\nHost: ${web}:22\\r\\n\\r\\n' > /dev/tcp/127.0.0.1/61013; sleep 1`,
    yes: [web],
    reached: [],
  },
  'a redirect into the own network': {
    line: `curl -sSL http://${web}/to-private`,
    ...{ yes: [web, 'private.lab.example'], asked: [web, 'private.lab.example', 'private.lab.example (private)'] },
    reached: [`dns ${web}`, /^http web.*to-private/, 'dns private.lab.example'],
  },
  'a name that leads to this machine': {
    line: 'curl -sS http://here.lab.example/',
    yes: ['here.lab.example'],
    reached: ['dns here.lab.example'],
    output: /leads to this machine/,
  },
  'a name that leads to this machine the second time': {
    line: 'curl -sS http://moving.lab.example/; curl -sS http://moving.lab.example/',
    yes: ['moving.lab.example'],
    reached: ['dns moving.lab.example', /^http moving/, 'dns moving.lab.example'],
    output: /hello from the world\n[\s\S]*leads to this machine/,
  },
  'another server in TLS': {
    line: `${trust} curl -sS --connect-to other.lab.example:443:${web}:443 https://other.lab.example/`,
    yes: [web],
    reached: [`dns ${web}`],
    output: /another server in TLS/,
  },
  'another host in the header': { line: `curl -sS -H 'Host: other.lab.example' http://${web}/`, yes: [web], reached: [] },
};

const all = Object.entries({ ...granted, ...refused });

describe.runIf(isProof && isRoot)('in a network of its own', () => {
  const home = isProof && isRoot ? mkdtempSync('/var/tmp/artoo-network-') : '';
  let came: readonly Came[] = [];

  beforeAll(async () => {
    const [files, cwd] = [join(home, 'world'), join(home, 'project')];
    for (const folder of [files, cwd]) mkdirSync(folder);
    stockShop(files, join(cwd, 'ca.pem'));
    const trials: readonly Trial[] = all.map(([, { line, yes = [] }]) => ({ line, yes }));
    const script = join(import.meta.dirname, 'inside.ts');
    const args = ['-n', '-m', process.execPath, script, JSON.stringify({ home, files, trials })];
    const { stdout } = await promisify(execFile)('unshare', args, { maxBuffer: 16 * 1024 ** 2 });
    came = stdout
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text));
  }, 300_000);
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  test.each(all.map(([name, expected], at) => ({ name, at, ...expected })))('$name', ({ at, asked, yes = [], reached, output }) => {
    const told = came[at];
    const expected = reached.map((each) => (typeof each === 'string' ? each : expect.stringMatching(each)));
    const distinct = (told?.reached ?? []).filter((line, index, lines) => lines[index - 1]?.split('/')[0] !== line.split('/')[0]);
    expect(distinct, JSON.stringify(told)).toEqual(expected);
    if (asked) expect(told?.asked).toEqual(asked);
    for (const host of yes.filter((each) => reached.length > 0 && each !== '')) expect(told?.asked).toContain(host);
    if (output) expect(told?.output).toMatch(output);
  });
});
