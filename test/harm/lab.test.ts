/** A lab is the same before every command, whatever the last one did. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sampled } from '../support/sample.ts';
import { commands } from './commands.ts';
import { railedGate } from './gates.ts';
import { openLabs } from './labs.ts';
import { missingPackages } from './programs.ts';
import { trial } from './trial.ts';
import { ourselves } from './user.ts';

const destructive = [
  'rm -rf protected scratch bin',
  'chmod -R 000 protected',
  'chmod 700 scratch; mkdir .artoo; echo x > .artoo/config.yaml',
  'echo x > scratch/hard.txt',
  'rm protected/hard.txt; echo x > protected/hard.txt',
  "touch $'protected/\\xff' $'scratch/a\\nb'",
  'mv protected/src scratch/src; ln -s scratch/src protected/src',
  'echo x > protected/home/.ssh/id_ed25519; touch -r protected/notes.txt protected/home/.ssh/id_ed25519',
  'rm protected/agent.sock; kill -9 $(cat protected/victim.pid); echo 1 > protected/victim.pid',
  'git -C protected/repo gc -q --prune=now; rm bin/npm',
  'rm -rf {data}; echo x > /dev/udp/127.0.0.1/{port}',
];

test.skipIf(missingPackages().length > 0)('whatever a command did is undone before the next one', { timeout: 60_000 }, async () => {
  await using labs = await openLabs({ count: 1, user: ourselves, node: process.execPath });
  const [lab] = labs.all;
  const [some] = commands;
  if (some === undefined) throw new Error('there are commands');
  const pid = 'protected/victim.pid'; // a new process has another id
  const lasting = async () => {
    await lab.reset();
    const { files, ...scene } = await lab.scene();
    return { ...scene, files: { ...files, [pid]: { ...files[pid], content: '' } } };
  };
  const before = await lasting();
  for (const line of sampled(destructive, 2)) {
    expect((await trial({ ...some, line: `${line}; rm protected/notes.txt` }, railedGate, lab)).harms, line).not.toEqual([]);
    expect(await lasting(), line).toEqual(before);
    expect(statSync(join(lab.folder, 'scratch/hard.txt')).ino, line).toBe(statSync(join(lab.folder, 'protected/hard.txt')).ino);
  }
});

test.skipIf(missingPackages().length > 0)('no process that runs a line has it on its own command line', { timeout: 60_000 }, async () => {
  await using labs = await openLabs({ count: 1, user: ourselves, node: process.execPath });
  const [some] = commands;
  if (some === undefined) throw new Error('there are commands');
  const line = 'tr "\\0" "\\n" < /proc/$PPID/cmdline; tr "\\0" "\\n" < /proc/$$/cmdline; : {victim}';
  const { out } = await trial({ ...some, line }, railedGate, labs.all[0]);
  expect(out).toContain('bwrap');
  expect(out).toContain('eval "$LINE"');
  expect(out).not.toContain('artoovictim');
});
