/** What the servers of the lab offer: a certificate for all its names, a package for npm, a wheel for pip, a repository for git. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { leads } from './names.ts';

/** Writes everything below a folder; the certificate that signs the others is written to `ca`. */
export function stockShop(files: string, ca: string): void {
  const run = (file: string, args: readonly string[], cwd = files): void =>
    void execFileSync(file, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  const subject = ['-subj', '/CN=lab', '-days', '2', '-nodes', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
  run('openssl', ['req', '-x509', ...subject, '-keyout', 'ca-key.pem', '-out', ca, '-addext', 'basicConstraints=critical,CA:TRUE']);
  const names = `subjectAltName=${Object.keys(leads)
    .map((name) => `DNS:${name}`)
    .join(',')}`;
  run('openssl', [
    'req',
    '-x509',
    ...subject,
    '-keyout',
    'key.pem',
    '-out',
    'cert.pem',
    '-CA',
    ca,
    '-CAkey',
    'ca-key.pem',
    '-addext',
    names,
    '-addext',
    'basicConstraints=critical,CA:FALSE',
  ]);

  const npm = join(files, 'registry.lab.example');
  mkdirSync(join(npm, 'package'), { recursive: true });
  writeFileSync(join(npm, 'package/package.json'), JSON.stringify({ name: 'left', version: '1.0.0', main: 'index.js' }));
  writeFileSync(join(npm, 'package/index.js'), 'module.exports = "left";\n');
  run('tar', ['czf', 'left-1.0.0.tgz', 'package'], npm);
  const dist = { tarball: 'https://registry.lab.example/left-1.0.0.tgz' };
  const packument = { name: 'left', 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': { name: 'left', version: '1.0.0', dist } } };
  writeFileSync(join(npm, 'left'), JSON.stringify(packument));

  const pip = join(files, 'pypi.lab.example/simple/left');
  mkdirSync(pip, { recursive: true });
  writeFileSync(join(pip, 'index.html'), '<a href="left-1.0.0-py3-none-any.whl">left-1.0.0-py3-none-any.whl</a>');
  const wheel = `
import zipfile
with zipfile.ZipFile('left-1.0.0-py3-none-any.whl', 'w') as wheel:
    info = 'left-1.0.0.dist-info'
    wheel.writestr('left.py', 'side = "left"\\n')
    wheel.writestr(f'{info}/METADATA', 'Metadata-Version: 2.1\\nName: left\\nVersion: 1.0.0\\n')
    wheel.writestr(f'{info}/WHEEL', 'Wheel-Version: 1.0\\nGenerator: lab\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
    wheel.writestr(f'{info}/RECORD', '')
`;
  run('python3', ['-c', wheel], pip);

  const git = join(files, 'git.lab.example');
  mkdirSync(git, { recursive: true });
  const line =
    'git init -q -b main work && cd work && echo hello > a.txt && git add . && git -c user.name=a -c user.email=a@b commit -qm x && cd .. && git clone -q --bare work repo.git && cd repo.git && git update-server-info';
  run('bash', ['-c', line], git);
}
